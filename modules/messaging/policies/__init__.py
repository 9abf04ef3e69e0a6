"""Rules of conversations, without a database."""
