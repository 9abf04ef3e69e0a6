"""How names and words are compared: one folding for every search, whatever the accents, signs and usual spellings.

What is kept is compared by all its `spellings`, what is looked for by the one that `sought` returns.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

# Letters that have no accent to take away.
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼʻʽʹˈ′´`ʾʿ＇｀᾽᾿՚", "'"))
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ø": "oe", "ü": "ue"})
_SAINT = re.compile(r"\b(?:saint|sankt|sint|sct|skt|s t)(?= )")
_SAINTE = re.compile(r"\bsainte(?= )")
# One text in so many spellings; few have more than two.
MOST_SPELLINGS = 64
# A single sign, such as the ligature of a whole prayer, is at most so many letters.
MAX_EXPANSION = 18


def fold(text: str) -> str:
    """Return a text in small letters without accents and apostrophes, other signs and white space made one blank."""
    return _without_signs(_small(text))


def sought(text: str) -> str:
    """Return a text that somebody looks for as it is compared with `spellings`; empty where it is only signs."""
    return _with_short_saints(fold(text))


def spellings(name: str) -> tuple[str, ...]:
    """Return the ways in which a name is usually typed, folded, its own first: ö is o and oe, and aa is a.

    At most MOST_SPELLINGS, of which none is longer than 2 * MAX_EXPANSION letters for each sign of the name.
    """
    return _each_way(_ways_of_signs(name), (*_CONTRACTED, _with_short_saints))


def searchable(names: str, text: str) -> str:
    """Return the words by which somebody is found: of names in all their `spellings`, and of a running text.

    There aa and oe stay what they are, or every short word of Dutch would be another one, too.
    """
    folded = fold(f"{names} {text}")
    own = set(folded.split())
    parts = (*map(_words_of_name, names.split()), *map(_words_of_text, text.split()), sought(names), sought(text))
    others = dict.fromkeys(word for part in parts for word in part.split() if word not in own)
    return " ".join((folded, *others)).strip()


def _small(text: str) -> str:
    """Return a text in small letters, each with its accents in one sign."""
    for _ in range(2):
        text = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).casefold())
    return unicodedata.normalize("NFC", text.translate(_APOSTROPHES))


def _without_signs(small: str) -> str:
    plain = unicodedata.normalize("NFKD", small).translate(_PLAIN)
    return unicodedata.normalize("NFC", " ".join(plain.split()))


class _Plain(dict[int, str]):
    """What every sign of a decomposed text becomes, filled as signs are met."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _plain(chr(code))
        return found


_PLAIN = _Plain()


def _plain(sign: str) -> str:
    if sign in _LETTERS:
        return _LETTERS[sign]
    kind = unicodedata.category(sign)
    if kind[0] in "LN" or kind == "Mc" or (kind == "Mn" and not _is_accent(sign)):
        return sign
    return "" if kind in ("Cf", "Mn", "Me") or sign == "'" else " "


def _is_accent(sign: str) -> bool:
    """Tell accents and selectors of a shape from the vowels that are marks, as in Hindi and Thai."""
    return bool(unicodedata.combining(sign)) or "\ufe00" <= sign <= "\ufe0f" or sign >= "\U000e0100"


def _with_short_saints(folded: str) -> str:
    """Shorten the saint before a name; the word alone may be the beginning of another."""
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


def _ways_of_signs(text: str) -> tuple[str, ...]:
    small = _each_way((_small(text),), _TRANSLITERATIONS)
    return tuple(dict.fromkeys(map(_without_signs, small)))


def _each_way(texts: tuple[str, ...], steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Return what becomes of texts by each step, taken or not, without repetitions."""
    for step in steps:
        texts = tuple(dict.fromkeys((*texts, *map(step, texts))))
    return texts


@lru_cache(maxsize=50_000)
def _words_of_name(word: str) -> str:
    return " ".join(spellings(word))


@lru_cache(maxsize=50_000)
def _words_of_text(word: str) -> str:
    return " ".join(_ways_of_signs(word))
