"""Pictures of every screen, and what axe finds on them."""
