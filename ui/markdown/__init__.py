"""What a message says, read without Qt: pieces of its text, their blocks and runs, colours of code, what is copied."""
