"""Folding of text for comparison: undoes spellings that disguise words."""

import re
import unicodedata
from itertools import groupby, islice

# Letters that look like Latin ones, and Latin letters without a Unicode decomposition.
_LOOKALIKES = str.maketrans(
    "абвгԁеһіјкмнорѕтухєɡαβεηικνορτυχωøæœłđıðþ",
    "abbrdehijkmhopstyxegabenikvoptuxwoaoldidt",
)
_LEET = str.maketrans("013457@$!", "oieastasi")
# Linear in the length of the text: the first form matches only at the beginning of a run, and of a run of punctuation
# only the last character ends a sentence.
_DISGUISED = re.compile(r"(?<![a-z0-9$@!])[a-z]+[0-9$@!][a-z0-9$@!]*[a-z]|[0-9$@!][a-z]+[0-9$@!][a-z0-9$@!]*")
# Spellings of umlauts without accents.
_SPELLINGS = re.compile("ae|oe|ue")
_TOKEN = re.compile(r"[a-z0-9]+|[€$£]|[.!?;…](?=\s|$)|\n")
_SPELLED_OUT = 4
# Combining marks a letter (UAX 15, stream-safe text); ordering more of them takes quadratic time.
_MAX_MARKS = 30
END = "."


def fold_text(text: str) -> str:
    """Return a text in lower case, without accents and invisible characters, look-alike letters as Latin ones."""
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFKC", _with_few_marks(text)).casefold().translate(_LOOKALIKES)
    decomposed = unicodedata.normalize("NFD", composed)
    return "".join(letter for letter in decomposed if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))


def _with_few_marks(text: str) -> str:
    rows = groupby(text, key=lambda letter: unicodedata.combining(letter) > 0)
    return "".join("".join(islice(row, _MAX_MARKS) if are_marks else row) for are_marks, row in rows)


def list_words(text: str) -> list[str]:
    """Return the folded words of a text."""
    return split_words(fold_text(text))


def split_words(text: str) -> list[str]:
    """Return the words of a folded text: digits as letters where they replace them, END between sentences."""
    undisguised = _DISGUISED.sub(lambda found: found[0].translate(_LEET), text)
    tokens = [token if token[0].isalnum() or token in "€$£" else END for token in _TOKEN.findall(undisguised)]
    return [fold_digraphs(token) for token in _join_letters(tokens)]


def fold_digraphs(word: str) -> str:
    """Return a word with ae, oe and ue as a, o and u."""
    return _SPELLINGS.sub(lambda found: found[0][0], word)


def _join_letters(tokens: list[str]) -> list[str]:
    """Join words that are s p e l l e d out."""
    joined: list[str] = []
    letters: list[str] = []
    for token in [*tokens, ""]:
        if len(token) == 1 and token.isalpha():
            letters.append(token)
            continue
        joined += ["".join(letters)] if len(letters) >= _SPELLED_OUT else letters
        letters = []
        joined.append(token)
    return joined[:-1]
