"""Text that people write and read."""
