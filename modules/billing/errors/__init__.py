"""Refusals of the billing module, by subject."""
