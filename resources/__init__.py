"""What the window shows beside text: icons."""
