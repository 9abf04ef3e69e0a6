"""Rules of the shop, without a database."""
