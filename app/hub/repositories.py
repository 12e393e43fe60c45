"""Searching the Hub, and everything about one repository. In the child process alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from huggingface_hub import ModelInfo, constants, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError
from huggingface_hub.utils import get_session, hf_raise_for_status

from app.hub import connection
from app.hub.failures import CannotGoOn
from app.hub.messages import Failed, Found, LookedUp, LookUp, RepositoryFacts, RepositorySummary, Search
from app.hub.repository_files import RepositoryFile
from app.paths import free_bytes

_EXPAND = ["downloads", "likes", "gated", "private", "tags", "lastModified", "safetensors", "gguf", "pipeline_tag"]
_TIMEOUT_SECONDS = 30
_CONFIG = "config.json"
_LONGEST_CONFIG_BYTES = 1 << 20
_FORMATS = ("safetensors", "gguf")
_TASKS = (None, "text-generation", "image-text-to-text", "any-to-any")
_LICENCE = "license:"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def search(request: Search) -> Found:
    """What fits the words, the most popular first, without what generates no text."""
    # Not HfApi.list_models, which tries for half a minute before it says that there is no network.
    options: dict[str, Any] = {"sort": "downloads", "limit": request.limit, "expand": _EXPAND}
    response = get_session().get(
        f"{connection.endpoint()}/api/models",
        params=options | ({"search": request.words} if request.words else {}),
        headers=connection.headers(),
        timeout=_TIMEOUT_SECONDS,
    )
    hf_raise_for_status(response)
    found = [_info(item) for item in response.json()]
    return Found(repositories=[summary(info) for info in found if info is not None and _writes_text(info)])


def look_up(request: LookUp) -> LookedUp:
    """Its facts, with the sizes and checksums of all files."""
    info = connection.api().model_info(request.repository, files_metadata=True, timeout=_TIMEOUT_SECONDS)
    config: dict[str, Any] = info.config if isinstance(info.config, dict) else {}
    gguf: dict[str, Any] = info.gguf if isinstance(info.gguf, dict) else {}
    architectures = config.get("architectures") or [gguf.get("architecture") or config.get("model_type") or ""]
    context = gguf.get("context_length")
    folder = Path(constants.HF_HUB_CACHE)
    files = [repository_file(sibling) for sibling in info.siblings or ()]
    if not _COMMIT.fullmatch(info.sha or ""):  # it becomes the name of a folder
        raise CannotGoOn(Failed(code="answer", repository=request.repository, where=connection.host()))
    facts = RepositoryFacts(
        summary=summary(info),
        commit=info.sha,
        architecture=str(architectures[0]),
        context_tokens=context if isinstance(context, int) else 0,
        files=files,
        config_path=_config(request, info.sha, files),
        folder=str(folder),
        free_bytes=free_bytes(folder),
    )
    return LookedUp(facts=facts)


def summary(info: Any) -> RepositorySummary:
    """A line of it, from what huggingface_hub calls ModelInfo; a mirror may leave out any of it."""
    tags: list[str] = [str(tag) for tag in info.tags or ()]
    licence = next((tag.removeprefix(_LICENCE) for tag in tags if tag.startswith(_LICENCE)), "")
    numbers = getattr(info.safetensors, "total", None) or (info.gguf or {}).get("total") or 0
    return RepositorySummary(
        name=info.id,
        downloads=info.downloads or 0,
        likes=info.likes or 0,
        licence=licence,
        is_gated=bool(info.gated),
        is_private=bool(info.private),
        parameters=int(numbers),
        formats=[name for name in _FORMATS if name in tags],
        updated_at=info.last_modified.timestamp() if info.last_modified else 0.0,
    )


def _info(item: dict[str, Any]) -> Any:
    """None for one that is not told as the Hub tells them; the others are found all the same."""
    try:
        return ModelInfo(**item)
    except (KeyError, TypeError, ValueError):
        return None


def _config(request: LookUp, commit: str | None, files: list[RepositoryFile]) -> str:
    """Where its config.json was put; empty where it has none, or it may not be read."""
    size = next((file.size_bytes for file in files if file.name == _CONFIG), 0)
    if not request.configs or not 0 < size <= _LONGEST_CONFIG_BYTES:
        return ""
    url = hf_hub_url(request.repository, _CONFIG, revision=commit, endpoint=connection.endpoint())
    path = Path(request.configs) / f"{request.repository.replace('/', '--')}.json"
    try:
        response = get_session().get(url, headers=connection.headers(), timeout=_TIMEOUT_SECONDS)
        hf_raise_for_status(response)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(response.content)
    except (OSError, HfHubHTTPError):
        return ""  # then nothing is reckoned before it is fetched
    return str(path)


def _writes_text(info: Any) -> bool:
    tags = info.tags or ()
    has_known_weights = not tags or any(name in tags for name in _FORMATS)
    return has_known_weights and info.pipeline_tag in _TASKS


def repository_file(sibling: Any) -> RepositoryFile:
    """What huggingface_hub calls RepoSibling."""
    lfs = sibling.lfs
    return RepositoryFile(
        name=sibling.rfilename,
        size_bytes=(lfs.size if lfs else sibling.size) or 0,
        sha256=_if_fits(_SHA256, lfs.sha256 if lfs else None),
        git_sha1=_if_fits(_COMMIT, None if lfs else sibling.blob_id),
    )


def _if_fits(pattern: re.Pattern[str], checksum: str | None) -> str:
    """Checksums become names of files, so nothing else may pass for one."""
    return checksum if checksum and pattern.fullmatch(checksum) else ""
