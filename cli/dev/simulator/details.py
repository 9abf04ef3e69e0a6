"""Details of payments: payer, account or card, and reasons of failure. All of them are invented."""

from typing import Any

from cli.dev.simulator.store import Record, Store

CARD_FAILURES = {
    "authentication_abandoned": "The payer left before the bank confirmed their identity.",
    "authentication_failed": "The bank could not confirm the payer's identity.",
    "card_declined": "The card was declined.",
    "card_expired": "The card has expired.",
    "inactive_card": "The card is not active.",
    "insufficient_funds": "The card has insufficient funds.",
    "invalid_card_holder_name": "The name does not match the card.",
    "invalid_card_number": "The card number is invalid.",
    "invalid_card_type": "This kind of card is not accepted.",
    "invalid_cvv": "The security code is wrong.",
    "possible_fraud": "The payment looks like fraud.",
    "refused_by_issuer": "The card's bank refused the payment.",
    "unknown_reason": "The bank gave no reason.",
}
# Amounts of a recurring card payment that fail, as in Mollie's own test mode.
MAGIC_FAILURES = {
    "1001.00": "invalid_card_number",
    "1002.00": "invalid_cvv",
    "1003.00": "invalid_card_holder_name",
    "1004.00": "card_expired",
    "1005.00": "invalid_card_type",
    "1006.00": "refused_by_issuer",
    "1007.00": "insufficient_funds",
    "1008.00": "inactive_card",
    "1009.00": "possible_fraud",
    "1010.00": "authentication_failed",
    "1011.00": "card_declined",
}
BANK_REASONS = {
    "AC01": "The account number is wrong",
    "AC04": "The account is closed",
    "AC06": "The account is blocked",
    "AG01": "The account does not allow direct debit",
    "AM04": "The account has insufficient funds",
    "MD01": "There is no mandate",
    "MD06": "The payer asked for a refund",
    "MD07": "The payer has died",
    "MS03": "The bank gave no reason",
    "SL01": "The payer does not allow direct debit by this creditor",
}
MANDATE_DETAILS = {
    "creditcard": ("cardHolder", "cardNumber", "cardExpiryDate", "cardLabel", "cardFingerprint"),
    "directdebit": ("consumerName", "consumerAccount", "consumerBic"),
    "paypal": ("consumerName", "consumerAccount"),
}
NAMES = ("A. Zomer", "B. de Wit", "C. Peeters", "D. Maas", "E. Kramer", "F. Lindqvist", "G. Hofer", "H. Nowak")
BANK_COUNTRY = {
    "bancontact": ("BE", "GEBABEBB"),
    "belfius": ("BE", "GKCCBEBB"),
    "eps": ("AT", "BKAUATWW"),
    "kbc": ("BE", "KREDBEBB"),
    "mybank": ("IT", "BCITITMM"),
}
BY_CARD = ("creditcard", "applepay")
# The letters and the number of digits of an account number after the country and the check digits.
ACCOUNTS = {"NL": ("ABNA", 10), "BE": ("", 12), "DE": ("", 18), "AT": ("", 16), "IT": ("X", 22)}
CARDS = (("Mastercard", "6787"), ("Visa", "4242"), ("Maestro", "1005"))


def of_payment(store: Store, payment: Record, failure: str | None) -> Record:
    """Return the details of a payment."""
    dice = store.chance(payment["id"])
    match payment["method"]:
        case method if method in BY_CARD:
            return _card(payment, dice, failure)
        case "directdebit":
            return _collection(store, payment, failure)
        case "paypal":
            name = dice.choice(NAMES)
            mail = name.lower().replace(" ", "").replace(".", "") + "@example.org"
            return {"consumerName": name, "consumerAccount": mail, "paypalReference": payment["id"][3:].upper()[:17]}
        case "banktransfer":
            reference = f"RF{payment['id'][-8:]}".upper()
            bank = {"bankName": "Simulated Bank", "bankAccount": "NL53ABNA0627535577", "bankBic": "ABNANL2A"}
            return {**bank, "transferReference": reference}
        case "klarna" | "blik" | "bizum" | "satispay" | "twint" | "mobilepay" | "vipps" | "swish" | "przelewy24":
            return {}
        case method:
            country, bic = BANK_COUNTRY.get(method, ("NL", (payment.get("issuer") or "ideal_INGBNL2A")[6:]))
            country = payment.get("payerCountry") or country
            return {"consumerName": dice.choice(NAMES), "consumerAccount": _account(country, dice), "consumerBic": bic}


def country_of(payment: Record) -> str | None:
    """Return the country of a payment's card or account."""
    found = payment["details"] or {}
    return found.get("cardCountryCode") or (found.get("consumerAccount") or "")[:2].upper() or None


def magic_failure(payment: Record) -> str | None:
    """Return the failure of a special amount, or None."""
    return MAGIC_FAILURES.get(payment["amount"]["value"]) if payment["method"] == "creditcard" else None


def _card(payment: Record, dice: Any, failure: str | None) -> Record:
    label, number = dice.choice(CARDS)
    card: Record = {
        "cardHolder": dice.choice(NAMES),
        "cardNumber": number,
        "cardLabel": label,
        "cardFingerprint": f"simulated{dice.getrandbits(64):016x}",
        "cardExpiryDate": "2031-12-31",
        "cardAudience": "consumer",
        "cardCountryCode": payment.get("payerCountry") or "NL",
        "cardFunding": "debit" if label == "Maestro" else "credit",
        "cardSecurity": "normal" if payment["sequenceType"] == "recurring" else "3dsecure",
        "feeRegion": "intra-eu",
    }
    if payment["method"] == "applepay":
        card["wallet"] = "applepay"
    if payment["status"] == "failed":
        reason = failure if failure in CARD_FAILURES else "unknown_reason"
        card.update(failureReason=reason, failureMessage=CARD_FAILURES[reason])
    return card


def _collection(store: Store, payment: Record, failure: str | None) -> Record:
    mandate = store.find("mandate", payment["mandateId"]) or {"details": {}, "signatureDate": None}
    collection = {
        **mandate["details"],
        "creditorIdentifier": "NL08ZZZ502057730000",
        "dueDate": store.now().date().isoformat(),
        "signatureDate": mandate["signatureDate"],
        "mandateReference": mandate.get("mandateReference") or payment["mandateId"],
        "endToEndIdentifier": payment["id"],
        "transferReference": payment["id"],
    }
    if payment["status"] == "failed":
        reason = failure if failure in BANK_REASONS else "MS03"
        collection.update(bankReasonCode=reason, bankReason=BANK_REASONS[reason])
    return collection


def _account(country: str, dice: Any) -> str:
    """Return an account number with valid check digits."""
    letters, digits = ACCOUNTS[country]
    body = letters + "".join(str(dice.randrange(10)) for _ in range(digits))
    number = "".join(str(int(character, 36)) for character in f"{body}{country}00")
    return f"{country}{98 - int(number) % 97:02d}{body}"
