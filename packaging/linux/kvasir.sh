#!/bin/sh
# Starts Kvasir from wherever its folder lies.
here=$(dirname "$(readlink -f "$0")")
if ! [ -x "$here/bin/python3" ]; then
    echo "Kvasir needs Python 3.11 or newer as /usr/bin/python3, which most distributions bring." >&2
    exit 1
fi
# -E: what the user's own Python programs are told by environment variables is not for this one.
exec "$here/bin/python3" -E "$here/start.py" "$@"
