"""How somebody leaves: deletion, reactivation, erasure, and the copy of their data."""
