"""The KV cache: blocks, who owns them, and where their keys and values lie."""
