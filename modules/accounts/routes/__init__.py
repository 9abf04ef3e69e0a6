"""HTTP of the accounts module, by subject."""
