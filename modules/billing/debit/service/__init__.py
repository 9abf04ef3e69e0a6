"""Commands of mandates, collections and their files."""
