"""Decisions, appeals, and the recognition of banned persons."""
