"""Events: from the engine."""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.protocol.base import Message, tag_of
from engine.protocol.explanation import LayerCache, PromptMatch, TrialSide
from engine.protocol.memory import ModelMemory, Room
from engine.protocol.remote import ServerKind, ServerModel, ServerSlot
from engine.protocol.values import (
    CacheCounters,
    ChosenToken,
    ConversationCache,
    Device,
    FinishReason,
    KvFormat,
    MemoryReading,
    MemorySample,
    ModelInfo,
    Receipt,
    Surroundings,
)


class Event(Message, frozen=True, tag=tag_of):
    """Base of what the engine tells."""


class Hello(Event, frozen=True):
    """First event of a process, sent before torch is imported; commands are read from here on."""

    protocol: int
    version: str
    pid: int
    devices: list[Device] = []


class EngineReady(Event, frozen=True):
    """torch is imported. `devices` is what torch can use, best first.

    Attributes:
        has_torch: False in an engine that was started for a model elsewhere. It says this again, with torch, if that is
            needed after all.
    """

    devices: list[Device]
    torch_version: str = ""
    transformers_version: str = ""
    surroundings: Surroundings = Surroundings()
    has_torch: bool = True


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
        code: `aborted`, `not_found`, `unsupported`, `damaged`, `no_permission`, `out_of_memory`, `no_space`,
            `unreachable` or `internal`.
        message: A sentence that says what is wrong, with which file, and what to do.
    """

    load_id: str
    code: str
    message: str


class ModelUnloaded(Event, frozen=True):
    """No model is loaded now."""


class MemoryPlanned(Event, frozen=True):
    """What a model takes of memory, and what there is; `memory.plan_memory` reckons with it.

    Attributes:
        model: None where it cannot be told; the model may be loaded all the same.
        rooms: Where it could run, the best first; the computer's own memory comes last.
        message: Why there is no estimate, as a sentence.
    """

    plan_id: str
    model: ModelMemory | None = None
    rooms: list[Room] = []
    message: str = ""


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
        chances: Of its tokens, where they were asked for; the text of one may come later.
    """

    request_id: str
    text: str = ""
    reasoning: str = ""
    moved: bool = False
    tokens: int = 1
    chances: list[ChosenToken] = []


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
    """How many tokens each text has; none where no model is loaded.

    Attributes:
        are_estimates: Reckoned from the number of characters: the model runs elsewhere, and so does its tokenizer.
    """

    count_id: str
    counts: list[int] = []
    are_estimates: bool = False


