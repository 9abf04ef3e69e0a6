"""The review queue: cases, claims, and the signals that open them."""
