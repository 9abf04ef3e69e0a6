"""Reads of decisions."""
