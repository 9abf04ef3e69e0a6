"""Payment providers: the port that the house speaks through, and one adapter a provider."""
