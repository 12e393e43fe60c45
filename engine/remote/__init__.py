"""Models that run on servers elsewhere, behind the same protocol as those that run here. Needs neither torch nor Qt."""
