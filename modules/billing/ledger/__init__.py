"""Credits: lots, entries, and what a message or a gift costs."""
