"""Commands of deletion, erasure and copies."""
