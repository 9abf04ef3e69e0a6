"""Rules of search, without a database."""
