"""Rules of the billing module as pure functions, by subject."""
