"""Commands of members."""
