"""State, storage and controllers of the program: everything between the window and the engine, without widgets."""

__version__ = "0.1.0"
