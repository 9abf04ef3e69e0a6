"""Reads of members."""
