"""What people write, as it is kept: all of it, but for the few signs that would change what stands beside them."""

import re
import unicodedata

_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
# Controls, marks that turn the direction of what follows, halves of signs, and what Unicode says is no sign at all.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
# Signs without a shape that hold others together, letters of a word and parts of an emoji, and what colours an emoji.
JOINERS = "\u200c\u200d"
_COLOURS = "\ufe0f"


def without_harmful(text: str) -> str:
    """Return a text with its lines ended by line feeds, and without the signs that could harm."""
    return _HARMFUL.sub("", _LINE_ENDS.sub("\n", text))


def is_visible(text: str) -> bool:
    """Tell whether a reader sees anything of a text."""
    return any(not (sign.isspace() or sign == _COLOURS or is_unseen(sign)) for sign in text)


def is_unseen(sign: str) -> bool:
    """Tell whether a sign has no shape that all readers see; white space and signs newer than our tables have one."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs") and not sign.isspace()


def isolated(text: str) -> str:
    """Return a text as it stands in a line of another: where it has letters that run from right to left, between the
    signs that keep them from turning what is around them (Unicode TR9).
    """
    runs_from_right = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"\u2068{text}\u2069" if runs_from_right else text
