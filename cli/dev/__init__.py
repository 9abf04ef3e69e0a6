"""Tools of development, which no image contains: the demo, stand-ins for others, tests, pictures and measures."""
