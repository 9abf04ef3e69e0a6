"""Commands of fictional profiles and their writers."""
