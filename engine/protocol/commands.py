"""Commands: to the engine."""

from __future__ import annotations

from typing import TypeAlias

from engine.protocol.base import Message, tag_of
from engine.protocol.remote import RemoteServer
from engine.protocol.values import (
    CacheUse,
    ChatMessage,
    ContextPolicy,
    Dtype,
    KvFormat,
    ParkedFormat,
    SamplingParams,
    Thinking,
    Weights,
)


class Command(Message, frozen=True, tag=tag_of):
    """Base of what the engine is asked to do."""


class LoadModel(Command, frozen=True):
    """Load a model in place of the present one. Answered by `LoadProgress`, then `ModelLoaded` or `LoadFailed`.

    Attributes:
        path: A folder with config.json and safetensors files, or a GGUF file.
        weights: How they are kept in memory, unless the model does not bear it.
        context_tokens: Longest context wanted; 0 takes the model's own, where memory allows.
        kv_format: What sealed blocks are packed into, unless the model does not bear it.
        kv_grading: Whether old blocks may be packed further when room is short, before anything is evicted.
        kv_budget_bytes: Hard limit for keys and values on the device; 0 lets the engine choose.
        cache_folder: Where converted copies are kept; empty for none.
        cache_folder_budget_bytes: Oldest converted copies are removed to stay below it; 0 for no limit.
        remote: Where the model runs, if it runs elsewhere; all fields above but `path`, a mere name then, say nothing.
        remote_model: What the server calls it.
    """

    load_id: str
    path: str
    dtype: Dtype = "auto"
    weights: Weights = "as_stored"
    device: str = "auto"
    context_tokens: int = 0
    kv_format: KvFormat = "int8"
    kv_grading: bool = True
    kv_budget_bytes: int = 0
    cache_folder: str = ""
    cache_folder_budget_bytes: int = 0
    remote: RemoteServer | None = None
    remote_model: str = ""


class ListServerModels(Command, frozen=True):
    """Ask a server which models it has, whatever is loaded. Answered by `ServerModelsListed`."""

    list_id: str
    server: RemoteServer


class AbortLoad(Command, frozen=True):
    """Stop loading; answered at once by `LoadFailed` with code `aborted`. No effect if that load has ended."""

    load_id: str


class UnloadModel(Command, frozen=True):
    """Drop the model and its cache. Running requests finish with `aborted`. Answered by `ModelUnloaded`."""


class PlanMemory(Command, frozen=True):
    """Say what a model would take of memory, from its config alone. Answered by `MemoryPlanned`, whatever runs.

    Attributes:
        path: A folder with config.json, a GGUF file, or the config.json of a model that is not here.
        stored_bytes: Of its weights, where they are not here.
        cache_folder: Where what was found out is kept; empty for nowhere.
    """

    plan_id: str
    path: str
    stored_bytes: int = 0
    cache_folder: str = ""


class Generate(Command, frozen=True):
    """Answer a conversation. Events: `PrefillProgress`, `Delta`, and exactly one `Finished`, whatever happens.

    Attributes:
        conversation_id: Names the cache that stays warm; a conversation runs one request at a time. A helper request
            (`once`) has an id of its own, and shares what the conversation has.
        messages: The branch to be answered, oldest first, without what was left out before.
        summary: Of what was left out, from `ContextTrimmed`; the engine puts it at the end of the system prompt.
        continues: The last message is an answer that was cut off. It is gone on with, and its text and ids are not
            told again.
        thinking: Whether the model shall think first.
        kv_format: What this conversation's cache is packed into, where the model bears it; None for what the model
            was loaded with.
        begun_at: When the conversation was begun, in seconds since the epoch. Some templates tell the model the day;
            it must stay the same, or everything is read anew on the next one. 0 for now.
        plain: The one message is a text, or `token_ids` without any, that is gone on with as it is: no template comes
            near it, and control tokens that it spells are such.
        tools: Functions that the model may ask for, each as JSON in OpenAI's form. What it asks for is text.
        logprobs: How many of the likeliest tokens are told with each token of the answer; -1 tells nothing of chances.
    """

    request_id: str
    conversation_id: str
    messages: list[ChatMessage]
    sampling: SamplingParams = SamplingParams()
    cache: CacheUse = "keep"
    context_policy: ContextPolicy = "stop"
    summary: str = ""
    continues: bool = False
    thinking: Thinking = "default"
    kv_format: KvFormat | None = None
    begun_at: float = 0.0
    plain: bool = False
    tools: list[str] = []
    logprobs: int = -1


