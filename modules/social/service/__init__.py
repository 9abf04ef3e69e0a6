"""Commands of likes, matches, blocks and visits."""
