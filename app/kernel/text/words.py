"""Cleaning of text that people write: only characters that a reader sees, and those that combine them, are kept."""

import re
import unicodedata
from itertools import groupby

import regex

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
# Control characters, marks that change the direction of the text, surrogates and noncharacters: a reader sees none of
# them, and a person who pastes a text does not know that they are in it.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_DIRECTION_MARKS = "\u061c\u200e\u200f"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
# Default_Ignorable_Code_Point of Unicode 17.0 (DerivedCoreProperties.txt): these four classes together.
_OTHER_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
_TAGS = "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
# These have a glyph, which is blank.
_BLANK = "\u2800\U00013441\U00013442\U00016fe4\U0001d159"
_INVISIBLE = re.compile(f"[{_DIRECTION_MARKS}{_SELECTORS}{_OTHER_INVISIBLE}{_TAGS}{_BLANK}]")
# Prepended_Concatenation_Mark: the only visible format characters.
_VISIBLE_FORMAT = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
# Tags are part of the flags of subdivisions, such as England's, and of nothing else.
_FLAG_OR_TAGS = re.compile(f"(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[{_TAGS}]+")


def _idle_pattern(characters: str) -> re.Pattern[str]:
    """Return the pattern of invisible characters that have no effect where they are.

    They have one between letters of other scripts (Persian, Thai, Korean) and between parts of an emoji.
    """
    return re.compile(f"(?<![^\x00-\x7f])[{characters}]+|(?<![{characters}])[{characters}]++(?![^\x00-\x7f])")


_IDLE = _idle_pattern(_OTHER_INVISIBLE)
_IDLE_FROM_LEFT = _idle_pattern(_OTHER_INVISIBLE + _DIRECTION_MARKS)


def without_harmful(text: str) -> str:
    """Return a text with line feeds as line ends, without harmful characters."""
    return _HARMFUL.sub("", _LINE_ENDS.sub("\n", text))


def composed(text: str) -> str:
    """Return a text in NFC, in time that grows with its length, however many accents follow each other.

    Python alone takes the square of that number, because it puts them in order by insertion.
    """
    if unicodedata.is_normalized("NFC", text):
        return text
    decomposed = "".join(unicodedata.normalize("NFD", character) for character in text)
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    in_order = ("".join(sorted(run, key=unicodedata.combining)) for _, run in runs)
    return unicodedata.normalize("NFC", "".join(in_order))


def opaque_string(password: str) -> str:
    """Return a password as it is counted, compared and hashed (OpaqueString of RFC 8265)."""
    spaced = (" " if unicodedata.category(character) == "Zs" else character for character in password)
    return composed("".join(spaced))


def on_one_line(text: str) -> str:
    """Return a text on one line, in NFC, without characters that are harmful or have no effect in it."""
    line = " ".join(without_harmful(composed(text)).split())
    line = _FLAG_OR_TAGS.sub(lambda found: found[1] or "", line)
    idle = _IDLE if _has_right_to_left(_INVISIBLE.sub("", line)) else _IDLE_FROM_LEFT
    return composed(" ".join(idle.sub("", line).split()))


def shortened(text: str, max_length: int, *, end: str = "\u2026") -> str:
    """Return a text, cut to `max_length` code points with `end`; none of what readers see as one character is cut
    (grapheme clusters, UAX #29).
    """
    if len(text) <= max_length:
        return text
    kept = 0
    for cluster in regex.finditer(r"\X", text, endpos=max_length + 1):
        if cluster.end() > max_length - len(end):
            break
        kept = cluster.end()
    return text[:kept].rstrip() + end


def is_visible(text: str) -> bool:
    """Return whether a reader sees anything of a text."""
    return any(not (character.isspace() or is_unseen(character)) for character in text)


def is_unseen(character: str) -> bool:
    """Return whether a character is invisible to some readers; white space and unassigned characters are not."""
    if _INVISIBLE.match(character):
        return True
    kind = unicodedata.category(character)
    return (kind in ("Cc", "Co", "Cs") and not character.isspace()) or (
        kind == "Cf" and not _VISIBLE_FORMAT.match(character)
    )


def is_letter_or_digit(character: str) -> bool:
    """Return whether a character is part of words; one that our Unicode tables do not know may be."""
    return not is_unseen(character) and (character.isalnum() or unicodedata.category(character) == "Cn")


def isolated(text: str) -> str:
    """Return a text for use inside another one: a text with right-to-left letters is enclosed in isolates, so that it
    does not change the direction of the text around it (Unicode TR9).
    """
    return f"\u2068{text}\u2069" if _has_right_to_left(text) else text


def _has_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
