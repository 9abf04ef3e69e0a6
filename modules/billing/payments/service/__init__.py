"""What is done with orders and payments."""
