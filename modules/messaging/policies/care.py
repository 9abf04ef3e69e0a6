"""What in a conversation staff should see: distress, a question whether somebody is real, a claim to be real."""

from functools import cache

from app.kernel.i18n import LOCALES
from modules.messaging import reference
from modules.messaging.contracts import CareSign
from modules.messaging.policies.folding import fold_text, split_words
from modules.messaging.policies.rules import RuleBook


def find_care_signs(text: str) -> tuple[CareSign, ...]:
    """Return what in a text staff should see, in any of our languages."""
    found = {*_rules().find(split_words(fold_text(text)))}
    return tuple(sign for sign in CareSign if sign in found)


@cache
def _rules() -> RuleBook:
    names = LOCALES
    return RuleBook((sign, line) for name in names for sign in CareSign for line in reference.care_rules(name)[sign])
