"""State, storage and controllers of the program: everything between the window and the engine, without widgets."""

from engine.protocol import VERSION as __version__

__all__ = ["__version__"]
