"""Reads of mandates, collections and batches."""
