"""Orders, what is paid for them, and what goes back."""
