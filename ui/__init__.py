"""The window. Imports app, never engine, never torch."""
