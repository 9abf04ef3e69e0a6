"""Events: the outbox, the jobs of their handlers, and signals to open pages."""
