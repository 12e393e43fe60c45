"""The messages between the window's process and the engine's: one UTF-8 JSON object per line, each way.

Commands go to the engine's standard input, events come from its standard output, and logs go to standard error. This
package is the only part of the engine that others may import; it loads neither torch nor Qt.

A receiver ignores what it does not know: unknown fields are dropped by msgspec, a line of an unknown type or a damaged
line raises `ProtocolError` from the decoder, and the caller logs it and goes on with the next line.
"""

from __future__ import annotations

from engine.protocol.codec import MAX_LINE_BYTES as MAX_LINE_BYTES
from engine.protocol.codec import PROTOCOL_VERSION as PROTOCOL_VERSION
from engine.protocol.codec import ProtocolError as ProtocolError
from engine.protocol.codec import decode_command as decode_command
from engine.protocol.codec import decode_event as decode_event
from engine.protocol.codec import encode as encode
from engine.protocol.commands import Abort as Abort
from engine.protocol.commands import AbortLoad as AbortLoad
from engine.protocol.commands import AnyCommand as AnyCommand
from engine.protocol.commands import Command as Command
from engine.protocol.commands import ConfigureApi as ConfigureApi
from engine.protocol.commands import ConfigureCache as ConfigureCache
from engine.protocol.commands import CountTokens as CountTokens
from engine.protocol.commands import DropCache as DropCache
from engine.protocol.commands import ExplainModel as ExplainModel
from engine.protocol.commands import Generate as Generate
from engine.protocol.commands import ListServerModels as ListServerModels
from engine.protocol.commands import LoadModel as LoadModel
from engine.protocol.commands import MatchPrompts as MatchPrompts
from engine.protocol.commands import PackCache as PackCache
from engine.protocol.commands import ParkCache as ParkCache
from engine.protocol.commands import PinCache as PinCache
from engine.protocol.commands import Ping as Ping
from engine.protocol.commands import PlanMemory as PlanMemory
from engine.protocol.commands import ReadMetrics as ReadMetrics
from engine.protocol.commands import RenderPrompt as RenderPrompt
from engine.protocol.commands import ShowConversation as ShowConversation
from engine.protocol.commands import Shutdown as Shutdown
from engine.protocol.commands import TryCache as TryCache
from engine.protocol.commands import UnloadModel as UnloadModel
from engine.protocol.commands import WatchCache as WatchCache
from engine.protocol.events import AnyEvent as AnyEvent
from engine.protocol.events import ApiState as ApiState
from engine.protocol.events import CacheReport as CacheReport
from engine.protocol.events import CacheTried as CacheTried
from engine.protocol.events import ContextTrimmed as ContextTrimmed
from engine.protocol.events import Delta as Delta
from engine.protocol.events import EngineReady as EngineReady
from engine.protocol.events import Event as Event
from engine.protocol.events import Finished as Finished
from engine.protocol.events import Heartbeat as Heartbeat
from engine.protocol.events import Hello as Hello
from engine.protocol.events import LoadFailed as LoadFailed
from engine.protocol.events import LoadProgress as LoadProgress
from engine.protocol.events import MemoryHistory as MemoryHistory
from engine.protocol.events import MemoryPlanned as MemoryPlanned
from engine.protocol.events import MetricsRead as MetricsRead
from engine.protocol.events import ModelExplained as ModelExplained
from engine.protocol.events import ModelLoaded as ModelLoaded
from engine.protocol.events import ModelUnloaded as ModelUnloaded
from engine.protocol.events import Notice as Notice
from engine.protocol.events import Pong as Pong
from engine.protocol.events import PrefillProgress as PrefillProgress
from engine.protocol.events import PromptRendered as PromptRendered
from engine.protocol.events import PromptsMatched as PromptsMatched
from engine.protocol.events import ServerModelsListed as ServerModelsListed
from engine.protocol.events import ServerReport as ServerReport
from engine.protocol.events import TokensCounted as TokensCounted
from engine.protocol.explanation import CachedKind as CachedKind
from engine.protocol.explanation import LayerCache as LayerCache
from engine.protocol.explanation import PromptMatch as PromptMatch
from engine.protocol.explanation import TrialSide as TrialSide
from engine.protocol.memory import CacheSizes as CacheSizes
from engine.protocol.memory import LayerKind as LayerKind
from engine.protocol.memory import MemoryPlan as MemoryPlan
from engine.protocol.memory import ModelMemory as ModelMemory
from engine.protocol.memory import Room as Room
from engine.protocol.memory import Verdict as Verdict
from engine.protocol.memory import WeightsOption as WeightsOption
from engine.protocol.memory import Wish as Wish
from engine.protocol.memory import plan_memory as plan_memory
from engine.protocol.remote import TORCH_LATER as TORCH_LATER
from engine.protocol.remote import RemoteServer as RemoteServer
from engine.protocol.remote import ServerKind as ServerKind
from engine.protocol.remote import ServerModel as ServerModel
from engine.protocol.remote import ServerSlot as ServerSlot
from engine.protocol.values import LOCAL_API as LOCAL_API
from engine.protocol.values import CacheCounters as CacheCounters
from engine.protocol.values import CacheUse as CacheUse
from engine.protocol.values import ChatMessage as ChatMessage
from engine.protocol.values import ChosenToken as ChosenToken
from engine.protocol.values import ContextPolicy as ContextPolicy
from engine.protocol.values import ConversationCache as ConversationCache
from engine.protocol.values import Device as Device
from engine.protocol.values import Dtype as Dtype
from engine.protocol.values import FinishReason as FinishReason
from engine.protocol.values import KvFormat as KvFormat
from engine.protocol.values import MemoryReading as MemoryReading
from engine.protocol.values import MemorySample as MemorySample
from engine.protocol.values import ModelInfo as ModelInfo
from engine.protocol.values import ParkedFormat as ParkedFormat
from engine.protocol.values import PlaceReading as PlaceReading
from engine.protocol.values import Receipt as Receipt
from engine.protocol.values import Role as Role
from engine.protocol.values import SamplingDefaults as SamplingDefaults
from engine.protocol.values import SamplingParams as SamplingParams
from engine.protocol.values import Surroundings as Surroundings
from engine.protocol.values import Thinking as Thinking
from engine.protocol.values import TokenChance as TokenChance
from engine.protocol.values import ToolCall as ToolCall
from engine.protocol.values import Weights as Weights

VERSION = "0.1.0"
"""Of the program. It stands here because both processes say it, and this is the one package that both import."""
