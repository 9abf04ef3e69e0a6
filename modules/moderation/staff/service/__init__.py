"""Commands of staff accounts and their sessions."""
