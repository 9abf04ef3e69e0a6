"""Schemas of billing's HTTP API, by subject."""
