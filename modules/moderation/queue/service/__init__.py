"""Commands of the review queue."""
