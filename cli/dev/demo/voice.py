"""Sentences of demo people, combined from the fragments in texts/<language>.toml."""

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).parent / "texts"
LANGUAGES = ("en", "nl", "de")

BY_GENDER = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
SLOT = re.compile(r"<(\w+)>")
CHOICE = re.compile(r"\{([^}]*)\}")


@cache
def fragments(language: str) -> Mapping[str, Any]:
    """Return the fragments of a language: lists of sentences by subject, and the tables `interests` and `slots`."""
    return tomllib.loads((TEXTS / f"{language}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Voice:
    """A person's style of writing: a language, the grammatical gender for oneself, and a random generator."""

    language: str
    masculine: bool
    chance: random.Random

    def about(self, subject: str) -> str:
        """Return a sentence about a subject of the fragments, such as "wishes"."""
        return self.write(self.chance.choice(fragments(self.language)[subject]))

    def about_interests(self, interests: Sequence[str], count: int) -> list[str]:
        """Return up to `count` sentences, each about another interest; some interests have no sentence."""
        known = fragments(self.language)["interests"]
        chosen = [key for key in interests if key in known][:count]
        return [self.write(self.chance.choice(known[key])) for key in chosen]

    def write(self, pattern: str) -> str:
        """Return a random sentence from a pattern such as "I [bake|cook] {often|daily} with <joy>."."""
        used: set[str] = set()

        def fill(match: re.Match[str]) -> str:
            offered = fragments(self.language)["slots"][match[1]]
            word: str = self.chance.choice([word for word in offered if word not in used])
            used.add(word)
            return word

        text = BY_GENDER.sub(lambda match: match[1 if self.masculine else 2], pattern)
        text = SLOT.sub(fill, text)
        text = CHOICE.sub(lambda match: self.chance.choice(match[1].split("|")), text)
        return text[0].upper() + text[1:]
