"""Rules of staff, without a database."""
