"""Commands of the notifications module, by subject."""
