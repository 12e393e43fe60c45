"""Every figure that the README or docs/BENCHMARKS.md claims, as a command."""
