"""The default price list of a new site: four bundles in each country's currency."""

_CREDITS = (50, 120, 300, 700)
_EURO = ("EUR", (999, 1999, 3999, 7999))
_CURRENCIES = {
    "PL": ("PLN", (3999, 7999, 15999, 31999)),
    "GB": ("GBP", (899, 1799, 3499, 6999)),
    "CH": ("CHF", (990, 1990, 3990, 7990)),
    "SE": ("SEK", (10900, 21900, 43900, 87900)),
    "NO": ("NOK", (10900, 21900, 43900, 87900)),
    "DK": ("DKK", (7500, 14900, 29900, 59900)),
    "CZ": ("CZK", (24900, 49900, 99900, 199900)),
    "HU": ("HUF", (399000, 799000, 1599000, 3199000)),
    "US": ("USD", (999, 1999, 3999, 7999)),
}


def price_list(country: str) -> list[tuple[int, int, str]]:
    """Return the default bundles of a country as (credits, price with VAT in minor units, currency)."""
    currency, prices = _CURRENCIES.get(country, _EURO)
    return [(credits, price, currency) for credits, price in zip(_CREDITS, prices, strict=True)]
