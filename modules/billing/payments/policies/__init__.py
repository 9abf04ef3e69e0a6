"""Rules of orders and payments, without a database."""
