"""What uv says when it cannot go on, as sentences for the user."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.translation import mark, tr

_KEPT = mark("What has arrived is kept; try again and it goes on from there.")


def sentence(said: Sequence[str], code: int, folder: str) -> str:
    """What happened and what to do.

    Args:
        said: The lines on uv's standard error.
        code: Its exit code.
        folder: Where the environment lies.
    """
    text = "\n".join(said)
    if re.search(r"No space left on device|os error (28|112|122)\b|Disk quota exceeded", text):
        return tr("The disk with {folder} is full. Make room there. {kept}").format(folder=folder, kept=tr(_KEPT))
    mismatch = re.search(r"[Hh]ash mismatch for `([A-Za-z0-9._-]+)", text)
    if mismatch:
        return tr(
            "The file of {package} that arrived is not the one that Kvasir was made with: its checksum is "
            "another one. It was not installed. {kept} If that does not help, something between here and the "
            "package index changes files."
        ).format(package=mismatch[1], kept=tr(_KEPT))
    if re.search(r"invalid peer certificate|certificate verify failed|UnknownIssuer", text):
        return tr(
            "The package index could not be trusted: its certificate is not one that this system knows. In networks "
            "that open encrypted connections, SSL_CERT_FILE names the certificates to trust."
        )
    if re.search(r"not found in the (package registry|provided package locations)|no version of|no wheels with", text):
        missing = re.search(r"(?:Because|because) ([A-Za-z0-9._-]+) was not found", text) or re.search(
            r"no version of ([A-Za-z0-9._-]+)", text
        )
        what = missing[1] if missing else tr("a package")
        return tr("{what} was not found where packages are taken from. If that is a folder, it lacks wheels.").format(
            what=what
        )
    if re.search(
        r"error sending request|[Ff]ailed to fetch|dns error|[Cc]onnection|timed out|error decoding response|"
        r"[Nn]etwork|Request failed|offline",
        text,
    ):
        return tr("The connection to the package index was lost. {kept}").format(kept=tr(_KEPT))
    if re.search(r"Failed to (extract|unzip)|[Ii]nvalid zip|CRC|corrupt|unexpected end of file", text):
        return tr("A file arrived damaged and was not installed. {kept}").format(kept=tr(_KEPT))
    if re.search(r"Permission denied|os error (5|13|30)\b|Read-only file system", text):
        return tr("Nothing may be written to {folder}. Allow that, and try again.").format(folder=folder)
    last = next((line.strip(" ×│╰─▶") for line in reversed(said) if line.strip()), tr("it said nothing"))
    return tr("The engine could not be set up (uv, exit code {code}): {last}. The log says more. {kept}").format(
        code=code, last=last, kept=tr(_KEPT)
    )
