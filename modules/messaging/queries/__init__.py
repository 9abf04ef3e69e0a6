"""Reads of conversations and messages."""
