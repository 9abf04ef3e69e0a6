"""Safety hints: patterns of fraud in a message. They inform its recipient and block nothing (promise 7)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from app.kernel.i18n import LOCALES
from modules.messaging import reference
from modules.messaging.contracts import Hint
from modules.messaging.policies.folding import fold_digraphs, fold_text, split_words
from modules.messaging.policies.rules import RuleBook

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
# A part of a sentence with its punctuation; a dot or a comma inside a number or an address does not end it.
_PART = re.compile(r".(?:[^.,;:!?…\n]++|[.,;:!?…\n]++)*?(?:[.,;:!?…\n]+(?=\s|$)\s*|$)", re.DOTALL)
_DATE = re.compile(r"\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}\s?[-/]\s?\d{4}")


def find_hints(text: str) -> tuple[Hint, ...]:
    """Return the patterns of fraud in a text, in any of our languages."""
    folded = fold_text(text)
    tokens = split_words(folded)
    found = {*_find_by_form(folded, tokens), *_rules().find(_undisguised(tokens))}
    return tuple(hint for hint in Hint if hint in found)


def mark_hints(text: str) -> list[tuple[str, bool]]:
    """Return a text in parts, each with whether it contains a pattern of fraud.

    A pattern that is found only across parts marks the whole text.
    """
    if not find_hints(text):
        return [(text, False)] if text else []
    parts = [(part, bool(find_hints(part))) for part in _PART.findall(text)]
    return parts if any(is_found for _, is_found in parts) else [(text, True)]


def _find_by_form(text: str, tokens: Sequence[str]) -> Iterator[Hint]:
    """Yield the hints of addresses, telephone numbers, bank accounts and links."""
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
    """Return whether digits are a telephone number, and not a date, a span of years or a large amount."""
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
    """Return whether the words contain seven consecutive digits or words for digits."""
    row = 0
    for token in tokens:
        row = row + 1 if token in _digit_words() else row + len(token) if row and token.isdigit() else 0
        if row >= 7:
            return True
    return False


@cache
def _rules() -> RuleBook:
    """Return the rules of all languages, because people write in more than one."""
    names = (reference.COMMON, *LOCALES)
    return RuleBook((hint, line) for name in names for hint in Hint for line in _lines(name, hint))


def _lines(name: str, hint: Hint) -> Iterator[str]:
    """Yield the rules of a hint, with the names of apps filled in."""
    apps = "|".join(_apps())
    return (line.replace("<app>", apps) for line in reference.hint_rules(name).get(hint, ()))


@cache
def _digit_words() -> frozenset[str]:
    lines = [line for name in LOCALES for line in reference.hint_rules(name)["digits"]]
    return frozenset(fold_digraphs(fold_text(word)) for line in lines for word in line.split("|"))


def _apps() -> tuple[str, ...]:
    return reference.hint_rules(reference.COMMON)["apps"]


def _undisguised(tokens: Sequence[str]) -> list[str]:
    """Return words with capital i restored to l, where that makes a known name."""
    return [_shapes().get(_shape(token), token) for token in tokens]


def _shape(word: str) -> str:
    return word.replace("l", "i").replace("1", "i")


@cache
def _shapes() -> dict[str, str]:
    names = (*_apps(), "bitcoin", "paypal")
    return {_shape(name): name for name in names if len(name) > 5}
