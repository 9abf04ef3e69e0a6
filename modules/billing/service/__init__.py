"""Commands of the billing module, by subject."""
