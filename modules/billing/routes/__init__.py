"""HTTP of the billing module, by subject."""
