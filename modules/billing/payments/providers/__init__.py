"""Payment providers: a port, and one adapter for each provider."""
