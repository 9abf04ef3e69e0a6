"""Commands of signup, login and passwords."""
