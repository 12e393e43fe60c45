"""The Hugging Face Hub: searching it, fetching from it, and the cache that it shares with other programs.

Everything that needs huggingface_hub runs in a child process (`worker`), which may be ended at any time: that library
is slow to import and waits for the network. The window's process asks it in `messages` and shows what comes back.
"""
