"""Commands of the sites module, by subject."""
