"""Text as it sounds: what somebody wrote, without the spellings that only hide it."""

import re
import unicodedata
from itertools import groupby, islice

# Letters that look like Latin ones, and Latin ones that no decomposition opens.
_LOOKALIKES = str.maketrans(
    "абвгԁеһіјкмнорѕтухєɡαβεηικνορτυχωøæœłđıðþ",
    "abbrdehijkmhopstyxegabenikvoptuxwoaoldidt",
)
_LEET = str.maketrans("013457@$!", "oieastasi")
# Each sign is looked at a few times at most, however long a run is: the first form begins where a run does, and a
# sentence's end is the last of its signs.
_DISGUISED = re.compile(r"(?<![a-z0-9$@!])[a-z]+[0-9$@!][a-z0-9$@!]*[a-z]|[0-9$@!][a-z]+[0-9$@!][a-z0-9$@!]*")
# How the same sound is spelled where a keyboard has no accents.
_SPELLINGS = re.compile("ae|oe|ue")
_TOKEN = re.compile(r"[a-z0-9]+|[€$£]|[.!?;…](?=\s|$)|\n")
_SPELLED_OUT = 4
# As many marks as a letter has in any language (UAX 15, stream-safe text); putting more in order takes their square.
_MOST_MARKS = 30
END = "."


def plain(text: str) -> str:
    """Return a text in lower case, without accents, invisible signs, and letters of other alphabets that look alike."""
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFKC", _with_few_marks(text)).casefold().translate(_LOOKALIKES)
    opened = unicodedata.normalize("NFD", composed)
    return "".join(sign for sign in opened if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))


def _with_few_marks(text: str) -> str:
    rows = groupby(text, key=lambda sign: unicodedata.combining(sign) > 0)
    return "".join("".join(islice(row, _MOST_MARKS) if are_marks else row) for are_marks, row in rows)


def list_words(text: str) -> list[str]:
    """Return the words of a text as they sound, without the spellings that only hide them."""
    return words(plain(text))


def words(text: str) -> list[str]:
    """Return the words of a text that is plain: digits as letters where they stand for them, END between sentences."""
    undisguised = _DISGUISED.sub(lambda found: found[0].translate(_LEET), text)
    tokens = [token if token[0].isalnum() or token in "€$£" else END for token in _TOKEN.findall(undisguised)]
    return [squeeze(token) for token in _join_letters(tokens)]


def squeeze(word: str) -> str:
    """Return a word in one of its spellings: ae, oe and ue are a, o and u."""
    return _SPELLINGS.sub(lambda found: found[0][0], word)


def _join_letters(tokens: list[str]) -> list[str]:
    """Join what was s p e l l e d out."""
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
