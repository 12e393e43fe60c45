"""An engine without a model: the real protocol over real pipes, and every way an engine can misbehave.

Usage: python fake_engine.py MODE

    normal      answers with the words of the last message
    endless     answers until it is told to stop
    crash       like normal, but kills itself mid-answer when the message says "die"
    exit        like crash, but leaves with exit code 3 and a complaint on standard error
    hang        like crash, but falls silent for good, heartbeats included
    fail        closes each request with an error
    flood       answers with 20,000 deltas as fast as the pipe takes them
    bad-lines   puts lines that are no messages between the real ones
    mute        never says hello
    slow-load   loads until it is told to abort
    no-load     refuses every model
    full        has room for four messages, and does what the context policy says, as all do that load a short context
    no-packing  loads models that bear no packed cache and have no fast path
    card        runs models on a graphics card
    stranger    speaks another version of the protocol
    slow-end    takes two seconds to end, in which it writes its ledger
    thinking    thinks before it answers, may be told not to, and its maker recommends a sampling

Every server offers the models "large" and "small", but none whose address has the word "down" in it; one that a model
was loaded from tells its figures to those who look.

No mode loads a model whose path ends in "/broken", or knows what one takes of memory whose path ends in "/odd". In all
of them `TAKEN_PORT` is taken, where the local API is to listen.

Answers to a message with the word "cut" reach the longest length, and all can be gone on with. Asked for a title it
says what the first message has behind "name it ". A token is a word, as far as prompts are rendered and texts counted.

Where `ConfigureCache` names a folder it keeps the caches of its ledger there, in `LEDGER_FILE`: a test writes that file
to say what was left from before, and reads it to see what the engine was asked to do.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from itertools import takewhile
from operator import eq
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.protocol import (
    PROTOCOL_VERSION,
    Abort,
    AbortLoad,
    AnyCommand,
    ApiState,
    CacheReport,
    CacheTried,
    ConfigureApi,
    ConfigureCache,
    ContextTrimmed,
    ConversationCache,
    CountTokens,
    Delta,
    Device,
    DropCache,
    EngineReady,
    Event,
    ExplainModel,
    Finished,
    FinishReason,
    Generate,
    Heartbeat,
    Hello,
    ListServerModels,
    LoadFailed,
    LoadModel,
    LoadProgress,
    MatchPrompts,
    MemoryHistory,
    MemoryPlanned,
    ModelExplained,
    ModelInfo,
    ModelLoaded,
    ModelUnloaded,
    PackCache,
    ParkCache,
    PinCache,
    PlanMemory,
    PrefillProgress,
    PromptMatch,
    PromptRendered,
    PromptsMatched,
    Receipt,
    RenderPrompt,
    SamplingDefaults,
    ServerModel,
    ServerModelsListed,
    Shutdown,
    TokensCounted,
    TrialSide,
    TryCache,
    UnloadModel,
    WatchCache,
    decode_command,
    encode,
)
from tests.fakes.fake_figures import LAYERS, LEDGER, MEMORY, NO_MODEL_LEDGER, PLANNED, ROOM, SAMPLE, SERVER

FLOOD_DELTAS = 20_000
CARD = Device(kind="cuda", name="Fake card")
LEDGER_FILE = "fake-ledger.json"
SLOW_END_SECONDS = 2.0
NO_PACKING = "This model does not bear a packed cache, so it is kept exact."
FULL_MESSAGES = 4
FULL_TOKENS = 16
THOUGHT = "Let me see. "
THOUGHT_IDS = [100, 101, 102]
RECOMMENDED = SamplingDefaults(temperature=0.6, top_k=20)
FULL = "The fake engine's context is full."
HEARTBEAT_SECONDS = 0.2


TAKEN_PORT = 5781


def api_state(command: ConfigureApi) -> ApiState:
    if not command.enabled:
        return ApiState(state="off")
    if command.port == TAKEN_PORT:
        message = f"Port {TAKEN_PORT} is taken by another program. Port {TAKEN_PORT + 1} is free."
        return ApiState(state="failed", port=TAKEN_PORT, message=message, free_port=TAKEN_PORT + 1)
    return ApiState(state="on", host=command.host, port=command.port)


class FakeEngine:
    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.out = threading.Lock()
        self.silent = threading.Event()
        self.loaded_path = ""
        self.server = ""
        self.is_short = mode == "full"
        self.stops: dict[str, threading.Event] = {}
        self.tiers = ConfigureCache()
        self.watch = WatchCache()
        self.caches: dict[str, ConversationCache] = {}

    def run(self) -> None:
        if self.mode == "mute":
            sys.stdin.buffer.read()
            return
        self.tell(Hello(protocol=PROTOCOL_VERSION + (self.mode == "stranger"), version="fake", pid=os.getpid()))
        self.tell(EngineReady(devices=[CARD] if self.mode == "card" else []))
        threading.Thread(target=self.beat, daemon=True).start()
        for line in sys.stdin.buffer:
            command = decode_command(line)
            if isinstance(command, Shutdown):
                if self.mode == "slow-end":
                    time.sleep(SLOW_END_SECONDS)
                    self.write_ledger()
                return
            if isinstance(command, LoadModel):
                self.load(command)
            elif isinstance(command, AbortLoad):
                self.tell(LoadFailed(load_id=command.load_id, code="aborted", message="Loading was stopped."))
            elif isinstance(command, PlanMemory):
                self.plan(command)
            elif isinstance(command, ListServerModels):
                self.list_models(command)
            elif isinstance(command, UnloadModel):
                self.loaded_path = ""
                self.tell(ModelUnloaded(), self.ledger())
            elif isinstance(command, WatchCache):
                self.watch = command
                self.tell_of_server()
                if command.memory:
                    self.tell(MemoryHistory(samples=[SAMPLE]), self.ledger())
            elif isinstance(command, ExplainModel | TryCache | MatchPrompts):
                self.explain(command)
            elif isinstance(command, ConfigureCache | ParkCache | PackCache | PinCache | DropCache):
                self.change_caches(command)
                self.tell(self.ledger())
            elif isinstance(command, ConfigureApi):
                self.tell(api_state(command))
            elif isinstance(command, Generate):
                self.stops[command.request_id] = threading.Event()
                threading.Thread(target=self.answer, args=[command], daemon=True).start()
            elif isinstance(command, RenderPrompt):
                self.render(command)
            elif isinstance(command, CountTokens):
                counts = [len(text.split()) for text in command.texts] if self.loaded_path else []
                self.tell(TokensCounted(count_id=command.count_id, counts=counts))
            elif isinstance(command, Abort) and command.request_id in self.stops:
                self.stops[command.request_id].set()

    def tell(self, *events: Event) -> None:
        lines = b"".join(encode(event) for event in events)
        if self.mode == "bad-lines":
            lines = b'not json\n{"type":"from_the_future","x":1}\n\xff\xfe\n' + lines
        with self.out:
            if not self.silent.is_set():
                sys.stdout.buffer.write(lines)
                sys.stdout.buffer.flush()

    def beat(self) -> None:
        while not self.silent.wait(HEARTBEAT_SECONDS):
            self.tell(Heartbeat(steps=0, running_requests=0))

    def load(self, command: LoadModel) -> None:
        self.tell(LoadProgress(load_id=command.load_id, stage="Reading the weights", fraction=0.5))
        if self.mode == "no-load" or command.path.endswith("/broken"):
            message = f"{command.path} is not a model."
            self.tell(LoadFailed(load_id=command.load_id, code="unsupported", message=message))
        elif self.mode != "slow-load":
            self.loaded_path = command.path
            self.server = "" if command.remote is None else command.remote.name
            self.is_short = self.mode == "full" or command.context_tokens > 0
            self.tell(ModelLoaded(load_id=command.load_id, model=fake_model(command, self.mode)), self.ledger())
            self.tell_of_server()

    def list_models(self, command: ListServerModels) -> None:
        if "down" in command.server.base_url:
            self.tell(ServerModelsListed(list_id=command.list_id, message=f"{command.server.name} is down."))
        else:
            models = [ServerModel(name="large"), ServerModel(name="small")]
            self.tell(ServerModelsListed(list_id=command.list_id, models=models))

    def tell_of_server(self) -> None:
        if self.server and self.watch.ledger:
            self.tell(msgspec.structs.replace(SERVER, server=self.server))

    def plan(self, command: PlanMemory) -> None:
        if command.path.endswith("/odd"):
            self.tell(MemoryPlanned(plan_id=command.plan_id, rooms=[ROOM], message="Nobody knows this model."))
        else:
            self.tell(MemoryPlanned(plan_id=command.plan_id, model=PLANNED, rooms=[ROOM]))

    def change_caches(self, command: AnyCommand) -> None:
        if isinstance(command, ConfigureCache):
            self.tiers = command
            file = Path(command.folder) / LEDGER_FILE
            if command.disk_budget_bytes and not self.caches and file.exists():
                caches = msgspec.json.decode(file.read_bytes(), type=list[ConversationCache])
                self.caches = {cache.conversation_id: cache for cache in caches}
            return
        cache = self.caches.get(command.conversation_id)
        if cache is None:
            return
        if isinstance(command, DropCache):
            del self.caches[command.conversation_id]
        elif isinstance(command, PinCache):
            self.caches[command.conversation_id] = msgspec.structs.replace(cache, pinned=command.pinned)
        elif isinstance(command, PackCache):
            smaller = msgspec.structs.replace(cache, bytes=cache.bytes - cache.spare_bytes, spare_bytes=0)
            self.caches[command.conversation_id] = smaller
        else:
            parked = msgspec.structs.replace(cache, disk_bytes=cache.disk_bytes or cache.bytes, bytes=0, blocks=0)
            self.caches[command.conversation_id] = parked
        self.write_ledger()

    def write_ledger(self) -> None:
        if self.tiers.folder:
            content = msgspec.json.encode(list(self.caches.values()))
            file = Path(self.tiers.folder) / LEDGER_FILE
            file.with_suffix(".tmp").write_bytes(content)  # or a test could read half of it
            file.with_suffix(".tmp").replace(file)

    def ledger(self) -> CacheReport:
        caches = list(self.caches.values())
        return msgspec.structs.replace(
            LEDGER if self.loaded_path and not self.server else NO_MODEL_LEDGER,
            ram_budget_bytes=self.tiers.ram_budget_bytes if self.mode == "card" else 0,
            disk_budget_bytes=self.tiers.disk_budget_bytes,
            disk_used_bytes=sum(cache.disk_bytes for cache in caches),
            conversations=caches,
            memory=MEMORY if self.watch.memory else None,
        )

    def explain(self, command: ExplainModel | TryCache | MatchPrompts) -> None:
        """Three layers; three tokens of a trial; prompts whose first one is all cached, word by word."""
        request_id = command.request_id
        if isinstance(command, ExplainModel):
            explained = ModelExplained(
                request_id=request_id,
                layers=LAYERS,
                format_bytes={"exact": 1536.0, "int8": 816.0, "int4": 420.0},
                kv_format="int8",
                block_tokens=64,
                context_tokens=2048,
            )
            self.tell(explained)
        elif isinstance(command, TryCache):
            for step in range(3):
                self.tell(
                    CacheTried(
                        request_id=request_id,
                        step=step,
                        prompt_tokens=5,
                        text=f"word{step} ",
                        cached=trial_side(1 if step else 5, 100 * (step > 0)),
                        uncached=trial_side(5 + step, 0),
                        is_last=step == 2,
                    )
                )
        else:
            prompts = [" ".join(message.content for message in p.messages).split() for p in command.prompts]
            common = [len(list(takewhile(bool, map(eq, prompts[0], prompt)))) for prompt in prompts]
            matches = [
                PromptMatch(prompt_tokens=len(prompt), cached_tokens=same, common_tokens=same)
                for prompt, same in zip(prompts, common, strict=True)
            ]
            self.tell(PromptsMatched(request_id=request_id, matches=matches, block_tokens=4))

    def render(self, command: RenderPrompt) -> None:
        parts = [f"<{message.role}> {message.content}\n" for message in command.messages]
        text = "".join((*parts, command.summary))
        pieces = [f"{word} " for word in text.split()]
        rendered = PromptRendered(
            request_id=command.request_id, text=text, token_ids=list(range(len(pieces))), pieces=pieces
        )
        self.tell(rendered)

    def answer(self, command: Generate) -> None:
        request_id, text = command.request_id, command.messages[-1].content
        turns = f"({len(command.messages)} messages)"
        self.tell(PrefillProgress(request_id=request_id, prompt_tokens=10, cached_tokens=4, read_tokens=6))
        if self.is_short and len(command.messages) > FULL_MESSAGES and not self.make_room(command):
            self.finish(request_id, "context_full", 0, FULL)
            return
        if self.mode == "fail":
            self.finish(request_id, "error", 0, "The fake engine fails on purpose.")
            return
        if self.mode == "flood":
            self.tell(*(Delta(request_id=request_id, text=f"{n} ") for n in range(FLOOD_DELTAS)))
            self.finish(request_id, "stop", FLOOD_DELTAS)
            return
        if self.mode == "thinking" and command.thinking != "off" and not command.continues:
            self.tell(Delta(request_id=request_id, reasoning=THOUGHT, tokens=len(THOUGHT_IDS)))
            thought_ids = THOUGHT_IDS
        else:
            thought_ids = []
        if command.cache == "once" and "name it " in command.messages[0].content:
            text, turns = command.messages[0].content.partition("name it ")[2], ""
        if command.continues:
            text = "and more"
        words = [f"{word} " for word in (*text.split(), turns) if word]
        for number, word in enumerate(words):
            self.tell(Delta(request_id=request_id, text=word))
            if number == 1 and "die" in text:
                self.die()
        if self.mode == "endless":
            while not self.stops[request_id].wait(0.002):
                self.tell(Delta(request_id=request_id, text="and "))
            self.finish(request_id, "aborted", 7)
        else:
            reason: FinishReason = "length" if "cut" in text.split() else "stop"
            self.finish(request_id, reason, len(words), reasoning_ids=thought_ids)

    def make_room(self, command: Generate) -> bool:
        """Leave out the oldest turn that is not pinned; the summary is the earlier one and its first message."""
        if command.context_policy == "stop":
            return False
        turns = [[place, place + 1] for place, m in enumerate(command.messages[:-1]) if m.role == "user"]
        oldest = next(turn for turn in turns if not any(command.messages[place].pinned for place in turn))
        trimmed = ContextTrimmed(request_id=command.request_id, left_out=oldest, summary=command.summary)
        if command.context_policy == "compact":
            self.tell(ContextTrimmed(request_id=command.request_id, left_out=oldest))
            summary = f"{command.summary} {command.messages[oldest[0]].content}".strip()
            trimmed = ContextTrimmed(request_id=command.request_id, left_out=oldest, summary=summary)
        self.tell(trimmed)
        return True

    def finish(
        self,
        request_id: str,
        reason: FinishReason,
        tokens: int,
        message: str = "",
        reasoning_ids: Sequence[int] = (),
    ) -> None:
        receipt = Receipt(
            cached_tokens=4, read_tokens=6, generated_tokens=tokens, first_token_ms=12.0, tokens_per_second=50.0
        )
        self.tell(
            Finished(
                request_id=request_id,
                reason=reason,
                receipt=receipt,
                token_ids=list(range(tokens)),
                reasoning_ids=list(reasoning_ids),
                tokenizer_id="fake-tokenizer",
                message=message,
            )
        )

    def die(self) -> None:
        if self.mode == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.mode == "exit":
            sys.stderr.write("RuntimeError: the fake engine leaves.\n")
            sys.stderr.flush()
            os._exit(3)
        elif self.mode == "hang":
            self.silent.set()


def trial_side(computed_tokens: int, cache_bytes: int) -> TrialSide:
    return TrialSide(
        computed_tokens=computed_tokens,
        weights_bytes=1024,
        cache_bytes=cache_bytes,
        milliseconds=10.0 * computed_tokens,
    )


def fake_model(command: LoadModel, mode: str) -> ModelInfo:
    bears_packing = mode != "no-packing"
    if command.remote is not None:
        return ModelInfo(
            path=command.path,
            name=command.remote_model,
            architecture="",
            fingerprint="",
            tokenizer_id="",
            dtype="",
            device="remote",
            context_tokens=0,
            weights_bytes=0,
            kv_bytes_per_token=0,
            attention_path="plain",
            server=command.remote.name,
        )
    return ModelInfo(
        path=command.path,
        name=Path(command.path).name,
        architecture="Fake",
        fingerprint=f"fake, graded: {command.kv_grading}",
        tokenizer_id="fake-tokenizer",
        dtype="float32",
        device="cuda:0" if mode == "card" else "cpu",
        context_tokens=FULL_TOKENS if mode == "full" else command.context_tokens or 2048,
        weights_bytes=1,
        kv_bytes_per_token=1,
        attention_path="fast" if bears_packing else "gather",
        attention_note="" if bears_packing else "The fake engine runs this model's own attention.",
        kv_format=command.kv_format if bears_packing else "exact",
        kv_divergence=0.00042 if bears_packing else 0.0,
        kv_note="" if bears_packing else NO_PACKING,
        kernels="Fake, 1 thread",
        thinking="optional" if mode == "thinking" else "none",
        sampling=RECOMMENDED if mode == "thinking" else SamplingDefaults(),
    )


if __name__ == "__main__":
    FakeEngine(sys.argv[1]).run()
