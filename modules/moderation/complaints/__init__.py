"""Complaints, by form or by mail."""
