"""Safety hints: what in a message is known from frauds. They inform its recipient and stop nothing (promise 7)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from modules.messaging import reference
from modules.messaging.contracts import Hint
from modules.messaging.policies.folding import END, plain, squeeze, words

# Words that may stand between two of a rule's.
GAP = 4
# Begins of words that rules are found by.
_KEY = 3

_EMAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\]|\{at\}|\(a\))\s?[a-z0-9-]{2,}"
    r"(?:\s?(?:\.|\(dot\)|\[dot\]|\(punkt\)|\(punt\))\s?[a-z]{2,})+"
)
_HANDLE = re.compile(r"(?<![\w.@])@[a-z][a-z0-9_.]{3,}")
_LINK = re.compile(
    r"https?://|(?<!\w)www\.[a-z0-9]|(?<!\w)(?:t|wa)\.me/\w"
    r"|(?<![\w.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*\.(?:[a-z]{2,12}/\w"
    r"|(?:com|net|org|info|biz|app|xyz|site|online|club|shop|link|click|store|website|page|dev|io|ru|cn|tk|ly)(?!\w))"
)
_IBAN = re.compile(r"(?<!\w)[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){3,7}(?:[ -]?[a-z0-9]{1,3})?(?!\w)")
_NUMBER = re.compile(r"(?<![\w,.:])\+?\(?\d[\d\s().\-/]{5,28}\d(?![\w:%€])")
# A part of a sentence, with what ends it; a dot or a comma inside a number or an address ends nothing.
_PART = re.compile(r".+?(?:[.,;:!?…\n]+(?=\s|$)\s*|$)", re.DOTALL)
_DATE = re.compile(r"\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}\s?[-/]\s?\d{4}")


def find_hints(text: str) -> tuple[Hint, ...]:
    """Return what in a text is known from frauds, in any of the house's languages."""
    folded = plain(text)
    tokens = words(folded)
    found = {*_find_signs(folded, tokens), *_find_rules(_undisguised(tokens))}
    return tuple(hint for hint in Hint if hint in found)


def mark_hints(text: str) -> list[tuple[str, bool]]:
    """Return a text in parts, each with whether something in it is known from frauds; together they are the text.

    What is only found across parts marks all of it.
    """
    if not find_hints(text):
        return [(text, False)] if text else []
    parts = [(part, bool(find_hints(part))) for part in _PART.findall(text)]
    return parts if any(is_found for _, is_found in parts) else [(text, True)]


def _find_signs(text: str, tokens: Sequence[str]) -> Iterator[Hint]:
    """Yield what is told by its form: addresses, telephone numbers, accounts, links."""
    without_addresses = _EMAIL.sub(" ", text)
    if without_addresses != text or _HANDLE.search(text):
        yield Hint.ELSEWHERE
    if _IBAN.search(text):
        yield Hint.MONEY
    elif any(_is_telephone(found[0]) for found in _NUMBER.finditer(text)) or _says_number(tokens):
        yield Hint.ELSEWHERE
    if _LINK.search(without_addresses):
        yield Hint.LINK


def _is_telephone(number: str) -> bool:
    """Tell a telephone number from a date, a span of years or a large amount."""
    groups = re.findall(r"\d+", number)
    digits = "".join(groups)
    if _DATE.fullmatch(number.strip("() ")) or digits.endswith("000") or len(digits) > 15:
        return False
    if number.startswith("+") or digits.startswith("0"):
        return len(digits) >= 8
    if len(groups) > 1 and min(map(len, groups)) < 2:
        return False
    in_groups = len(groups) in (3, 4) and max(map(len, groups)) <= 3
    return len(digits) >= 9 or (len(digits) == 8 and (in_groups or digits[:2] not in ("19", "20")) and len(groups) != 2)


def _says_number(tokens: Iterable[str]) -> bool:
    """Tell whether seven digits or words for digits stand in a row."""
    row = 0
    for token in tokens:
        row = row + 1 if token in _digit_words() else row + len(token) if row and token.isdigit() else 0
        if row >= 7:
            return True
    return False


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
    hint: Hint
    steps: tuple[_Step, ...]


def _find_rules(tokens: Sequence[str]) -> Iterator[Hint]:
    rules = _rules()
    for place, token in enumerate(tokens):
        for rule in rules.get(token[:_KEY], ()):
            if rule.steps[0].fits(token) and _goes_on(rule.steps[1:], tokens, place + 1):
                yield rule.hint


def _goes_on(steps: Sequence[_Step], tokens: Sequence[str], place: int) -> bool:
    if not steps:
        return True
    for at in range(place, min(place + steps[0].gap + 1, len(tokens))):
        if steps[0].fits(tokens[at]) and _goes_on(steps[1:], tokens, at + 1):
            return True
        if tokens[at] == END:
            return False
    return False


@cache
def _rules() -> dict[str, list[_Rule]]:
    """All rules of all languages, by the beginning of their first word: people write in more than one."""
    found: dict[str, list[_Rule]] = {}
    for name in (reference.COMMON, *reference.LANGUAGES):
        for hint in Hint:
            for line in reference.hint_rules(name).get(hint, ()):
                rule = _Rule(hint, tuple(_steps(line)))
                first = rule.steps[0]
                for key in {word[:_KEY] for word in (*first.exact, *first.beginnings)}:
                    found.setdefault(key, []).append(rule)
    return found


def _steps(line: str) -> Iterator[_Step]:
    gap = 0
    for place in line.split():
        if place == "…":
            gap = GAP
            continue
        names = [name for one in place.split("|") for name in (_apps() if one == "<app>" else (one,))]
        folded = [squeeze(plain(name)) for name in names]
        yield _Step(
            gap,
            exact=frozenset(name for name in folded if name != "#" and not name.endswith("*")),
            beginnings=tuple(name[:-1] for name in folded if name.endswith("*")),
            is_number="#" in folded,
        )
        gap = 0


@cache
def _digit_words() -> frozenset[str]:
    lines = [line for name in reference.LANGUAGES for line in reference.hint_rules(name)["digits"]]
    return frozenset(squeeze(plain(word)) for line in lines for word in line.split("|"))


def _apps() -> tuple[str, ...]:
    return reference.hint_rules(reference.COMMON)["apps"]


def _undisguised(tokens: Sequence[str]) -> list[str]:
    """Return words in which an l that was written as a capital i is one again, where that makes a known name."""
    return [_shapes().get(_shape(token), token) for token in tokens]


def _shape(word: str) -> str:
    return word.replace("l", "i").replace("1", "i")


@cache
def _shapes() -> dict[str, str]:
    names = (*_apps(), "whatsapp", "bitcoin", "paypal")
    return {_shape(name): name for name in names if len(name) > 5}
