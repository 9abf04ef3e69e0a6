"""Mail that goes out and comes in."""
