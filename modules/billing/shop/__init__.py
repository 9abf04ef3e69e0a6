"""Bundles of credits, their prices, and discount codes."""
