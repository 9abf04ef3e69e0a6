"""Words that weak passwords are made of (common_words.txt, written for Hearthside), in several languages."""

from functools import cache
from pathlib import Path


@cache
def common_words() -> frozenset[str]:
    """Return common words, names and keyboard walks in lower case, four letters or longer."""
    lines = (Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8").split()
    return frozenset(lines)
