"""Values inside messages, and the words that they are made of."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
Dtype: TypeAlias = Literal["auto", "bfloat16", "float16", "float32"]
Weights: TypeAlias = Literal["auto", "as_stored", "int8", "int4"]
"""How the weights lie in memory. `auto`: on a processor as small as nobody notices, on a card as they are stored."""
KvFormat: TypeAlias = Literal["exact", "fp8", "int8", "k8v4", "int4"]
"""How sealed blocks of the cache are kept; `engine.cache.formats` says what each is."""
ParkedFormat: TypeAlias = Literal["same", "int8", "k8v4", "int4"]
"""What blocks are packed into, at least, before they leave the device; `same` leaves them as they are."""
CacheUse: TypeAlias = Literal["keep", "once", "temporary", "apart"]
"""What becomes of what a request computes. `keep`: it stays warm for the conversation's next turn. `once`: it may use
what is cached, and is forgotten at the end (titles, summaries). `temporary`: it stays warm while the program runs, is
shared with nobody and is never written to a disk. `apart`: the same, shared with its like alone; so the local API's
requests have a cache besides that of the user's chats."""
LOCAL_API = "local-api"
"""What the local API's cache is called in the ledger, and what the ids of its requests begin with."""
ContextPolicy: TypeAlias = Literal["stop", "trim", "compact", "window"]
"""What happens when the context is full. `stop`: say so. `trim`: oldest turns are left out, down to half. `compact`:
the same, and the model first writes a summary of them. `window`: the first tokens and the newest half stay, also within
an answer, so that text can go on without end."""
Thinking: TypeAlias = Literal["default", "on", "off"]
"""Whether the model thinks before it answers; `default` leaves it to the template. Only some templates can be told."""
FinishReason: TypeAlias = Literal["stop", "length", "context_full", "aborted", "error"]
"""`stop`: the model or a stop string ended it. `length`: `max_tokens` was reached. `context_full`: the model's context
is full. `aborted`: the user stopped it. `error`: see the sentence beside it."""


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


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine computes with.

    Attributes:
        cuda: The version of CUDA that torch was built for; empty for a build without, and `rocm` likewise.
        card_trouble: What torch says when its build is for cards and it finds none; English, and not ours.
        threads: On processors.
        packages: Versions by name, of those that are there.
        variables: Of the environment, those that decide how it runs.
    """

    python: str = ""
    cuda: str = ""
    rocm: str = ""
    card_trouble: str = ""
    threads: int = 0
    packages: dict[str, str] = {}
    variables: dict[str, str] = {}


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """A function that an answer wanted called, with its arguments as JSON."""

    name: str
    arguments: str = "{}"
    id: str = ""


class TokenChance(msgspec.Struct, frozen=True, kw_only=True):
    """How likely a token was: the logarithm of its probability before sampling changes any.

    Attributes:
        text: Of the token by itself, as far as it is text.
    """

    text: str
    logprob: float


class ChosenToken(TokenChance, frozen=True, kw_only=True):
    """A token of an answer, with the likeliest ones in its place, as many as were asked for."""

    others: list[TokenChance] = []


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a conversation as the model shall see it.

    Attributes:
        token_ids: For an assistant's turn that this engine generated: the ids `content` came out as. They are used
            again in place of a fresh tokenisation if `tokenizer_id` is that of the loaded model, so that the cache
            still fits.
        reasoning: What the model thought before it said `content`, without the marks around it. Whether the model
            sees it again, its template decides.
        reasoning_ids: The ids `reasoning` came out as.
        tokenizer_id: From the `Finished` event that closed the turn.
        pinned: Whether `trim` and `compact` leave it in.
        tool_calls: Of an answer that wanted functions called.
        tool_call_id: Of a message by a tool: which call it answers.
        tool_name: Likewise, the function.
    """

    role: Role
    content: str
    token_ids: list[int] = []
    reasoning: str = ""
    reasoning_ids: list[int] = []
    tokenizer_id: str = ""
    pinned: bool = False
    tool_calls: list[ToolCall] = []
    tool_call_id: str = ""
    tool_name: str = ""


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


class SamplingDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """What a model's maker recommends, from its generation config; None where nothing is said."""

    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    repetition_penalty: float | None = None


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
        template_note: What the chat template cannot do and what is done instead, as a sentence; empty where it can.
        thinking: `none`: it does not think. `always`: it does, and cannot be told not to. `optional`: `Generate` tells.
        sampling: What its maker recommends.
        weights: How they are kept. Not always as was asked for: `weights_note` then says why, as a sentence.
        weights_divergence: How far answers with packed weights were from those with the stored ones, on a test text:
            mean KL divergence in nats.
        compiled: Whether steps that write an answer run in compiled code as a whole.
        kernels: What reads the cache in decode, for people: `Numba, 8 threads`; `torch` where there is nothing better.
        server: What the user calls the server that runs it; empty for a model in the engine itself. Of one elsewhere
            little is known: `device` is `remote`, sizes are 0, and so is `context_tokens` if the server does not say.
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
    weights: Weights = "as_stored"
    weights_divergence: float = 0.0
    weights_note: str = ""
    compiled: bool = False
    kernels: str = "torch"
    has_chat_template: bool = True
    template_note: str = ""
    thinking: Literal["none", "always", "optional"] = "none"
    sampling: SamplingDefaults = SamplingDefaults()
    load_seconds: float = 0.0
    server: str = ""


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
        shared_bytes: What of `bytes` another conversation uses too.
        spare_bytes: What of `bytes` packing it smaller would give back.
        last_used: When it was last answered or saved, in seconds since the epoch; 0 where that is not known.
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
    shared_bytes: int = 0
    spare_bytes: int = 0
    last_used: float = 0.0


class CacheCounters(msgspec.Struct, frozen=True, kw_only=True):
    """What has happened since the engine started; these only ever grow.

    Attributes:
        read_tokens: Prompt tokens that were computed.
        reused_tokens: Prompt tokens that were found in the cache instead.
        generated_tokens: Tokens of all answers.
        evicted_blocks: Blocks that had to leave the device because others needed the room.
        packed_blocks: Blocks that were packed smaller than their format, to make room or because the user asked.
        to_ram_bytes: Moved into the RAM tier, and `from_ram_bytes` out of it.
    """

    read_tokens: int = 0
    reused_tokens: int = 0
    generated_tokens: int = 0
    evicted_blocks: int = 0
    packed_blocks: int = 0
    to_ram_bytes: int = 0
    from_ram_bytes: int = 0


class PlaceReading(msgspec.Struct, frozen=True, kw_only=True):
    """A memory or a disk, as the system or the driver reports it.

    Attributes:
        free_bytes: What anybody could still take.
        engine_bytes: What the engine's process takes there.
    """

    total_bytes: int = 0
    free_bytes: int = 0
    engine_bytes: int = 0


class MemorySample(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of the timeline.

    Attributes:
        at: In seconds since the epoch.
        weights_bytes: Of the device, as are the next three.
        working_bytes: What the engine's process takes there besides weights and cache.
        others_bytes: What other programs take.
        read_tokens: As in `CacheCounters`, and so are the others.
    """

    at: float
    weights_bytes: int = 0
    cache_bytes: int = 0
    working_bytes: int = 0
    others_bytes: int = 0
    read_tokens: int = 0
    reused_tokens: int = 0
    generated_tokens: int = 0
    evicted_blocks: int = 0


class MemoryReading(msgspec.Struct, frozen=True, kw_only=True):
    """Where memory is, measured.

    Attributes:
        device: Where the model runs: the graphics card, or the computer's memory once more.
        ram: The computer's memory.
        disk: The disk with the cache folder; all 0 where there is none.
        source: Who says so of the device: `system`, `nvidia` or `torch`.
        sample: The same as a moment of the timeline.
    """

    device: PlaceReading
    ram: PlaceReading
    disk: PlaceReading
    source: Literal["system", "nvidia", "torch"]
    sample: MemorySample
