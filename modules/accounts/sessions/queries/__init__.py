"""Reads of sessions and links."""
