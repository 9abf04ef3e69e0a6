"""What is sold: bundles, their prices, and discount codes."""
