"""Events: from the engine."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.protocol.base import Message, tag_of
from engine.protocol.values import ConversationCache, Device, FinishReason, ModelInfo, Receipt


class Event(Message, frozen=True, tag=tag_of):
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
    """More text of the answer. Deltas that wait to be written are merged, so one may hold many tokens.

    Attributes:
        reasoning: More of what the model thinks before it answers, which comes before `text`.
        moved: All text told before was reasoning, as it turns out: the model has marked only its end. What is here
            comes behind it.
    """

    request_id: str
    text: str = ""
    reasoning: str = ""
    moved: bool = False
    tokens: int = 1


class Finished(Event, frozen=True):
    """Closes a request. The deltas before it, joined, are the whole answer.

    Attributes:
        token_ids: The answer's ids without the end marker, to be sent back in later requests. They decode to its text;
            where they would not (a stop string was cut off within a token), there are none.
        reasoning_ids: Those of what it thought, likewise.
        message: With reasons `error` and `context_full`: a sentence that says what happened and what to do.
    """

    request_id: str
    reason: FinishReason
    receipt: Receipt = Receipt()
    token_ids: list[int] = []
    reasoning_ids: list[int] = []
    tokenizer_id: str = ""
    message: str = ""


class PromptRendered(Event, frozen=True):
    """What the model would see.

    Attributes:
        text: With all marks of the template.
        token_ids: Of the whole prompt.
        pieces: The text of each of them, as far as one token is text by itself.
        message: Why there is no prompt, as a sentence; empty where there is one.
    """

    request_id: str
    text: str = ""
    token_ids: list[int] = []
    pieces: list[str] = []
    message: str = ""


class TokensCounted(Event, frozen=True):
    """How many tokens each text has; none where no model is loaded."""

    count_id: str
    counts: list[int] = []


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
    | PromptRendered
    | TokensCounted
    | CacheReport
    | Heartbeat
    | Pong
    | Notice
)
