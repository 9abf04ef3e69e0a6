"""Writing for fictional profiles."""
