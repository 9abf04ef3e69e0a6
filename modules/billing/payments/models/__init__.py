"""Tables of orders and payments."""