class CacheReport(Event, frozen=True):
    """The cache ledger, sent when it changed. `used_bytes <= budget_bytes`, always.

    While `WatchCache` says that somebody looks it comes at most four times a second; else when the engine falls idle.
    It is sent without a model too, once `ConfigureCache` has come, for what lies on the disk.

    `running_bytes`, `shared_bytes`, `idle_bytes`, `loose_bytes` and `state_bytes` together are `used_bytes`.

    Attributes:
        evictable_bytes: What of `used_bytes` no running request needs: it is kept warm, and given up as soon as a
            request needs the room.
        state_bytes: What of `used_bytes` are copies of recurrent state.
        running_bytes: Blocks of one conversation that is being answered.
        shared_bytes: Blocks that several conversations use, each counted once.
        idle_bytes: Blocks of one conversation that waits.
        loose_bytes: Blocks of old versions and branches, which no conversation shows.
        saved_bytes: What the shared blocks would take in addition if each conversation had its own.
        block_bytes: Of a new block, which is exact.
        packed_block_bytes: Of a block in the model's cache format.
        process_bytes: Resident memory of the engine's process.
        disk_written_bytes: Since the engine started, and `disk_read_bytes` likewise.
        memory: Where memory is, measured; None while nobody looks.
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
    running_bytes: int = 0
    shared_bytes: int = 0
    idle_bytes: int = 0
    loose_bytes: int = 0
    saved_bytes: int = 0
    counters: CacheCounters = CacheCounters()
    memory: MemoryReading | None = None


class ServerModelsListed(Event, frozen=True):
    """What a server offers.

    Attributes:
        message: Why that cannot be told, as a sentence; empty where it can.
    """

    list_id: str
    models: list[ServerModel] = []
    kind: ServerKind = ""
    message: str = ""


class ServerReport(Event, frozen=True):
    """What the server of the loaded model tells of its cache and its work, which are those of all who use it.

    It comes every few seconds while `WatchCache` says that somebody looks at the ledger.

    Attributes:
        server: What the user calls it.
        usage: How full the cache of keys and values is, from 0 to 1; -1 where the server does not say.
        queried_tokens: Prompt tokens that were looked for in its prefix cache since it was started, and `hit_tokens`
            those that were found; -1 likewise, and so are the next two.
        running: Requests that are being answered.
        waiting: Requests that wait.
        slots: Of a llama-server.
        own_reused_tokens: Of the prompts of this program since the model was loaded: what the server found cached.
        own_read_tokens: Of them: what it had to read.
        message: Why the server's own figures are missing, as a sentence; empty where they are there.
    """

    server: str
    kind: ServerKind = ""
    usage: float = -1.0
    queried_tokens: int = -1
    hit_tokens: int = -1
    running: int = -1
    waiting: int = -1
    slots: list[ServerSlot] = []
    own_reused_tokens: int = 0
    own_read_tokens: int = 0
    message: str = ""


class MemoryHistory(Event, frozen=True):
    """The timeline as far as the engine has it, oldest first; answers a `WatchCache` that asks for readings.

    What follows comes with the reports.
    """

    samples: list[MemorySample] = []


class ModelExplained(Event, frozen=True):
    """What the loaded model keeps of a text.

    Attributes:
        layers: All of them, in order; none where no model is loaded.
        format_bytes: Of one more token in each format, over all layers, windows included.
        context_tokens: Of the model.
    """

    request_id: str
    layers: list[LayerCache] = []
    format_bytes: dict[KvFormat, float] = {}
    kv_format: KvFormat = "exact"
    block_tokens: int = 0
    context_tokens: int = 0


class CacheTried(Event, frozen=True):
    """One token of a trial, computed in both ways.

    Attributes:
        step: From 0, which reads the prompt.
        prompt_tokens: Of the whole prompt.
        text: Of the token, as far as it is text by itself.
        is_last: Whether nothing follows.
        message: Why there is no trial, as a sentence; the rest means nothing then.
    """

    request_id: str
    step: int = 0
    prompt_tokens: int = 0
    text: str = ""
    cached: TrialSide | None = None
    uncached: TrialSide | None = None
    is_last: bool = False
    message: str = ""


class PromptsMatched(Event, frozen=True):
    """How much of each prompt is in the cache, in the order in which they were asked about.

    Attributes:
        message: Why that cannot be told, as a sentence.
    """

    request_id: str
    matches: list[PromptMatch] = []
    block_tokens: int = 0
    message: str = ""


class ApiState(Event, frozen=True):
    """Whether other programs can ask, sent when it changed.

    Attributes:
        state: `failed`: it was asked for and cannot be had.
        host: Where it listens, and `port` likewise.
        message: Why it failed, as a sentence.
        free_port: Where the one that was asked for is taken: another that is free.
        running_requests: That are being answered now.
        requests: That have come since the engine started.
    """

    state: Literal["off", "on", "failed"]
    host: str = ""
    port: int = 0
    message: str = ""
    free_port: int = 0
    running_requests: int = 0
    requests: int = 0


class MetricsRead(Event, frozen=True):
    """What the engine is doing, and what it has done since it started.

    Attributes:
        running_requests: That are being read or written, and `waiting_requests` those whose turn has not come.
        cache_used_bytes: Of the device, and `cache_budget_bytes` what it may take there.
    """

    request_id: str
    running_requests: int = 0
    waiting_requests: int = 0
    cache_used_bytes: int = 0
    cache_budget_bytes: int = 0
    counters: CacheCounters = CacheCounters()


class Heartbeat(Event, frozen=True):
    """Sent every two seconds, also while a step runs. `steps` counts finished steps since the start."""

    steps: int
    running_requests: int


class Pong(Event, frozen=True):
    """Answer to `Ping`."""

    seq: int


class Notice(Event, frozen=True):
    """A sentence for the user that belongs to no request.

    Attributes:
        topic: What can be changed about it, or looked at; empty for nothing.
    """

    severity: Literal["info", "warning", "error"]
    message: str
    topic: Literal["", "cache", "log"] = ""


AnyEvent: TypeAlias = (
    Hello
    | EngineReady
    | LoadProgress
    | ModelLoaded
    | LoadFailed
    | ModelUnloaded
    | MemoryPlanned
    | PrefillProgress
    | ContextTrimmed
    | Delta
    | Finished
    | PromptRendered
    | TokensCounted
    | CacheReport
    | ServerModelsListed
    | ServerReport
    | MemoryHistory
    | ModelExplained
    | CacheTried
    | PromptsMatched
    | ApiState
    | MetricsRead
    | Heartbeat
    | Pong
    | Notice
)
