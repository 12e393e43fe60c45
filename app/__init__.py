"""State, storage and controllers of the program: everything between the window and the engine, without widgets."""
