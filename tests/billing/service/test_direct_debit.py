"""Who pays by direct debit, where that is offered, and what they agree to."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from app.kernel.secrets.signing import keyed_hash
from modules.billing.debit.service import direct_debit, payers
from modules.billing.debit.service.payers import Payer
from modules.billing.errors.debit import HolderInvalid, PhoneCountry
from modules.billing.errors.payments import MethodNotFound
from tests.refusing import refused

IBAN = "NL91ABNA0417164300"


def a_site(**company: Any) -> Any:
    known = {"country": "DE", "creditor_id": "DE98ZZZ09999999999", "iban": IBAN, "name": "Hearth BV"}
    known |= {"address": "Lampstraat 1", "city": "Utrecht", **company}
    return SimpleNamespace(name="Hearthside", countries=("NL",), company=SimpleNamespace(**known))


def read(phone: str = "06 12345678", holder: str = "R. Visser") -> Payer:
    typed = {"iban": "nl91 abna 0417 1643 00", "holder": holder, "phone": phone, "country": "NL"}
    return payers.read_payer(a_site(), **typed)


def test_what_a_payer_typed_is_put_into_order() -> None:
    assert read() == Payer(IBAN, "R. Visser", "+31612345678")
    assert read("+49 151 12345678").phone == "+4915112345678"  # the company's country
    with refused(PhoneCountry, "phone"):
        read("+32 470 12 34 56")


@pytest.mark.parametrize("holder", ["", "123", "- ."])
def test_a_holder_has_a_name(holder: str) -> None:
    with refused(HolderInvalid, "holder"):
        read(holder=holder)


def test_accounts_and_phones_are_compared_by_hashes_of_their_own() -> None:
    payer = read()
    assert payer.iban_hash == payers.hash_iban(IBAN) == keyed_hash("iban", IBAN)
    assert payer.phone_hash == keyed_hash("phone", "+31612345678")
    assert len({payer.iban_hash, payer.phone_hash, replace(payer, phone=IBAN).phone_hash}) == 3
    assert replace(payer, phone="+31612345679").phone_hash != payer.phone_hash


@pytest.mark.parametrize(
    ("company", "currency", "gateway", "is_offered"),
    [
        ({}, "EUR", "http://sms.test", True),
        ({"creditor_id": None}, "EUR", "http://sms.test", False),
        ({"iban": None}, "EUR", "http://sms.test", False),
        ({}, "SEK", "http://sms.test", False),
        ({}, "EUR", None, False),
    ],
)
def test_it_is_offered_in_euros_by_a_creditor_with_an_account_and_a_gateway(
    monkeypatch: pytest.MonkeyPatch, company: dict[str, Any], currency: str, gateway: str | None, is_offered: bool
) -> None:
    monkeypatch.setattr("app.kernel.sms.config", lambda: SimpleNamespace(sms_url=gateway))
    site = a_site(**company)
    assert direct_debit.is_offered(site, currency=currency) is is_offered
    if is_offered:
        direct_debit.ensure_offered(site)
    elif currency == "EUR":
        with refused(MethodNotFound, "method"):
            direct_debit.ensure_offered(site)


def test_a_payer_agrees_to_a_text_that_says_all() -> None:
    words = {"reference": "H-7", "holder": "R. Visser", "iban_label": "NL••\u00a04300", "locale": "en"}
    said = direct_debit.mandate_text(a_site(city=""), **words)
    assert said.startswith(
        "SEPA Direct Debit mandate, reference H-7. By ticking the box and entering the code, I authorise Hearth BV,"
        " Lampstraat 1, DE (creditor identifier DE98ZZZ09999999999) to send instructions to my bank to debit my"
        " account NL••\u00a04300 in the name of R. Visser,"
    )
    assert "the credits that I order at Hearthside," in said
    assert "at least 2 days before" in said
    assert "minstens 2 dagen" in direct_debit.mandate_text(a_site(), **{**words, "locale": "nl"})


def test_a_code_is_of_six_digits_and_of_all_that_it_authorises(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = []

    def keyed_hash(purpose: str, text: str) -> str:
        hashed.append((purpose, text))
        return f"{7_000_042:x}"

    monkeypatch.setattr(direct_debit, "keyed_hash", keyed_hash)
    known = {"id": 1, "salt": b"salt", "member_id": 2, "iban_hash": "hash", "order_id": 3, "amount_minor": 1999}
    challenge: Any = SimpleNamespace(**known)
    assert direct_debit._code_of(challenge) == "000042"
    assert hashed == [("direct debit code", "1 73616c74 2 hash 3 1999")]
