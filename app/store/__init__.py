"""conversations.db: the user's words, committed before anything else happens to them."""

import sys

if "numpy" not in sys.modules:
    # sqlite-utils imports numpy where it is installed, to accept its numbers. That is a third of a second of the
    # window's start for nothing; without it sqlite-utils does as well.
    sys.modules["numpy"] = None  # type: ignore[assignment] # makes the import fail, as documented
    try:
        import sqlite_utils  # noqa: F401 # so that later imports find it
    finally:
        del sys.modules["numpy"]
