"""Attention over the block table."""
