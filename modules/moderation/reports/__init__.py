"""Reports by members."""
