"""Rules of members, without a database."""
