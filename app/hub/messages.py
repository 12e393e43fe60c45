"""What the window's process and the child that speaks with the Hub say to each other: one JSON object per line.

Loads neither Qt nor huggingface_hub.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from app.hub.repository_files import RepositoryFile

FailureCode: TypeAlias = Literal[
    "offline",
    "connection",
    "certificate",
    "not_found",
    "gated",
    "unauthorised",
    "forbidden",
    "busy",
    "server",
    "answer",
    "too_large",
    "damaged",
    "no_space",
    "no_permission",
    "cache",
    "internal",
]
"""Why something could not be done; `app.hub.fault_sentences` says it to people."""
Stage: TypeAlias = Literal["waiting", "receiving", "checking"]
"""Of a download. `waiting`: another program fetches the same file. `checking`: its checksum is compared."""


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of what the child is asked. It answers one request after the other."""


class Search(Request, frozen=True, tag="search"):
    """Look for models by words; answered by `Found`. No words means the most popular ones."""

    words: str
    limit: int = 40


class LookUp(Request, frozen=True, tag="look_up"):
    """Ask for everything about one repository; answered by `LookedUp`.

    Attributes:
        configs: A folder for its config.json, which tells what memory it would take; empty for none.
    """

    repository: str
    configs: str = ""


class Download(Request, frozen=True, tag="download"):
    """Put files into the cache; answered by `Progress` again and again, then by `Downloaded`.

    What has arrived of them before is gone on with.

    Attributes:
        commit: All files are of this one, also when the repository changes meanwhile.
        folder: The cache.
    """

    repository: str
    commit: str
    files: list[RepositoryFile]
    folder: str


class DescribeCache(Request, frozen=True, tag="describe_cache"):
    """Say what the cache holds of one repository; answered by `CacheDescribed`."""

    folder: str
    repository: str


class DeleteCached(Request, frozen=True, tag="delete_cached"):
    """Delete a model from the cache; answered by `Deleted`.

    Attributes:
        commit: The snapshot that goes; files that another one has too stay. Empty for halves of files alone.
        names: Only these files of it; none means all.
    """

    folder: str
    repository: str
    commit: str
    names: list[str] = []


AnyRequest: TypeAlias = Search | LookUp | Download | DescribeCache | DeleteCached


class RepositorySummary(msgspec.Struct, frozen=True, kw_only=True):
    """One repository of a list.

    Attributes:
        licence: As its authors name it, such as `apache-2.0`; empty where they do not.
        is_gated: Whether its authors want to be asked first.
        parameters: How many numbers the model has; 0 where the Hub does not say.
        formats: Which weights it has, of `safetensors` and `gguf`.
        updated_at: Seconds since the epoch; 0 where the Hub does not say.
    """

    name: str
    downloads: int = 0
    likes: int = 0
    licence: str = ""
    is_gated: bool = False
    is_private: bool = False
    parameters: int = 0
    formats: list[str] = []
    updated_at: float = 0.0


class RepositoryFacts(msgspec.Struct, frozen=True, kw_only=True):
    """All about one repository.

    Attributes:
        architecture: As its config names it; empty where the Hub does not say.
        context_tokens: 0 where the Hub does not say.
        files: All that it has.
        config_path: Its config.json, as it was put into `LookUp.configs`; empty where there is none.
        folder: The cache that a download goes to, and how much is free there.
    """

    summary: RepositorySummary
    commit: str
    architecture: str = ""
    context_tokens: int = 0
    files: list[RepositoryFile] = []
    config_path: str = ""
    folder: str = ""
    free_bytes: int = 0


class CachedRevision(msgspec.Struct, frozen=True, kw_only=True):
    """One snapshot of a repository in the cache.

    Attributes:
        refs: Which branches and tags lead to it.
        size_bytes: Of all its files.
        own_bytes: What no other snapshot has as well: that much becomes free when it is deleted.
        names: Its files, each with what becomes free when it alone is deleted.
    """

    commit: str
    refs: list[str]
    size_bytes: int
    own_bytes: int
    names: dict[str, int]


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Base of what the child answers."""


class Found(Reply, frozen=True, tag="found"):
    """Answers `Search`; the most popular ones come first."""

    repositories: list[RepositorySummary]


class LookedUp(Reply, frozen=True, tag="looked_up"):
    """Answers `LookUp`."""

    facts: RepositoryFacts


class Progress(Reply, frozen=True, tag="progress"):
    """How far a download is.

    Attributes:
        received_bytes: Of all its files, what came earlier included.
        name: The file that is being worked on.
    """

    received_bytes: int
    total_bytes: int
    name: str = ""
    stage: Stage = "receiving"


class Downloaded(Reply, frozen=True, tag="downloaded"):
    """A download is complete and verified. `path` is the snapshot's folder."""

    path: str


class CacheDescribed(Reply, frozen=True, tag="cache_described"):
    """Answers `DescribeCache`; nothing where the cache has nothing of it.

    Attributes:
        unfinished_bytes: What downloads that were given up have left behind.
    """

    revisions: list[CachedRevision]
    unfinished_bytes: int = 0


class Deleted(Reply, frozen=True, tag="deleted"):
    """Answers `DeleteCached`."""

    freed_bytes: int


class Failed(Reply, frozen=True, tag="failed"):
    """Answers any request that could not be done.

    Attributes:
        where: The host, the file or the folder that it is about.
        detail: What the library or the system says, for what has no sentence of its own.
        seconds: With `busy`: how long to wait; 0 where the Hub does not say.
        status: The HTTP status, where there was one.
        needed_bytes: With `no_space`: what is still to come; `free_bytes` likewise.
    """

    code: FailureCode
    repository: str = ""
    where: str = ""
    detail: str = ""
    seconds: int = 0
    status: int = 0
    needed_bytes: int = 0
    free_bytes: int = 0


AnyReply: TypeAlias = Found | LookedUp | Progress | Downloaded | CacheDescribed | Deleted | Failed

_requests: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_replies: msgspec.json.Decoder[AnyReply] = msgspec.json.Decoder(AnyReply)


def encode(message: Request | Reply) -> bytes:
    """One line, with its newline."""
    return msgspec.json.encode(message) + b"\n"


def decode_request(line: bytes) -> AnyRequest:
    """Raises `msgspec.MsgspecError` for a line that is none."""
    return _requests.decode(line)


def decode_reply(line: bytes) -> AnyReply:
    """Raises `msgspec.MsgspecError` for a line that is none."""
    return _replies.decode(line)
