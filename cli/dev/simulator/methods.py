"""The payment methods that the simulator offers, with Mollie's limits and countries."""

from dataclasses import dataclass

from cli.dev.simulator.amounts import Amount, from_euros, worth

EURO = ("EUR",)
EVERY_CURRENCY = ("EUR", "CHF", "DKK", "GBP", "NOK", "PLN", "SEK", "USD")
ONCE = ("oneoff",)
ONCE_OR_FIRST = ("oneoff", "first")
EVERY_STEP = ("oneoff", "first", "recurring")
MINUTE, HOUR, DAY = 60, 3600, 86_400

DUTCH_BANKS = {
    "ideal_ABNANL2A": "ABN AMRO",
    "ideal_ASNBNL21": "ASN Bank",
    "ideal_BUNQNL2A": "bunq",
    "ideal_INGBNL2A": "ING",
    "ideal_KNABNL2H": "Knab",
    "ideal_NTSBDEB1": "N26",
    "ideal_RABONL2U": "Rabobank",
    "ideal_RBRBNL21": "RegioBank",
    "ideal_REVOLT21": "Revolut",
    "ideal_SNSBNL2A": "SNS",
    "ideal_TRIONL2U": "Triodos Bank",
    "ideal_FVLBNL22": "Van Lanschot Kempen",
}


@dataclass(frozen=True)
class Method:
    """A payment method. `minimum` and `maximum` are in euros; no countries means all; `open_for` is in seconds."""

    id: str
    name: str
    minimum: str
    maximum: str
    countries: tuple[str, ...] = ()
    currencies: tuple[str, ...] = EURO
    steps: tuple[str, ...] = ONCE
    open_for: int = 15 * MINUTE
    banks: tuple[tuple[str, str], ...] = ()
    mandate: str | None = None
    can_cancel: bool = False

    def limits(self, currency: str) -> tuple[Amount, Amount]:
        """Return the minimum and the maximum in a currency."""
        return from_euros(self.minimum, currency), from_euros(self.maximum, currency)

    def takes(self, amount: Amount) -> bool:
        """Return whether an amount can be paid by this method."""
        if amount["currency"] not in self.currencies:
            return False
        minimum, maximum = self.limits(amount["currency"])
        return worth(minimum) <= worth(amount) <= worth(maximum)

    def serves(self, country: str | None) -> bool:
        """Return whether the method is used in a country."""
        return not country or not self.countries or country in self.countries


METHODS = {
    method.id: method
    for method in (
        Method(
            "ideal",
            "iDEAL",
            "0.01",
            "50000.00",
            ("NL",),
            steps=ONCE_OR_FIRST,
            banks=tuple(DUTCH_BANKS.items()),
            mandate="directdebit",
        ),
        Method(
            "creditcard",
            "Card",
            "0.01",
            "10000.00",
            currencies=EVERY_CURRENCY,
            steps=EVERY_STEP,
            open_for=30 * MINUTE,
            mandate="creditcard",
            can_cancel=True,
        ),
        Method(
            "applepay",
            "Apple Pay",
            "0.01",
            "10000.00",
            currencies=EVERY_CURRENCY,
            steps=ONCE_OR_FIRST,
            open_for=30 * MINUTE,
            mandate="creditcard",
            can_cancel=True,
        ),
        Method(
            "paypal",
            "PayPal",
            "0.01",
            "8000.00",
            currencies=EVERY_CURRENCY,
            steps=EVERY_STEP,
            open_for=3 * HOUR,
            mandate="paypal",
            can_cancel=True,
        ),
        Method("bancontact", "Bancontact", "0.02", "50000.00", ("BE",), steps=ONCE_OR_FIRST, mandate="directdebit"),
        Method(
            "kbc",
            "KBC/CBC Payment Button",
            "0.02",
            "50000.00",
            ("BE",),
            steps=ONCE_OR_FIRST,
            banks=(("cbc", "CBC"), ("kbc", "KBC")),
            mandate="directdebit",
        ),
        Method(
            "belfius", "Belfius Pay Button", "0.02", "50000.00", ("BE",), steps=ONCE_OR_FIRST, mandate="directdebit"
        ),
        Method("eps", "eps", "1.00", "50000.00", ("AT",), steps=ONCE_OR_FIRST, mandate="directdebit"),
        Method(
            "klarna",
            "Pay with Klarna",
            "0.10",
            "10000.00",
            ("AT", "BE", "CH", "DE", "DK", "ES", "FI", "FR", "GB", "IT", "NL", "NO", "PL", "SE"),
            EVERY_CURRENCY,
            open_for=2 * DAY,
        ),
        Method("przelewy24", "Przelewy24", "0.25", "12800.00", ("PL",), ("EUR", "PLN")),
        Method("blik", "BLIK", "0.01", "10000.00", ("PL",), ("PLN",)),
        Method("bizum", "Bizum", "0.50", "2000.00", ("ES",)),
        Method("satispay", "Satispay", "0.01", "10000.00", ("IT",)),
        Method("mybank", "MyBank", "0.01", "50000.00", ("IT",), mandate="directdebit", steps=ONCE_OR_FIRST),
        Method("twint", "TWINT", "0.01", "5000.00", ("CH",), ("CHF",)),
        Method("mobilepay", "MobilePay", "0.01", "10000.00", ("DK", "FI"), ("EUR", "DKK")),
        Method("vipps", "Vipps", "0.01", "10000.00", ("NO",), ("NOK",)),
        Method("swish", "Swish", "0.01", "10000.00", ("SE",), ("SEK",)),
        Method("banktransfer", "SEPA bank transfer", "0.01", "1000000.00", open_for=12 * DAY, can_cancel=True),
        Method("directdebit", "SEPA Direct Debit", "0.01", "1000.00", steps=("recurring",), can_cancel=True),
    )
}


def fitting(
    *, amount: Amount | None, country: str | None, step: str, wallets: bool, ids: tuple[str, ...] = tuple(METHODS)
) -> list[Method]:
    """Return the usable payment methods, in the account's order."""
    return [
        method
        for method in METHODS.values()
        if method.id in ids
        and step in method.steps
        and (amount is None or method.takes(amount))
        and method.serves(country)
        and (wallets or method.id != "applepay")
    ]
