"""Rules of decisions, without a database."""
