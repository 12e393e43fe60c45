"""Commands of the terminal chat that decide how the open conversation is answered."""

from __future__ import annotations

from typing import get_args

import msgspec

from app.context_text import policy_text
from app.conversation import ChatSettings, ContextPolicy
from app.prompt_view import ShownPrompt
from app.terminal_desk import Command, Desk
from app.translation import mark, tr

_NUMBERS = {
    "temperature": mark("0 to 10"),
    "top_k": mark("0 or more"),
    "top_p": mark("0 to 1"),
    "min_p": mark("0 to 1"),
    "repetition_penalty": mark("more than 0, at most 10"),
    "seed": mark("0 or more"),
    "max_tokens": mark("0 or more"),
}
_WORDS = {"thinking": "on, off", "kv_format": "exact, fp8, int8, k8v4, int4"}


class SettingCommands:
    """What they change holds for the open conversation alone."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._application = desk.application
        self._settings = desk.application.chat_settings
        self._application.prompts.shown.connect(self._on_prompt)
        self.commands = (
            Command("/system TEXT", tr("give the model its part; /system default takes it back"), self._system),
            Command(
                "/set NAME VALUE", tr("change temperature, top_p, thinking and others; /set shows them"), self._set
            ),
            Command("/model PATH", tr("let another model answer here; /model shows those there are"), self._model),
            Command(
                "/context POLICY",
                tr("say what happens when the model's context is full; trim, compact, window or stop chooses"),
                self._context,
            ),
            Command("/prompt", tr("show what the model sees, to the last token"), self._prompt),
        )

    def _system(self, argument: str) -> None:
        if argument:
            self._change("system_prompt", None if argument == "default" else argument)
        prompt = self._settings.effective(self._desk.conversation_id).system_prompt
        self._desk.say(
            tr("The system prompt is: {prompt}").format(prompt=prompt) if prompt else tr("There is no system prompt.")
        )

    def _set(self, argument: str) -> None:
        name, _, value = argument.partition(" ")
        if not argument:
            self._show_settings()
        elif name not in _NUMBERS and name not in _WORDS:
            self._desk.say(tr("There is no setting {name}; /set shows those there are.").format(name=name))
        elif not value.strip():
            self._desk.say(
                tr("Say what {name} shall be: {values}, or default.").format(name=name, values=_possible(name))
            )
        else:
            self._set_value(name, value.strip())

    def _set_value(self, name: str, value: str) -> None:
        try:
            if value == "default":
                self._change(name, msgspec.structs.asdict(ChatSettings())[name])
            else:
                self._change(name, value.replace(",", ".") if name in _NUMBERS else value)
        except msgspec.ValidationError:
            self._desk.say(
                tr("{name} cannot be {value}. It may be {values}, or default.").format(
                    name=name, value=value, values=_possible(name)
                )
            )

    def _change(self, name: str, value: object) -> None:
        """Change one setting; raises `msgspec.ValidationError` for a value that it cannot have."""
        values = msgspec.structs.asdict(self._settings.own(self._desk.conversation_id)) | {name: value}
        own = msgspec.convert(values, ChatSettings, strict=False)
        cost = self._settings.reading_cost(self._desk.conversation_id, own)
        self._settings.change(self._desk.conversation_id, own)
        self._desk.say(cost)

    def _show_settings(self) -> None:
        effective = self._settings.effective(self._desk.conversation_id)
        own = self._settings.own(self._desk.conversation_id)
        values = {**msgspec.structs.asdict(effective.sampling), "thinking": effective.thinking}
        values["kv_format"] = effective.kv_format
        for name in (*_NUMBERS, *_WORDS):
            star = "*" if getattr(own, name) != getattr(ChatSettings(), name) else " "
            value = values[name]
            self._desk.say(f"{star} {name} {tr('random') if value is None else value}")

    def _model(self, argument: str) -> None:
        choices = self._application.models.models()
        numbered = {str(number): choice.path for number, choice in enumerate(choices, start=1)}
        if argument:
            self._application.chat.use_model(self._desk.conversation_id, numbered.get(argument, argument))
            return
        state = self._application.models.state
        if state.name:
            self._desk.say(tr("The model is {name}.").format(name=state.name))
        for number, choice in enumerate(choices, start=1):
            self._desk.say(f" {number:3}  {self._application.models.name(choice.path)}")

    def _context(self, argument: str) -> None:
        context, conversation_id = self._application.context, self._desk.conversation_id
        chosen = next((policy for policy in get_args(ContextPolicy) if policy == argument), None)
        branch = self._desk.branch()
        if chosen not in (None, "stop") and branch and branch[-1].state == "context_full":
            self._desk.follow(
                self._application.chat.answer_with(branch[-1].id, chosen), tr("It cannot be answered now.")
            )
            return
        if chosen is not None:
            context.choose(conversation_id, chosen)
        fill = context.fill(branch)
        filled = (
            tr("{percent}% of the model's context is used.").format(percent=round(100 * fill)) + " " if fill else ""
        )
        policy = context.policy(conversation_id)
        self._desk.say(
            filled + tr("When it is full, {what} ({policy}).").format(what=policy_text(policy), policy=policy)
        )

    def _prompt(self, _argument: str) -> None:
        self._desk.is_waiting = True
        self._application.prompts.ask(self._desk.conversation_id)

    def _on_prompt(self, shown: ShownPrompt) -> None:
        if shown.sentence:
            self._desk.say(shown.sentence)
        else:
            self._desk.say(shown.text.rstrip("\n"))
            self._desk.say("--- " + tr("%n tokens", len(shown.token_ids)))
        self._desk.end_wait()


def _possible(name: str) -> str:
    return tr(_NUMBERS[name]) if name in _NUMBERS else _WORDS[name]
