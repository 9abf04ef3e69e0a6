"""A sample of texts to judge: which share of them an editor would correct (docs/reports/words.md)."""

import random
from collections import defaultdict

from cli.dev.words.catalogue import VALUE, Words, stem_of

TEXTS, PARAGRAPHS = 360, 30
# Of the texts: a quarter under 20 characters, two fifths from 20 to 80, the rest longer.
SHARES = ((20, 90), (81, 144), (10_000, 126))


def draw(words: Words, seed: str) -> list[tuple[str, str]]:
    """Return 360 texts, plural forms together, and 30 paragraphs of the pages, with their keys; the same for a seed."""
    chance = random.Random(f"{seed}-{words.language}")
    stems: dict[str, list[str]] = defaultdict(list)
    for key, text in words.texts.items():
        stems[stem_of(key)].append(text)
    drawn: list[tuple[str, str]] = []
    shortest = 0
    for longest, number in SHARES:
        fitting = [stem for stem, texts in stems.items() if shortest <= len(VALUE.sub("", texts[-1])) < longest]
        drawn += [(stem, " | ".join(stems[stem])) for stem in chance.sample(fitting, min(number, len(fitting)))]
        shortest = longest
    paragraphs = [
        (f"{page}:{line}", text)
        for page, content in words.pages.items()
        for line, text in enumerate(content.splitlines(), 1)
        if len(text) > 80
    ]
    return drawn + chance.sample(paragraphs, min(PARAGRAPHS, len(paragraphs)))
