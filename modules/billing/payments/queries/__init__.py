"""Reads of orders and payments."""
