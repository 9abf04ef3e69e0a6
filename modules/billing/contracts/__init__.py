"""What other modules see of billing, by subject."""
