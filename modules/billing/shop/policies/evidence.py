"""The country in which a sale is taxed, by two matching pieces of evidence (docs/decisions/0058)."""

from collections import Counter
from collections.abc import Mapping

from modules.billing.contracts.shop import PlaceOfSale
from modules.billing.contracts.states import EvidenceKind, Standing

# Sales to Monaco and the Isle of Man are taxed as sales to France and the United Kingdom.
_TAXED_AS = {"MC": "FR", "IM": "GB"}


def taxed_as(country: str) -> str:
    """Return the country whose VAT applies to sales in a country."""
    return _TAXED_AS.get(country, country)


def place_of_sale(evidence: Mapping[EvidenceKind, str], *, otherwise: str) -> PlaceOfSale:
    """Return the country that most pieces of evidence name, at least two, else `otherwise`."""
    otherwise = taxed_as(otherwise)
    named = Counter(evidence.values()).most_common()
    if not named:
        return PlaceOfSale(otherwise, Standing.NONE)
    (country, pieces), *others = named
    if pieces > 1 and all(fewer < pieces for _, fewer in others):
        return PlaceOfSale(country, Standing.AGREED)
    return PlaceOfSale(otherwise, Standing.CONTRADICTORY if others else Standing.SINGLE)
