"""Names and texts in the characters that all banks accept (EPC217-08)."""

import re
from unicodedata import category, normalize

from app.kernel.text.words import composed, is_unseen

MAX_NAME_CHARACTERS = 70

# Which characters banks accept beside letters, digits and spaces, and what replaces the rest of ASCII (EPC217-08).
_TAKEN = "/-?:().,'+"
_INSTEAD = str.maketrans({
    **dict.fromkeys("!\"#$%*<=>@", "."), "&": "+", ";": ",", "[": "(", "{": "(", "]": ")", "}": ")",
    "\\": "/", "|": "/", "^": ".", "_": "-", "~": "-", "`": "'",
})  # fmt: skip


# Forms that text-unidecode lacks: the letter schwa (ICAO Doc 9303, part 3, section 6), and Bulgaria's official one.
_LATIN = {"\u018f": "E", "\u0259": "e", "\u04d8": "E", "\u04d9": "e", "\u042a": "A", "\u044a": "a"}
# Letters such as ayin, hamza and the Cyrillic soft sign are written as these.
_QUOTES = frozenset("'\"`")
# What stands in a file for a character that has no form there.
UNWRITABLE = "."


def sepa_text(text: str, *, max_length: int | None = None) -> str:
    """Return a text in the characters that all banks accept, cut to `max_length`; a dot where one has no such form."""
    forms = map(_in_ascii, composed(text))
    plain = "".join(UNWRITABLE if form is None else form for form in forms).translate(_INSTEAD)
    kept = "".join(
        character
        for character in plain
        if character in _TAKEN or character == " " or (character.isascii() and character.isalnum())
    )
    # Banks separate codes by slashes: a text neither begins nor ends with one, nor has two in a row.
    return re.sub("/{2,}", "/", " ".join(kept.split())).lstrip("/ ")[:max_length].rstrip("/ ")


def is_legible(name: str) -> bool:
    """Return whether a name has a letter or a digit in the characters that all banks accept."""
    return any(character.isalnum() for character in sepa_text(name, max_length=MAX_NAME_CHARACTERS))


def find_unwritable(text: str) -> list[str]:
    """Return the characters of a text, each once, that have no form in the characters that all banks accept."""
    return [character for character in dict.fromkeys(composed(text)) if _in_ascii(character) is None]


def _in_ascii(character: str) -> str | None:
    """Return a character in ASCII, if need be of its compatibility form; None if a reader would miss it there."""
    from text_unidecode import unidecode

    if character.isspace():
        return " "
    forms = (_LATIN.get(character, ""), unidecode(character), unidecode(normalize("NFKC", character)))
    # text-unidecode writes [?] for what it does not know.
    found: str = next((form for form in forms if form and "[?]" not in form), "")
    is_lost = not found and not is_unseen(character) and not category(character).startswith("M")
    is_letter_lost = character.isalnum() and not any(map(str.isalnum, found)) and not set(found) <= _QUOTES
    return None if is_lost or is_letter_lost else found
