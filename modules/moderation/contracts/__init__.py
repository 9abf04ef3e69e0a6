"""What other modules see of moderation, by subject."""
