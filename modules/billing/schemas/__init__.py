"""What billing says over HTTP, by subject."""
