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
    """One place of a rule: words, beginnings of words, or a number. `gap` words may stand before it, of those that are
    named or of any; with `is_absent`, what comes next must not be of it.
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
        """Return whether a word may stand before it."""
        return word != END and (self.between is None or word in self.between)


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
        said = [END, *tokens, END]
        for place, token in enumerate(said):
            for rule in self._rules.get(token[:_KEY], ()):
                if rule.steps[0].fits(token) and _goes_on(rule.steps[1:], said, place + 1):
                    yield rule.finds


def _goes_on(steps: Sequence[_Step], tokens: Sequence[str], place: int) -> bool:
    if not steps:
        return True
    step, rest = steps[0], steps[1:]
    if step.is_absent:
        return not any(map(step.fits, tokens[place : place + 1])) and _goes_on(rest, tokens, place)
    for at in range(place, min(place + step.gap + 1, len(tokens))):
        if step.fits(tokens[at]) and _goes_on(rest, tokens, at + 1):
            return True
        if not step.follows(tokens[at]):
            return False
    return False


def _steps(line: str) -> Iterator[_Step]:
    gap, between = 0, None
    for place in line.split():
        folded = [squeeze(plain(name)) for name in place.strip("(!)").split("|")]
        if place == "…" or place.startswith("("):
            gap, between = GAP, None if place == "…" else frozenset(folded)
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
