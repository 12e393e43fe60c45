"""A plan of memory in sentences, and as the parts of a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.gguf_guess import GgufGuess
from app.memory_planner import Estimate, MemoryPlan, ModelMemory, WeightsOption, Wish, plan_memory
from app.translation import tr
from ui import formats
from ui.stacked_bar import BarPart


def weights_name(option: WeightsOption) -> str:
    """How weights are kept, in few words and with what they take."""
    names = {
        "auto": tr("As small as nobody notices"),
        "float32": tr("32 bits for each number"),
        "bfloat16": tr("16 bits for each number"),
        "int8": tr("8 bits"),
        "int4": tr("4 bits"),
    }
    return f"{names.get(option.name, option.name)} · {formats.size(option.num_bytes)}"


def about_layers(model: ModelMemory) -> str:
    """What the model is, and what its layers cache."""
    parts = [tr("{count} parameters").format(count=_short(model.parameters))]
    for kind in model.layers:
        if kind.latent:
            numbers = kind.k_dim + kind.v_dim
            parts.append(
                tr("%n layers with latents of {size} numbers", kind.count).format(size=formats.number(numbers))
            )
        elif kind.window:
            window = formats.number(kind.window)
            parts.append(tr("%n layers that see the last {window} tokens", kind.count).format(window=window))
        else:
            heads = tr("%n KV heads", kind.kv_heads)
            parts.append(tr("%n layers that see everything, with {heads}", kind.count).format(heads=heads))
    if model.state_layers:
        parts.append(tr("%n layers with a state of their own", model.state_layers))
    if model.context_tokens:
        parts.append(tr("context up to %n tokens", model.context_tokens))
    return " · ".join(parts)


def verdict(plan: MemoryPlan, wish: Wish) -> str:
    """What comes of a wish, as a sentence."""
    needed, free = formats.size(plan.needed_bytes), formats.size(plan.free_bytes)
    if plan.verdict == "fits":
        return tr("It fits: {needed} of the {free} that can be free.").format(needed=needed, free=free)
    if plan.verdict == "tight":
        return tr(
            "It only just fits: {needed} of the {free} that can be free. Little is left for other programs."
        ).format(needed=needed, free=free)
    if plan.verdict == "too_large":
        missing = formats.size(plan.needed_bytes - plan.free_bytes)
        return tr("It does not fit: {needed} are needed and {free} can be free, which is {missing} too little.").format(
            needed=needed, free=free, missing=missing
        )
    if plan.reason == "parked":
        return tr(
            "It will be slow: of %n conversations of this length not all fit at a time. Some are parked, and brought "
            "back when they go on.",
            wish.conversations,
        )
    if plan.reason == "offloaded":
        return tr(
            "It will be slow: the graphics card has {free} and {needed} are needed, so part of the model has to lie in "
            "the computer’s memory."
        ).format(needed=needed, free=free)
    return tr(
        "It fits, but will be slow: reading the model and its caches once, as each word needs it, takes this machine "
        "about {seconds} seconds."
    ).format(seconds=formats.decimal(round(plan.token_seconds, 1)))


def guess(found: GgufGuess, memory_bytes: int) -> str:
    """How a model would fit whose config is not known, and what that stands on.

    Args:
        memory_bytes: Of the card that is used, or of the computer.
    """
    model = found.model
    sentence = {
        "fits": tr("It should fit: unpacked it takes about {needed} of the {memory} that there are."),
        "tight": tr("It will only just fit: unpacked it takes about {needed} of the {memory} that there are."),
        "smaller": tr(
            "It should fit with its weights in 4 bits, in about {small} of the {memory} that there are; unpacked it "
            "takes about {needed}."
        ),
        "too_large": tr("It is too large: about {needed} are needed, and there are {memory}."),
    }[found.fit(memory_bytes)]
    basis = {
        "hub": tr("This is a guess: the Hub names its parameters, and its cache is taken to be like that of {alike}."),
        "size": tr("This is a rough guess from the size of its file; its cache is taken to be like that of {alike}."),
    }[found.basis]
    small, needed = model.needed_bytes(in_4_bits=True), model.needed_bytes()
    sizes = {"small": formats.size(small), "needed": formats.size(needed), "memory": formats.size(memory_bytes)}
    return f"{sentence.format(**sizes)} {basis.format(alike=found.alike.name)}"


def largest(plan: MemoryPlan, wish: Wish) -> str:
    """How long conversations could be."""
    if not plan.largest_context_tokens:
        return tr("With these choices no context is short enough.")
    return tr("Up to %n tokens of context fit here.", plan.largest_context_tokens)


def advice(estimate: Estimate, wish: Wish) -> str:
    """The first change that would make it fit; empty if none would, or none is needed."""
    model = estimate.model
    if model is None:
        return ""
    plan = plan_memory(model, estimate.rooms, wish)
    if plan.verdict in ("fits", "tight") or plan.reason == "bandwidth":
        return ""
    smaller = [option for option in model.weights if option.num_bytes < wish.weights.num_bytes]
    smaller.sort(key=lambda option: -option.num_bytes)
    changes: list[tuple[str, Wish]] = []
    if wish.kv_format != "int4":
        changes.append((tr("With a 4-bit cache it would fit."), replace(wish, kv_format="int4")))
    for option in smaller:
        sentence = tr("With weights of {weights} it would fit.").format(weights=weights_name(option))
        changes.append((sentence, replace(wish, weights=option)))
    for sentence, changed in changes:
        if plan_memory(model, estimate.rooms, changed).verdict in ("fits", "tight"):
            return sentence
    return tr("A shorter context or fewer conversations take less.") if plan.largest_context_tokens else ""


def reading(plan: MemoryPlan) -> str:
    """Where the time of a token goes."""
    crossing = tr("%n tokens", plan.crossing_tokens)
    if not plan.crossing_tokens:
        sentence = tr("Reading the caches never takes longer than reading the weights.")
    elif plan.cache_read_bytes > plan.weights_read_bytes:
        sentence = tr("From {crossing} on, as here, each token takes longer to read the caches than the weights.")
    else:
        sentence = tr("From {crossing} on each token would take longer to read the caches than the weights.")
    sentence = sentence.format(crossing=crossing)
    if not plan.token_seconds:
        return sentence
    milliseconds = formats.number(round(plan.token_seconds * 1000))
    return f"{sentence} {tr('Reading both takes this machine about {ms} ms.').format(ms=milliseconds)}"


def memory_parts(plan: MemoryPlan) -> list[BarPart]:
    """What the memory would hold, and what of it is missing or left."""
    parts = [
        BarPart(
            tr("Other programs"),
            max(plan.total_bytes - plan.free_bytes, 0),
            "meter_others",
            tr("What all other programs and the system take now."),
            is_hatched=True,
        ),
        BarPart(tr("Weights"), plan.weights_bytes, "text_muted", tr("The model itself.")),
        BarPart(
            tr("Cache"), plan.cache_bytes, "accent", tr("Keys and values of all conversations, full to their end.")
        ),
        BarPart(
            tr("Working space"),
            plan.working_bytes,
            "meter_working",
            tr("What is computed between two layers, one layer’s history unpacked, and the words of the tokenizer."),
        ),
    ]
    missing = plan.needed_bytes - plan.free_bytes
    if missing > 0:
        return [*parts, BarPart(tr("Too much"), missing, "danger", tr("What there is no room for."), is_hatched=True)]
    return [*parts, BarPart(tr("Free"), -missing, "sunken", tr("Not used by anybody."))]


def fitted(parts: Sequence[BarPart], total_bytes: int) -> list[BarPart]:
    """The same as a bar of what there is and what is missing: what has no room is cut where the memory ends."""
    *inside, end = parts
    cut, left = [], total_bytes
    for part in inside:
        cut.append(replace(part, num_bytes=min(part.num_bytes, left)))
        left -= cut[-1].num_bytes
    return [*cut, end]


def reading_parts(plan: MemoryPlan) -> list[BarPart]:
    """What one token of each conversation reads."""
    return [
        BarPart(tr("Weights"), plan.weights_read_bytes, "text_muted", tr("Read once for all conversations.")),
        BarPart(tr("Caches"), plan.cache_read_bytes, "accent", tr("Each conversation reads its own.")),
    ]


def place(estimate: Estimate) -> str:
    """Whose memory it is, and what the present model gives back."""
    names = [room.name for room in estimate.rooms if room.kind != "cpu"] or [room.name for room in estimate.rooms]
    replaced = sum(room.replaced_bytes for room in estimate.rooms)
    name = ", ".join(dict.fromkeys(names))
    if not replaced:
        return name
    return tr("{device} · the loaded model will give {bytes} back").format(device=name, bytes=formats.size(replaced))


def _short(count: int) -> str:
    for unit, words in ((10**9, tr("{number} billion")), (10**6, tr("{number} million"))):
        if count >= unit:
            return words.format(number=formats.decimal(float(f"{count / unit:.3g}")))
    return formats.number(count)


def context_steps(limit_tokens: int) -> Sequence[int]:
    """The contexts that are offered: powers of two and their halves up, and the model's own limit."""
    steps, value = [], 512
    while value < limit_tokens:
        steps += [value, value * 3 // 2]
        value *= 2
    return sorted({*(step for step in steps if step < limit_tokens), limit_tokens})
