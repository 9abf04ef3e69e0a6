"""In which country a sale is taxed: where two pieces of evidence say that its customer is (docs/decisions/0058)."""

from collections import Counter
from collections.abc import Mapping

from modules.billing.contracts import EvidenceKind, PlaceOfSale, Standing

# What is sold to people in Monaco and on the Isle of Man is taxed as if they were in France and the United Kingdom.
_TAXED_AS = {"MC": "FR", "IM": "GB"}


def taxed_as(country: str) -> str:
    """Return the country whose VAT is due on what is sold in a country."""
    return _TAXED_AS.get(country, country)


def place_of_sale(evidence: Mapping[EvidenceKind, str], *, otherwise: str) -> PlaceOfSale:
    """Return the country that most pieces of evidence name, two at least; else the one whose prices were asked for."""
    otherwise = taxed_as(otherwise)
    named = Counter(evidence.values()).most_common()
    if not named:
        return PlaceOfSale(otherwise, Standing.NONE)
    (country, pieces), *others = named
    if pieces > 1 and all(fewer < pieces for _, fewer in others):
        return PlaceOfSale(country, Standing.AGREED)
    return PlaceOfSale(otherwise, Standing.CONTRADICTORY if others else Standing.SINGLE)
