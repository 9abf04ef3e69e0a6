"""Reads of the billing module, by subject."""
