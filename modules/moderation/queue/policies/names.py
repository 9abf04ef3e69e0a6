"""Names of members that imitate the site or its staff."""

import re
from collections.abc import Sequence

# Titles of staff in all languages, without accents, and with ae, oe and ue as a, o and u.
_STAFF_TITLES = (
    "support|moderation|moderator|administrator|administration|admin|staff|customer ?(?:service|care)|help ?desk"
    "|webmaster|kundeservice|kundestotte|medarbejder|medarbeider|kundendienst|kundenservice|mitarbeiter|moderatorin"
    "|administratorin|soporte|moderadora?|administradora?|atencion ?al ?cliente|asiakaspalvelu|yllapito|yllapitaja"
    "|moderaattori|moderateur|moderatrice|administrateur|administratrice|service ?client|assistenza|moderatore"
    "|amministratore|amministratrice|servizio ?clienti|klantenservice|beheerder|medewerker|moderatorka|administratorka"
    "|obsluga ?klienta|pomoc ?techniczna|kundtjanst"
)


def poses_as_staff(words: Sequence[str], *, brand: Sequence[str]) -> bool:
    """Return whether a name imitates the site: its `brand`, or a title of its staff.

    Only whole words count, so that Stafford is allowed.
    """
    named = [" ?".join(map(re.escape, brand)) + "(?: ?team)?"] if brand else []
    own = "|".join((*named, _STAFF_TITLES))
    return re.search(rf"(?<![a-z])(?:(?:{own})s?\d* ?)+(?![a-z])", " ".join(words)) is not None
