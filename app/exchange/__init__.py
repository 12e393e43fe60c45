"""Import and export of conversations: pure values in, pure values out; no Qt, no SQL."""
