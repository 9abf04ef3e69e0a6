"""Rules of words: what is found in a text wherever a rule's words stand in their order (see reference/__init__.py)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from modules.messaging.policies.folding import END, plain, squeeze

# Words that may stand between two of a rule's.
GAP = 4
# Begins of words that rules are found by.
_KEY = 3


@dataclass(frozen=True, slots=True)
class _Step:
    """One place of a rule: words, beginnings of words, or a number; `gap` words may stand before it."""

    gap: int
    exact: frozenset[str]
    beginnings: tuple[str, ...]
    is_number: bool

    def fits(self, word: str) -> bool:
        return word in self.exact or word.startswith(self.beginnings) or (self.is_number and word.isdigit())


@dataclass(frozen=True, slots=True)
class _Rule:
    finds: str
    steps: tuple[_Step, ...]


class RuleBook:
    """Rules, each with what it finds, kept by the beginning of their first word."""

    def __init__(self, lines: Iterable[tuple[str, str]]) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        for finds, line in lines:
            rule = _Rule(finds, tuple(_steps(line)))
            first = rule.steps[0]
            for key in {word[:_KEY] for word in (*first.exact, *first.beginnings)}:
                self._rules.setdefault(key, []).append(rule)

    def find(self, tokens: Sequence[str]) -> Iterator[str]:
        """Yield what the rules find in the words of a text, as folding gives them."""
        for place, token in enumerate(tokens):
            for rule in self._rules.get(token[:_KEY], ()):
                if rule.steps[0].fits(token) and _goes_on(rule.steps[1:], tokens, place + 1):
                    yield rule.finds


def _goes_on(steps: Sequence[_Step], tokens: Sequence[str], place: int) -> bool:
    if not steps:
        return True
    for at in range(place, min(place + steps[0].gap + 1, len(tokens))):
        if steps[0].fits(tokens[at]) and _goes_on(steps[1:], tokens, at + 1):
            return True
        if tokens[at] == END:
            return False
    return False


def _steps(line: str) -> Iterator[_Step]:
    gap = 0
    for place in line.split():
        if place == "…":
            gap = GAP
            continue
        folded = [squeeze(plain(name)) for name in place.split("|")]
        yield _Step(
            gap,
            exact=frozenset(name for name in folded if name != "#" and not name.endswith("*")),
            beginnings=tuple(name[:-1] for name in folded if name.endswith("*")),
            is_number="#" in folded,
        )
        gap = 0
