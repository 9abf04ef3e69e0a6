"""Commands on pictures, and their addresses."""
