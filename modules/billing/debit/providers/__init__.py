"""Files that a bank reads and writes."""
