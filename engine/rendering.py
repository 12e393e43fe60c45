"""What the model would see of a conversation, for whoever wants to look."""

from __future__ import annotations

import logging

from engine.chat_template import ChatTemplate, RenderOptions
from engine.context import with_summary
from engine.errors import PromptError
from engine.protocol import PromptRendered, RenderPrompt

log = logging.getLogger(__name__)


def rendered_prompt(template: ChatTemplate, command: RenderPrompt) -> PromptRendered:
    """The prompt, or why there is none; never raises."""
    options = RenderOptions.of(command)
    messages = with_summary(command.messages, command.summary)
    try:
        token_ids = template.token_ids(messages, options)
        pieces = template.encoder.pieces(token_ids)
        return PromptRendered(
            request_id=command.request_id,
            text=template.encoder.decode(token_ids),
            token_ids=token_ids,
            pieces=pieces,
        )
    except PromptError as error:
        message = error.sentence
    except Exception as error:  # a template is a program from elsewhere, and must not take the engine with it
        log.exception("A prompt could not be rendered.")
        message = not_prepared(error)
    return PromptRendered(request_id=command.request_id, message=message)


def not_prepared(error: Exception) -> str:
    """Why a template gave no prompt, where it failed rather than refused."""
    return f"This conversation could not be prepared for the model ({type(error).__name__}: {error})."
