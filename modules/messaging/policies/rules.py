"""Matching of word rules: a rule finds its words in their order in a text (format: reference/__init__.py)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from modules.messaging.policies.folding import END, fold_digraphs, fold_text

# Most words between two words of a rule.
MAX_GAP = 4
# Letters of the first word by which rules are indexed.
_INDEX_LENGTH = 3


@dataclass(frozen=True, slots=True)
class _Step:
    """One position of a rule: words, beginnings of words, or a number. Up to `gap` words may come before it, any or
    those of `between`; with `is_absent`, the next word must not match.
    """

    gap: int
    between: frozenset[str] | None
    exact: frozenset[str]
    beginnings: tuple[str, ...]
    is_number: bool
    is_absent: bool

    def fits(self, word: str) -> bool:
        return word in self.exact or word.startswith(self.beginnings) or (self.is_number and word.isdigit())

    def follows(self, word: str) -> bool:
        """Return whether a word may come before this position."""
        return word != END and (self.between is None or word in self.between)


@dataclass(frozen=True, slots=True)
class _Rule:
    finds: str
    steps: tuple[_Step, ...]


class RuleBook:
    """Rules with what they find, indexed by the beginning of their first word."""

    def __init__(self, lines: Iterable[tuple[str, str]]) -> None:
        self._rules: dict[str, list[_Rule]] = {}
        for finds, line in lines:
            rule = _Rule(finds, tuple(_steps(line)))
            first = rule.steps[0]
            for key in {word[:_INDEX_LENGTH] for word in (*first.exact, *first.beginnings)}:
                self._rules.setdefault(key, []).append(rule)

    def find(self, tokens: Sequence[str]) -> Iterator[str]:
        """Yield what the rules find in the folded words of a text."""
        padded = [END, *tokens, END]
        for place, token in enumerate(padded):
            for rule in self._rules.get(token[:_INDEX_LENGTH], ()):
                if rule.steps[0].fits(token) and _match_steps(rule.steps[1:], padded, place + 1):
                    yield rule.finds


def _match_steps(steps: Sequence[_Step], tokens: Sequence[str], place: int) -> bool:
    if not steps:
        return True
    step, rest = steps[0], steps[1:]
    if step.is_absent:
        return not any(map(step.fits, tokens[place : place + 1])) and _match_steps(rest, tokens, place)
    for at in range(place, min(place + step.gap + 1, len(tokens))):
        if step.fits(tokens[at]) and _match_steps(rest, tokens, at + 1):
            return True
        if not step.follows(tokens[at]):
            return False
    return False


def _steps(line: str) -> Iterator[_Step]:
    gap, between = 0, None
    for place in line.split():
        folded = [fold_digraphs(fold_text(name)) for name in place.strip("(!)").split("|")]
        if place == "…" or place.startswith("("):
            gap, between = MAX_GAP, None if place == "…" else frozenset(folded)
            continue
        yield _Step(
            gap,
            between,
            exact=frozenset(name for name in folded if name != "#" and not name.endswith("*")),
            beginnings=tuple(name[:-1] for name in folded if name.endswith("*")),
            is_number="#" in folded,
            is_absent=place.startswith("!"),
        )
        gap, between = 0, None
