"""What the benchmarks compare with: other programs, and schemes of theirs that are imitated here."""
