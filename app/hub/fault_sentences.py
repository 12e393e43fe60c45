"""What went wrong with the Hub, as sentences for the user."""

from __future__ import annotations

from app.hub.messages import Failed
from app.numbers import decimal
from app.translation import tr

_GB = 1e9


def sentence(failed: Failed) -> str:
    """What happened and what to do."""
    words = _words(failed)
    return words.format(
        repository=failed.repository or tr("This model"),
        where=failed.where,
        detail=failed.detail,
        status=failed.status,
        seconds=failed.seconds,
        needed=decimal(failed.needed_bytes / _GB, 1),
        free=decimal(failed.free_bytes / _GB, 1),
    )


def _words(failed: Failed) -> str:
    match failed.code:
        case "offline":
            return tr(
                "Kvasir was told to stay offline (HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE is set). Without that, models "
                "can be searched and fetched."
            )
        case "connection":
            return tr(
                "The connection to {where} was lost or could not be made. What has arrived is kept; try again when the "
                "network is there."
            )
        case "certificate":
            return tr(
                "{where} could not be trusted: its certificate is not one that this system knows. In networks that "
                "open encrypted connections, SSL_CERT_FILE names the certificates to trust."
            )
        case "not_found":
            return tr(
                "{where} has no {repository}, or it is private. Check the name; for a private one set HF_TOKEN to a "
                "token of an account that may see it."
            )
        case "gated":
            return tr(
                "The authors of {repository} want to be asked first. Agree to their terms on its page at {where}, then "
                "set HF_TOKEN to a token of that account and start Kvasir again."
            )
        case "unauthorised":
            return tr(
                "{where} did not accept the token. Make a new one in the settings of your account there and set "
                "HF_TOKEN to it."
            )
        case "forbidden":
            return tr("{where} does not let this account read {repository}. Ask its owner for access.")
        case "busy":
            if failed.seconds:
                return tr("{where} gets too many requests from here. Try again in {seconds} seconds.")
            return tr("{where} gets too many requests from here. Wait some minutes, then try again.")
        case "server":
            return tr("{where} has trouble of its own (status {status}). What has arrived is kept; try again later.")
        case "answer":
            return tr(
                "{where} does not answer as the Hugging Face Hub does ({detail}). If HF_ENDPOINT is set, check it; "
                "else something between here and there changes answers."
            )
        case "too_large":
            return tr("{repository} has a file of more than 50 GB, which cannot be fetched in this way.")
        case "damaged":
            return tr(
                "{where} arrived damaged: its checksum is another one. It was thrown away; try again. If that does not "
                "help, something between here and the Hub changes files."
            )
        case "no_space":
            if failed.needed_bytes:
                return tr(
                    "{needed} GB more are needed in {where}, where {free} GB are free. Make room there and go on."
                )
            return tr("The disk with {where} is full. Make room there and go on; what has arrived is kept.")
        case "no_permission":
            return tr("{where} cannot be written. Allow that, or let HF_HUB_CACHE name another folder.")
        case "cache":
            return tr("The Hugging Face cache could not be used: {where} {detail}").strip()
        case "internal":
            return tr("Something in Kvasir went wrong: {detail}. See the log.")
