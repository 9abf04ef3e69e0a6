"""What in a conversation asks for care: words of distress, whether somebody is real, and a claim that they are."""

from functools import cache

from modules.messaging import reference
from modules.messaging.contracts import CareSign
from modules.messaging.policies.folding import plain, words
from modules.messaging.policies.rules import RuleBook


def find_care_signs(text: str) -> tuple[CareSign, ...]:
    """Return what in a text asks for care, in any of the house's languages."""
    found = {*_rules().find(words(plain(text)))}
    return tuple(sign for sign in CareSign if sign in found)


@cache
def _rules() -> RuleBook:
    names = reference.LANGUAGES
    return RuleBook((sign, line) for name in names for sign in CareSign for line in reference.care_rules(name)[sign])
