"""How names and words are compared: one folding for every search, whatever the accents, punctuation and spelling.

Stored text is compared by all its `spellings`, a search text by the one that `sought` returns.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

# Letters that Unicode does not decompose.
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚", "'"))
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ø": "oe", "ü": "ue"})
_SAINT = re.compile(r"\b(?:saint|sankt|sint|sct|skt|s t)(?= )")
_SAINTE = re.compile(r"\bsainte(?= )")
# At most this many spellings of one text; few have more than two.
MAX_SPELLINGS = 64
# A single character, such as the ligature of a whole prayer, becomes at most this many letters.
MAX_EXPANSION = 18


def fold(text: str) -> str:
    """Return a text in lower case without accents and apostrophes, with one space for other characters."""
    return _without_punctuation(_lower_case(text))


def sought(text: str) -> str:
    """Return a search text in the form of `spellings`; empty if it has no letters and digits."""
    return _with_short_saints(fold(text))


def spellings(name: str) -> tuple[str, ...]:
    """Return the usual spellings of a name, folded, its own first: ö is o and oe, and aa is a.

    At most MAX_SPELLINGS, each of at most 2 * MAX_EXPANSION letters for each character of the name.
    """
    return _apply_each(_transliterations(name), (*_CONTRACTED, _with_short_saints))


def searchable(names: str, text: str) -> str:
    """Return the words by which a person is found: all `spellings` of names, and the words of a running text.

    In the text aa and oe are not contracted: every short Dutch word would match another one.
    """
    folded = fold(f"{names} {text}")
    own = set(folded.split())
    parts = (*map(_words_of_name, names.split()), *map(_words_of_text, text.split()), sought(names), sought(text))
    others = dict.fromkeys(word for part in parts for word in part.split() if word not in own)
    return " ".join((folded, *others)).strip()


def _lower_case(text: str) -> str:
    """Return a text in lower case, with each letter and its accents composed to one character."""
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).casefold())
    return unicodedata.normalize("NFC", text.translate(_APOSTROPHES))


def _without_punctuation(small: str) -> str:
    base = unicodedata.normalize("NFKD", small).translate(_BASE_CHARACTERS)
    return unicodedata.normalize("NFC", " ".join(base.split()))


class _BaseCharacters(dict[int, str]):
    """What each character of a decomposed text becomes, filled on demand."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _base_character(chr(code))
        return found


_BASE_CHARACTERS = _BaseCharacters()


def _base_character(character: str) -> str:
    if character in _LETTERS:
        return _LETTERS[character]
    kind = unicodedata.category(character)
    if kind[0] in "LN" or kind == "Mc" or (kind == "Mn" and not _is_accent(character)):
        return character
    return "" if kind in ("Cf", "Mn", "Me") or character == "'" else " "


def _is_accent(character: str) -> bool:
    """Return whether a mark is an accent or a variation selector, not a vowel, as in Hindi and Thai."""
    return bool(unicodedata.combining(character)) or "\ufe00" <= character <= "\ufe0f" or character >= "\U000e0100"


def _with_short_saints(folded: str) -> str:
    """Shorten "saint" before a name; alone, the word may be the beginning of another one."""
    return _SAINTE.sub("ste", _SAINT.sub("st", folded))


Step = Callable[[str], str]
_TRANSLITERATIONS: tuple[Step, ...] = (
    lambda small: small.translate(_UMLAUTS),
    lambda small: small.replace("å", "aa"),
    lambda small: small.replace("'", " "),
)
_CONTRACTED: tuple[Step, ...] = (
    lambda folded: re.sub("([aou])e", r"\1", folded),
    lambda folded: folded.replace("aa", "a"),
)


def _transliterations(text: str) -> tuple[str, ...]:
    small = _apply_each((_lower_case(text),), _TRANSLITERATIONS)
    return tuple(dict.fromkeys(map(_without_punctuation, small)))


def _apply_each(texts: tuple[str, ...], steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Return the results of applying each step or not, without repetitions."""
    for step in steps:
        texts = tuple(dict.fromkeys((*texts, *map(step, texts))))
    return texts


@lru_cache(maxsize=50_000)
def _words_of_name(word: str) -> str:
    return " ".join(spellings(word))


@lru_cache(maxsize=50_000)
def _words_of_text(word: str) -> str:
    return " ".join(_transliterations(word))
