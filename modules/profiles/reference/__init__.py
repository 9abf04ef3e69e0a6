"""What a profile may say."""
