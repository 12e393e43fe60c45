"""Models, repositories and downloads in words."""

from __future__ import annotations

from collections.abc import Sequence

from app.hub.download_list import DownloadRecord
from app.hub.fault_sentences import sentence
from app.hub.messages import RepositoryFacts, RepositorySummary
from app.hub.repository_files import Variant, why_none
from app.model_controller import ModelChoice
from app.model_removal import Uses
from app.recommended_models import Fit, RecommendedModel
from app.translation import tr
from ui import formats

_MOST_NAMED = 3
_BILLION, _MILLION, _THOUSAND = 10**9, 10**6, 10**3


def source(choice: ModelChoice) -> str:
    """Where a model lies."""
    names = {
        "starter": tr("starter model"),
        "folder": tr("on this computer"),
        "hub": tr("Hugging Face cache"),
        "remote": tr("on {server}").format(server=choice.server),
    }
    return names[choice.source]


def place(choice: ModelChoice) -> str:
    """How large a model is, and where it lies; of one elsewhere only that."""
    where = source(choice)
    return where if choice.source == "remote" else f"{formats.size(choice.size_bytes)} · {where}"


def parameters(number: int) -> str:
    """How large a model is, as its makers say it: 4.0B, 135M."""
    if number >= _BILLION:
        return tr("{count}B").format(count=formats.decimal(round(number / _BILLION, 1)))
    return tr("{count}M").format(count=formats.number(round(number / _MILLION)))


def repository(found: RepositorySummary) -> str:
    """A repository in a line."""
    parts = [
        parameters(found.parameters) if found.parameters else "",
        found.licence or tr("no licence named"),
        tr("{count} downloads").format(count=_short(found.downloads)),
        " + ".join(_format(name) for name in found.formats),
    ]
    return " · ".join(filter(None, parts))


def recommended(model: RecommendedModel) -> str:
    """A recommended model in a line."""
    parts = [
        formats.size(model.size_bytes),
        tr("context {tokens}").format(tokens=formats.number(model.context_tokens)),
        model.licence,
        tr("can think") if model.thinks else "",
    ]
    return " · ".join(filter(None, parts))


def fit(how: Fit) -> str:
    """How a recommended model fits this machine, in a word or two."""
    return {
        "fits": tr("fits"),
        "tight": tr("tight"),
        "smaller": tr("fits in 4 bits"),
        "too_large": tr("too large"),
    }[how]


def variant(choice: Variant) -> tuple[str, str]:
    """What can be fetched of a repository: its name, and what there is to say of it."""
    size = formats.size(choice.size_bytes)
    if choice.kind == "safetensors":
        return tr("The weights as they were published"), tr("{size}, safetensors, %n files", len(choice.files)).format(
            size=size
        )
    return choice.label, tr("{size}, GGUF, %n files", len(choice.files)).format(size=size)


def about(facts: RepositoryFacts) -> str:
    """A repository in a few lines."""
    summary = facts.summary
    lines = [repository(summary)]
    known = [
        facts.architecture,
        tr("context of %n tokens", facts.context_tokens) if facts.context_tokens else "",
    ]
    if any(known):
        lines.append(" · ".join(filter(None, known)))
    return "\n".join(lines)


def obstacle(facts: RepositoryFacts) -> str:
    """What stands between the user and the files; empty for nothing."""
    if facts.summary.is_gated:
        return tr(
            "Its authors want to be asked first: agree to their terms on its page, and set HF_TOKEN to a token of that "
            "account."
        )
    return ""


def no_variant(facts: RepositoryFacts) -> str:
    """Why nothing of a repository can be fetched."""
    match why_none(facts.files):
        case "pickles":
            return tr(
                "Its weights are pickles only, which can run code when they are opened. Kvasir does not load them; "
                "look for a copy with safetensors."
            )
        case "adapter":
            return tr("This is an addition to another model, and not a model by itself.")
        case "parts":
            return tr("A part of its weights is missing there.")
        case "nothing":
            return tr("There are no weights that Kvasir can load.")


def room(choice: Variant, facts: RepositoryFacts) -> tuple[str, bool]:
    """What a fetch takes of the disk, and whether it has that."""
    words = tr("{size} to fetch into {folder}, where {free} are free.").format(
        size=formats.size(choice.size_bytes), folder=facts.folder, free=formats.size(facts.free_bytes)
    )
    return words, choice.size_bytes <= facts.free_bytes


def progress(record: DownloadRecord) -> str:
    """How a download is, in a line."""
    part = formats.part_of(record.received_bytes, record.total_bytes)
    match record.state:
        case "waiting":
            return tr("waits for the one before it · {part}").format(part=part)
        case "running":
            stage = {
                "waiting": tr("another program fetches {name}"),
                "receiving": tr("fetching {name}"),
                "checking": tr("checking {name}"),
            }[record.stage]
            words = stage.format(name=record.name) if record.name else tr("getting ready")
            return f"{words} · {part}"
        case "paused":
            return tr("paused · {part}").format(part=part)
        case "failed":
            return tr("stopped · {part}").format(part=part)
        case "done":
            return tr("complete and verified · {size}").format(size=formats.size(record.total_bytes))


def trouble(record: DownloadRecord) -> str:
    """Why a download does not go on; empty where nothing is wrong."""
    return sentence(record.failure) if record.failure is not None else ""


def missing(choice: ModelChoice) -> str:
    """Why a model cannot be loaded; empty for one that is whole."""
    if not choice.missing:
        return ""
    return tr("It is not complete and cannot be loaded: {names} is missing or not whole.").format(
        names=_names(choice.missing)
    )


def consequences(uses: Uses) -> str:
    """What deleting a model would touch, as sentences."""
    parts = []
    if uses.own is not None and uses.own.is_link:
        parts.append(tr("Only the link to it goes; what it leads to stays."))
    else:
        parts.append(tr("{size} become free.").format(size=formats.size(max(uses.freed_bytes, 0))))
    if uses.kept_bytes:
        parts.append(
            tr("{size} stay, since another version of it has them too.").format(size=formats.size(uses.kept_bytes))
        )
    if uses.own is not None and uses.own.others:
        parts.append(tr("%n other files in the folder stay.", uses.own.others))
    if uses.is_shared:
        parts.append(tr("Other programs that use the Hugging Face cache would have to fetch it again."))
    if uses.is_loaded:
        parts.append(tr("It is loaded now and is unloaded first."))
    if uses.is_default:
        parts.append(tr("It is the model that is loaded at the start; the starter model takes its place."))
    if uses.conversations:
        titles = _names([conversation.title for conversation in uses.conversations])
        parts.append(
            tr("%n chats used it and keep their text: {titles}.", len(uses.conversations)).format(titles=titles)
        )
    if uses.presets:
        parts.append(tr("Presets that choose it: {names}.").format(names=_names(uses.presets)))
    return " ".join(parts)


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return tr("{names} and %n more", more).format(names=shown) if more > 0 else shown


def _format(name: str) -> str:
    return {"gguf": "GGUF"}.get(name, name)


def _short(number: int) -> str:
    if number >= _MILLION:
        return tr("{count} million").format(count=formats.decimal(round(number / _MILLION, 1)))
    return formats.number(number) if number < 10 * _THOUSAND else formats.number(round(number, -3))
