"""How requests are handled and answered."""
