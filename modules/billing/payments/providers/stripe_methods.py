"""Stripe's payment methods with their currencies and countries; Stripe reports only which are enabled."""

from dataclasses import dataclass

CARD_NAMES = {
    "da": "Kort",
    "de": "Karte",
    "en": "Card",
    "es": "Tarjeta",
    "fi": "Kortti",
    "fr": "Carte",
    "it": "Carta",
    "nl": "Kaart",
    "no": "Kort",
    "pl": "Karta",
    "sv": "Kort",
}
KLARNA = ("AT", "BE", "CH", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IT", "NL", "NO", "PL", "PT", "SE")


@dataclass(frozen=True, slots=True)
class StripeMethod:
    """A payment method: `id` is our name of it, `type` Stripe's. No currencies or countries means all."""

    id: str
    type: str
    name: str
    currencies: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    can_save: bool = False

    def serves(self, *, currency: str, country: str) -> bool:
        """Return whether the method serves a currency in a country."""
        return currency in (self.currencies or (currency,)) and country in (self.countries or (country,))


# The best known first.
METHODS = (
    StripeMethod("ideal", "ideal", "iDEAL", ("EUR",), ("NL",)),
    StripeMethod("bancontact", "bancontact", "Bancontact", ("EUR",), ("BE",)),
    StripeMethod("eps", "eps", "EPS", ("EUR",), ("AT",)),
    StripeMethod("blik", "blik", "BLIK", ("PLN",), ("PL",)),
    StripeMethod("przelewy24", "p24", "Przelewy24", ("EUR", "PLN"), ("PL",)),
    StripeMethod("swish", "swish", "Swish", ("SEK",), ("SE",)),
    StripeMethod("twint", "twint", "TWINT", ("CHF",), ("CH",)),
    StripeMethod("mobilepay", "mobilepay", "MobilePay", ("DKK", "EUR"), ("DK", "FI")),
    StripeMethod("creditcard", "card", "", can_save=True),
    StripeMethod("paypal", "paypal", "PayPal", ("CHF", "DKK", "EUR", "GBP", "NOK", "PLN", "SEK", "USD"), can_save=True),
    StripeMethod("klarna", "klarna", "Klarna", ("CHF", "DKK", "EUR", "GBP", "NOK", "PLN", "SEK"), KLARNA),
)
_TYPES = {method.id: method.type for method in METHODS}
_IDS = {method.type: method.id for method in METHODS}


def to_type(method_id: str) -> str:
    """Return Stripe's name of a payment method; an unknown name is returned unchanged."""
    return _TYPES.get(method_id, method_id)


def to_id(type: str) -> str:
    """Return our name of a payment method; an unknown name is returned unchanged."""
    return _IDS.get(type, type)
