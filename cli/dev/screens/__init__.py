"""Pictures of every screen, and axe's findings on them."""
