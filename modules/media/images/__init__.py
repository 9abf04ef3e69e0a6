"""Photos from uploads, decoded in a process of their own."""