class RenderPrompt(Command, frozen=True):
    """Say what the model would see of a conversation. Answered by `PromptRendered`; fields as in `Generate`."""

    request_id: str
    messages: list[ChatMessage]
    summary: str = ""
    continues: bool = False
    thinking: Thinking = "default"
    begun_at: float = 0.0


class CountTokens(Command, frozen=True):
    """Count the tokens of texts, each by itself. Answered by `TokensCounted`."""

    count_id: str
    texts: list[str]


class Abort(Command, frozen=True):
    """Stop a request; its `Finished` says `aborted`. No effect if the request is unknown or has ended."""

    request_id: str


class ConfigureCache(Command, frozen=True):
    """Say where the cache may lie and how much; may come at any time, and what is too much goes at once.

    Until it comes, nothing is kept outside of the device.

    Attributes:
        folder: For the disk tier; empty for none.
        disk_budget_bytes: Hard limit of all files in it; 0 keeps none, and removes what is there.
        ram_budget_bytes: Hard limit of the RAM tier, which only exists where the model runs on a card.
        kv_budget_bytes: Of the device, for the model that is loaded or being loaded, as in `LoadModel`; None leaves it
            as it is.
        parked_format: See `ParkedFormat`.
    """

    folder: str = ""
    disk_budget_bytes: int = 0
    ram_budget_bytes: int = 0
    kv_budget_bytes: int | None = None
    parked_format: ParkedFormat = "same"


class ParkCache(Command, frozen=True):
    """Move an idle conversation's cache off the device, to RAM or disk. No effect if there is none or it is running."""

    conversation_id: str


class PinCache(Command, frozen=True):
    """Give up a conversation's cache last, or no longer last."""

    conversation_id: str
    pinned: bool


class PackCache(Command, frozen=True):
    """Pack an idle conversation's cache smaller where it lies on the device, a block at a time.

    Its first block and its newest tokens stay as they are, and so does what others share. No effect if there is
    nothing to gain, or if it is running.
    """

    conversation_id: str


class ShowConversation(Command, frozen=True):
    """Say which conversation is in front of the user: it goes first where several want something. Empty for none."""

    conversation_id: str


class WatchCache(Command, frozen=True):
    """Say what somebody looks at. Until it comes, nobody looks at anything.

    Attributes:
        ledger: `CacheReport` comes while answers are written too, not only when the engine falls idle.
        memory: Its `memory` is filled in, at least once a second; `MemoryHistory` comes first.
    """

    ledger: bool = False
    memory: bool = False


class ExplainModel(Command, frozen=True):
    """Say what each layer of the loaded model keeps. Answered by `ModelExplained`."""

    request_id: str


class TryCache(Command, frozen=True):
    """Answer a short conversation twice at once, with a cache and without one, in memory of its own.

    Answered by `CacheTried` for each token, while no other request runs. Another `TryCache` ends it.
    """

    request_id: str
    messages: list[ChatMessage]
    max_tokens: int = 8


class MatchPrompts(Command, frozen=True):
    """Say how much of each prompt would be found in the cache; nothing is computed. Answered by `PromptsMatched`."""

    request_id: str
    prompts: list[Generate]


class DropCache(Command, frozen=True):
    """Forget the cache of a conversation in all tiers; blocks that others share stay. No effect if there is none."""

    conversation_id: str


class ConfigureApi(Command, frozen=True):
    """Offer the loaded model to other programs over HTTP, in OpenAI's words, or no longer. Answered by `ApiState`.

    Until it comes, nothing listens.

    Attributes:
        host: The address to listen at. One that other machines reach needs a key.
        key: What requests must carry; empty for none. No log shows it.
        origins: Of web pages that may ask, as browsers write them; others are refused.
    """

    enabled: bool = False
    host: str = "127.0.0.1"
    port: int = 5780
    key: str = ""
    origins: list[str] = []


class ReadMetrics(Command, frozen=True):
    """Say in numbers what the engine is doing. Answered by `MetricsRead`."""

    request_id: str


class Ping(Command, frozen=True):
    """Answered by `Pong` from the step loop: how long that takes tells how long a command waits."""

    seq: int


class Shutdown(Command, frozen=True):
    """End the process in order. The end of the command stream means the same."""


AnyCommand: TypeAlias = (
    LoadModel
    | ListServerModels
    | AbortLoad
    | UnloadModel
    | PlanMemory
    | Generate
    | RenderPrompt
    | CountTokens
    | Abort
    | ConfigureCache
    | ParkCache
    | PinCache
    | PackCache
    | ShowConversation
    | WatchCache
    | ExplainModel
    | TryCache
    | MatchPrompts
    | DropCache
    | ConfigureApi
    | ReadMetrics
    | Ping
    | Shutdown
)
