"""Reads of deletions and copies."""
