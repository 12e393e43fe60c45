"""The local API: other programs ask the loaded model over HTTP, in the words of OpenAI's API.

It speaks to the engine as the window does, in commands and events, and loads neither torch nor Qt.
"""
