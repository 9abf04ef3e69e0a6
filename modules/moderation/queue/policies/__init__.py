"""Rules of the review queue, without a database."""
