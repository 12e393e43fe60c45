"""The messages between the window's process and the engine's: one UTF-8 JSON object per line, each way.

Commands go to the engine's standard input, events come from its standard output, and logs go to standard error. This
module is the only part of the engine that others may import; it loads neither torch nor Qt.

A receiver ignores what it does not know: unknown fields are dropped by msgspec, a line of an unknown type or a damaged
line raises `ProtocolError` from the decoder, and the caller logs it and goes on with the next line.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec

VERSION = "0.1.0"
"""Of the program. It stands here because both processes say it, and this is the one module that both import."""

PROTOCOL_VERSION = 3

MAX_LINE_BYTES = 64 * 1024 * 1024
"""A longer line is a fault of the sender; it is skipped, so that no peer can make the other swallow all memory."""

Role: TypeAlias = Literal["system", "user", "assistant"]
Dtype: TypeAlias = Literal["auto", "bfloat16", "float16", "float32"]
KvFormat: TypeAlias = Literal["exact", "fp8", "int8", "k8v4", "int4"]
"""How sealed blocks of the cache are kept; `engine.cache.formats` says what each is."""
ParkedFormat: TypeAlias = Literal["same", "int8", "k8v4", "int4"]
"""What blocks are packed into, at least, before they leave the device; `same` leaves them as they are."""
CacheUse: TypeAlias = Literal["keep", "once", "temporary"]
"""What becomes of what a request computes. `keep`: it stays warm for the conversation's next turn. `once`: it may use
what is cached, and is forgotten at the end (titles, summaries). `temporary`: it stays warm while the program runs, is
shared with nobody and is never written to a disk."""
ContextPolicy: TypeAlias = Literal["stop", "trim", "compact", "window"]
"""What happens when the context is full. `stop`: say so. `trim`: oldest turns are left out, down to half. `compact`:
the same, and the model first writes a summary of them. `window`: the first tokens and the newest half stay, also within
an answer, so that text can go on without end."""
FinishReason: TypeAlias = Literal["stop", "length", "context_full", "aborted", "error"]
"""`stop`: the model or a stop string ended it. `length`: `max_tokens` was reached. `context_full`: the model's context
is full. `aborted`: the user stopped it. `error`: see the sentence beside it."""


class ProtocolError(ValueError):
    """A line that is not a message of this protocol."""


class _Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of all messages; the class name in snake case is the `type` on the wire."""


