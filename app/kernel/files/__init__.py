"""Files of members."""
