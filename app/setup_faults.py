"""What uv says when it cannot go on, as sentences for the user."""

from __future__ import annotations

import re
from collections.abc import Sequence

_KEPT = "What has arrived is kept; try again and it goes on from there."


def sentence(said: Sequence[str], code: int, folder: str) -> str:
    """What happened and what to do.

    Args:
        said: The lines on uv's standard error.
        code: Its exit code.
        folder: Where the environment lies.
    """
    text = "\n".join(said)
    if re.search(r"No space left on device|os error (28|112|122)\b|Disk quota exceeded", text):
        return f"The disk with {folder} is full. Make room there. {_KEPT}"
    mismatch = re.search(r"[Hh]ash mismatch for `([A-Za-z0-9._-]+)", text)
    if mismatch:
        return (
            f"The file of {mismatch[1]} that arrived is not the one that Kvasir was made with: its checksum is another "
            f"one. It was not installed. {_KEPT} If that does not help, something between here and the package index "
            "changes files."
        )
    if re.search(r"invalid peer certificate|certificate verify failed|UnknownIssuer", text):
        return (
            "The package index could not be trusted: its certificate is not one that this system knows. In networks "
            "that open encrypted connections, SSL_CERT_FILE names the certificates to trust."
        )
    if re.search(r"not found in the (package registry|provided package locations)|no version of|no wheels with", text):
        missing = re.search(r"(?:Because|because) ([A-Za-z0-9._-]+) was not found", text) or re.search(
            r"no version of ([A-Za-z0-9._-]+)", text
        )
        what = missing[1] if missing else "a package"
        return f"{what} was not found where packages are taken from. If that is a folder, it lacks wheels."
    if re.search(
        r"error sending request|[Ff]ailed to fetch|dns error|[Cc]onnection|timed out|error decoding response|"
        r"[Nn]etwork|Request failed|offline",
        text,
    ):
        return f"The connection to the package index was lost. {_KEPT}"
    if re.search(r"Failed to (extract|unzip)|[Ii]nvalid zip|CRC|corrupt|unexpected end of file", text):
        return f"A file arrived damaged and was not installed. {_KEPT}"
    if re.search(r"Permission denied|os error (5|13|30)\b|Read-only file system", text):
        return f"Nothing may be written to {folder}. Allow that, and try again."
    last = next((line.strip(" ×│╰─▶") for line in reversed(said) if line.strip()), "it said nothing")
    return f"The engine could not be set up (uv, exit code {code}): {last}. The log says more. {_KEPT}"
