"""conversations.db: the user's words, committed before anything else happens to them."""
