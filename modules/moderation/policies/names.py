"""What a member's name says beside who they are: that it is the house that writes."""

import re
from collections.abc import Sequence

# How the house's own people are called, in all of its languages; without accents, ae, oe and ue as a, o and u.
_HOUSE = (
    "support|moderation|moderator|administrator|administration|admin|staff|customer ?(?:service|care)|help ?desk"
    "|webmaster|kundeservice|kundestotte|medarbejder|medarbeider|kundendienst|kundenservice|mitarbeiter|moderatorin"
    "|administratorin|soporte|moderadora?|administradora?|atencion ?al ?cliente|asiakaspalvelu|yllapito|yllapitaja"
    "|moderaattori|moderateur|moderatrice|administrateur|administratrice|service ?client|assistenza|moderatore"
    "|amministratore|amministratrice|servizio ?clienti|klantenservice|beheerder|medewerker|moderatorka|administratorka"
    "|obsluga ?klienta|pomoc ?techniczna|kundtjanst"
)


def says_house(words: Sequence[str], *, brand: Sequence[str]) -> bool:
    """Tell whether a name of these words is one of the house: its `brand`, or what its people are called.

    They are whole words, or written as one: nobody is meant who is called Stafford.
    """
    named = [" ?".join(map(re.escape, brand)) + "(?: ?team)?"] if brand else []
    own = "|".join((*named, _HOUSE))
    return re.search(rf"(?<![a-z])(?:(?:{own})s?\d* ?)+(?![a-z])", " ".join(words)) is not None
