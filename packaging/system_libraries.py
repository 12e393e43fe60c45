"""What Qt's wheels load from the system but do not bring, and how to get it where it is missing."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping

# File name, and the Debian package that holds it. The first table is enough for the terminal chat.
QT_CORE_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
    "libzstd.so.1": "libzstd1",
}
QT_WIDGET_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
}
QT_X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
# Nothing in the set-up asks for these: where Wayland is used, they are there.
QT_WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}


def missing_libraries(libraries: Mapping[str, str]) -> dict[str, str]:
    """Those that the system's loader does not find; none on systems other than Linux, where Qt brings everything."""
    missing = {}
    for name, package in libraries.items() if sys.platform == "linux" else ():
        try:
            ctypes.CDLL(name)
        except OSError:
            missing[name] = package
    return missing


def library_sentence(missing: Mapping[str, str], consequence: str) -> str:
    """The consequence, what is missing and how to get it."""
    return (
        f"{consequence}, because Qt does not find {', '.join(missing)}. On Debian and Ubuntu install "
        f"{'it' if len(missing) == 1 else 'them'} with: sudo apt install {' '.join(sorted(set(missing.values())))}"
    )