def _tag(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


# --- values inside messages -------------------------------------------------------------------------------------------


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A processor that can run a model.

    Attributes:
        kind: `cpu` or `cuda`.
        name: What the maker calls it.
        total_bytes: Size of its memory; 0 where unknown.
        free_bytes: What was free when the message was written; 0 where unknown.
    """

    kind: str
    name: str
    total_bytes: int = 0
    free_bytes: int = 0


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a conversation as the model shall see it.

    Attributes:
        token_ids: For an assistant's turn that this engine generated: the ids it came out as. They are used again in
            place of a fresh tokenisation if `tokenizer_id` is that of the loaded model, so that the cache still fits.
        tokenizer_id: From the `Finished` event that closed the turn.
        pinned: Whether `trim` and `compact` leave it in.
    """

    role: Role
    content: str
    token_ids: list[int] = []
    tokenizer_id: str = ""
    pinned: bool = False


class SamplingParams(msgspec.Struct, frozen=True, kw_only=True):
    """How the next token is chosen. `temperature` 0 is greedy; 0 and 1 switch top-k and top-p off, as usual."""

    temperature: float = 0.7
    top_k: int = 0
    top_p: float = 0.95
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    seed: int | None = None
    max_tokens: int = 0
    """Longest answer; 0 means until the context is full."""
    stop: list[str] = []


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What one answer cost.

    Attributes:
        cached_tokens: Prompt tokens whose keys and values were found in the cache and not computed again.
        fetched_tokens: What of `cached_tokens` had to be brought back from RAM or disk.
        fetched_bytes: Read for that.
        read_tokens: Prompt tokens that were computed; what is read again because the context was full counts too.
        generated_tokens: Tokens of the answer, the end marker included.
        first_token_ms: From the arrival of the request to its first token; 0 where none came.
        tokens_per_second: Of the decode steps after the first token; 0 where there were none.
    """

    cached_tokens: int = 0
    fetched_tokens: int = 0
    fetched_bytes: int = 0
    read_tokens: int = 0
    generated_tokens: int = 0
    first_token_ms: float = 0.0
    tokens_per_second: float = 0.0


class ModelInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a loaded model.

    Attributes:
        fingerprint: Identity of everything that decides the cache's content (weights, dtype, attention, layout).
        tokenizer_id: Identity of the tokenizer; goes with stored token ids.
        attention_path: `fast`: the engine's own attention reads blocks in place. `gather`: keys and values are
            gathered and the model's own attention runs. `plain`: the model keeps its own cache, nothing is reused.
        attention_note: Why the path is not `fast`, as a sentence; empty where it is.
        kv_format: What the cache is kept in. Not always what was asked for: `kv_note` then says why, as a sentence.
        kv_divergence: How far answers over that format were from those over an exact cache, on a test text: mean KL
            divergence in nats.
        kv_bytes_per_token: Over all layers, once a block is packed.
        kernels: What reads the cache in decode, for people: `Numba, 8 threads`; `torch` where there is nothing better.
    """

    path: str
    name: str
    architecture: str
    fingerprint: str
    tokenizer_id: str
    dtype: str
    device: str
    context_tokens: int
    weights_bytes: int
    kv_bytes_per_token: int
    attention_path: Literal["fast", "gather", "plain"]
    attention_note: str = ""
    kv_format: KvFormat = "exact"
    kv_divergence: float = 0.0
    kv_note: str = ""
    kernels: str = "torch"
    has_chat_template: bool = True
    load_seconds: float = 0.0


class ConversationCache(msgspec.Struct, frozen=True, kw_only=True):
    """The cache of one conversation. Shared blocks count for each who shares them.

    Attributes:
        tokens: What the conversation's next turn finds cached, wherever it lies.
        blocks: On the device, as are the next two.
        shared_blocks: How many of `blocks` another conversation uses too.
        formats: How many of `blocks` are in which format.
        ram_bytes: Its blocks in the RAM tier.
        disk_bytes: Its blocks on the disk; what lies on the device as well is counted in both.
        pinned: Whether it is given up last, in every tier.
        model_name: The model that computed it. Only its cache can be used, and only by the same model.
    """

    conversation_id: str
    tokens: int
    blocks: int
    shared_blocks: int
    bytes: int
    formats: dict[KvFormat, int] = {}
    ram_bytes: int = 0
    disk_bytes: int = 0
    pinned: bool = False
    model_name: str = ""


# --- commands: to the engine ------------------------------------------------------------------------------------------


class Command(_Message, frozen=True, tag=_tag):
    """Base of what the engine is asked to do."""


class LoadModel(Command, frozen=True):
    """Load a model in place of the present one. Answered by `LoadProgress`, then `ModelLoaded` or `LoadFailed`.

    Attributes:
        path: A folder with config.json and safetensors files, or a GGUF file.
        context_tokens: Longest context wanted; 0 takes the model's own, where memory allows.
        kv_format: What sealed blocks are packed into, unless the model does not bear it.
        kv_grading: Whether old blocks may be packed further when room is short, before anything is evicted.
        kv_budget_bytes: Hard limit for keys and values on the device; 0 lets the engine choose.
        cache_folder: Where converted copies are kept; empty for none.
        cache_folder_budget_bytes: Oldest converted copies are removed to stay below it; 0 for no limit.
    """

    load_id: str
    path: str
    dtype: Dtype = "auto"
    device: str = "auto"
    context_tokens: int = 0
    kv_format: KvFormat = "int8"
    kv_grading: bool = True
    kv_budget_bytes: int = 0
    cache_folder: str = ""
    cache_folder_budget_bytes: int = 0


class AbortLoad(Command, frozen=True):
    """Stop loading; answered at once by `LoadFailed` with code `aborted`. No effect if that load has ended."""

    load_id: str


class UnloadModel(Command, frozen=True):
    """Drop the model and its cache. Running requests finish with `aborted`. Answered by `ModelUnloaded`."""


class Generate(Command, frozen=True):
    """Answer a conversation. Events: `PrefillProgress`, `Delta`, and exactly one `Finished`, whatever happens.

    Attributes:
        conversation_id: Names the cache that stays warm; a conversation runs one request at a time. A helper request
            (`once`) has an id of its own, and shares what the conversation has.
        messages: The branch to be answered, oldest first, without what was left out before.
        summary: Of what was left out, from `ContextTrimmed`; the engine puts it at the end of the system prompt.
    """

    request_id: str
    conversation_id: str
    messages: list[ChatMessage]
    sampling: SamplingParams = SamplingParams()
    cache: CacheUse = "keep"
    context_policy: ContextPolicy = "stop"
    summary: str = ""


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
        kv_budget_bytes: Of a loaded model's device, as in `LoadModel`; 0 leaves it as it is.
        parked_format: See `ParkedFormat`.
    """

    folder: str = ""
    disk_budget_bytes: int = 0
    ram_budget_bytes: int = 0
    kv_budget_bytes: int = 0
    parked_format: ParkedFormat = "same"


class ParkCache(Command, frozen=True):
    """Move an idle conversation's cache off the device, to RAM or disk. No effect if there is none or it is running."""

    conversation_id: str


class PinCache(Command, frozen=True):
    """Give up a conversation's cache last, or no longer last."""

    conversation_id: str
    pinned: bool


class DropCache(Command, frozen=True):
    """Forget the cache of a conversation in all tiers; blocks that others share stay. No effect if there is none."""

    conversation_id: str


class Ping(Command, frozen=True):
    """Answered by `Pong` from the step loop: how long that takes tells how long a command waits."""

    seq: int


class Shutdown(Command, frozen=True):
    """End the process in order. The end of the command stream means the same."""


# --- events: from the engine ------------------------------------------------------------------------------------------


class Event(_Message, frozen=True, tag=_tag):
    """Base of what the engine tells."""


class Hello(Event, frozen=True):
    """First event of a process, sent before torch is imported; commands are read from here on."""

    protocol: int
    version: str
    pid: int
    devices: list[Device] = []


class EngineReady(Event, frozen=True):
    """torch is imported. `devices` is what torch can use, best first."""

    devices: list[Device]
    torch_version: str = ""
    transformers_version: str = ""


class LoadProgress(Event, frozen=True):
    """`fraction` is of the present stage, 0 to 1, or -1 where it cannot be told. `stage` is a short phrase to show."""

    load_id: str
    stage: str
    fraction: float = -1.0


class ModelLoaded(Event, frozen=True):
    """The model answers requests from now on."""

    load_id: str
    model: ModelInfo


class LoadFailed(Event, frozen=True):
    """The load ended without a model; no model is loaded now and the engine is ready for another load.

    Attributes:
        code: `aborted`, `not_found`, `unsupported`, `damaged`, `no_permission`, `out_of_memory`, `no_space` or
            `internal`.
        message: A sentence that says what is wrong, with which file, and what to do.
    """

    load_id: str
    code: str
    message: str


class ModelUnloaded(Event, frozen=True):
    """No model is loaded now."""


class PrefillProgress(Event, frozen=True):
    """Reading of the prompt: `cached_tokens` were found in the cache, `read_tokens` of the others are done."""

    request_id: str
    prompt_tokens: int
    cached_tokens: int
    read_tokens: int


class ContextTrimmed(Event, frozen=True):
    """The prompt was too long for the context, or the answer has filled it, and the policy says what goes.

    With `trim` and `compact` the messages are to be left out of later requests too, or each would have to read its
    whole prompt again. With `compact` this comes twice: when a summary of them is begun, without one, and when they go.
    With `window` it comes each time that tokens are cut away and names the messages of which nothing is seen any more;
    later requests still send them.

    Attributes:
        left_out: Places in `Generate.messages`: all that this request does without.
        summary: With `compact`: what the model wrote about them and about what was left out before, to be sent as
            `Generate.summary` from now on.
    """

    request_id: str
    left_out: list[int]
    summary: str = ""


class Delta(Event, frozen=True):
    """More text of the answer. Deltas that wait to be written are merged, so one may hold many tokens."""

    request_id: str
    text: str
    tokens: int = 1


class Finished(Event, frozen=True):
    """Closes a request. The deltas before it, joined, are the whole answer.

    Attributes:
        token_ids: The answer's ids without the end marker, to be sent back in later requests.
        message: With reasons `error` and `context_full`: a sentence that says what happened and what to do.
    """

    request_id: str
    reason: FinishReason
    receipt: Receipt = Receipt()
    token_ids: list[int] = []
    tokenizer_id: str = ""
    message: str = ""


class CacheReport(Event, frozen=True):
    """The cache ledger, sent when it changed, at most four times a second. `used_bytes <= budget_bytes`, always.

    It is sent without a model too, once `ConfigureCache` has come, for what lies on the disk.

    Attributes:
        evictable_bytes: What of `used_bytes` no running request needs: it is kept warm, and given up as soon as a
            request needs the room.
        state_bytes: What of `used_bytes` are copies of recurrent state.
        block_bytes: Of a new block, which is exact.
        packed_block_bytes: Of a block in the model's cache format.
        process_bytes: Resident memory of the engine's process.
        disk_written_bytes: Since the engine started, and `disk_read_bytes` likewise.
    """

    budget_bytes: int = 0
    used_bytes: int = 0
    evictable_bytes: int = 0
    state_bytes: int = 0
    blocks: int = 0
    block_tokens: int = 0
    block_bytes: int = 0
    packed_block_bytes: int = 0
    process_bytes: int = 0
    weights_bytes: int = 0
    ram_budget_bytes: int = 0
    ram_used_bytes: int = 0
    disk_budget_bytes: int = 0
    disk_used_bytes: int = 0
    disk_written_bytes: int = 0
    disk_read_bytes: int = 0
    conversations: list[ConversationCache] = []


class Heartbeat(Event, frozen=True):
    """Sent every two seconds, also while a step runs. `steps` counts finished steps since the start."""

    steps: int
    running_requests: int


class Pong(Event, frozen=True):
    """Answer to `Ping`."""

    seq: int


class Notice(Event, frozen=True):
    """A sentence for the user that belongs to no request."""

    severity: Literal["info", "warning", "error"]
    message: str


AnyCommand: TypeAlias = (
    LoadModel
    | AbortLoad
    | UnloadModel
    | Generate
    | Abort
    | ConfigureCache
    | ParkCache
    | PinCache
    | DropCache
    | Ping
    | Shutdown
)
AnyEvent: TypeAlias = (
    Hello
    | EngineReady
    | LoadProgress
    | ModelLoaded
    | LoadFailed
    | ModelUnloaded
    | PrefillProgress
    | ContextTrimmed
    | Delta
    | Finished
    | CacheReport
    | Heartbeat
    | Pong
    | Notice
)

_T = TypeVar("_T")
_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_event_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(message: Command | Event) -> bytes:
    """One line, with its newline. Text that is no valid Unicode (a lone surrogate) is replaced, never refused."""
    try:
        return _encoder.encode(message) + b"\n"
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(message)
        return _encoder.encode(_without_surrogates(plain)) + b"\n"


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    return value


def decode_command(line: bytes) -> AnyCommand:
    """Raises `ProtocolError` for a line that is no command; the stream goes on with the next line."""
    return _decode(_command_decoder, line)


def decode_event(line: bytes) -> AnyEvent:
    """Raises `ProtocolError` for a line that is no event; the stream goes on with the next line."""
    return _decode(_event_decoder, line)


def _decode(decoder: msgspec.json.Decoder[_T], line: bytes) -> _T:
    if len(line) > MAX_LINE_BYTES:
        raise ProtocolError(f"A line of {len(line)} bytes is longer than the {MAX_LINE_BYTES} that a message may have.")
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"Not a message of protocol {PROTOCOL_VERSION}: {error}") from error
