"""Names of payers: as files for the bank carry them, and refused with words where they cannot."""

import re
from collections.abc import Callable

import pytest

from modules.sites.contracts import Site
from tests.billing.debiting import Payer, send
from tests.reading import read_cases, texts_in


@pytest.mark.spec("2.13")
def test_a_file_has_only_signs_that_every_bank_takes(debit_shop: Site, new_payer: Callable[..., Payer]) -> None:
    """EPC217-08, SEPA Requirements for an Extended Character Set; names are kept apart as their owners wrote them."""
    typed = [case["holder typed"] for case in read_cases("payer-names.tsv", escaped=("holder typed",))]
    payers = {holder: new_payer() for holder in typed}
    refused = [holder for holder, one in payers.items() if one.start(holder=holder).status_code == 422]
    assert refused == ["& & &"]
    for holder, one in payers.items():
        if holder not in refused:
            one.pay(holder=holder)
    holders = {one.iban: one.holder for one in send(debit_shop)}
    shown = {holder: holders[one.iban] for holder, one in payers.items() if holder not in refused}
    assert [holder for holder in shown.values() if not re.fullmatch(r"[A-Za-z0-9 ?:().,'+-]{3,}", holder)] == []
    assert shown["Fuchs & Hase"] == "Fuchs + Hase"
    assert shown["Anne\u00a0Lotte d\u2019Exemple"] == "Anne Lotte d'Exemple"
    assert shown["Eva\u202fMuster"] == "Eva Muster"
    assert shown["K\u00e4the & S\u00f8ren Muster"] == "Kathe + Soren Muster"
    [case] = texts_in("holder of a direct debit")
    assert shown[case["typed"]] == "Anne Lotte d'Exemple"


@pytest.mark.parametrize(
    ("holder", "told"),
    [
        ("Mila \U0001fa75", "\U0001fa75"),
        ("\U0001f600\U0001f600", "\U0001f600"),
        ("\u05e0\u05d5\u05d0\u05d4 Levi", "\u05d0"),
        ("\u674e\U00031350", "\U00031350"),
        ("\U00011f04 Anna \ua789", "\U00011f04 \ua789"),
        ("Anna \u01c3Nu", "\u01c3"),
    ],
)
def test_a_payer_is_told_which_characters_of_a_name_no_bank_takes(
    debit_shop: Site, payer: Payer, holder: str, told: str
) -> None:
    answer = payer.start(holder=holder)
    assert answer.status_code == 422
    assert answer.json["code"] == "billing.holder-unwritable"
    assert [(one["pointer"], one["code"]) for one in answer.json["errors"]] == [
        ("/holder", "billing.holder-unwritable")
    ]
    assert answer.json["characters"] == told
    assert told in answer.json["errors"][0]["detail"].translate(dict.fromkeys(map(ord, "\u2068\u2069")))


def test_a_name_that_becomes_too_long_in_latin_letters_is_refused_as_it_is_typed(
    debit_shop: Site, payer: Payer
) -> None:
    answer = payer.start(holder="\u0429" * 18)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/holder"
    assert (answer.json["code"], answer.json["max"], answer.json["length"]) == ("billing.holder-too-long", 70, 72)


def test_a_holder_of_no_letter_that_a_bank_takes_is_refused_as_it_is_typed(debit_shop: Site, payer: Payer) -> None:
    for holder in ("//", "\u3164\u3164", "7 / 7"):
        answer = payer.start(holder=holder)
        assert answer.status_code == 422, holder
        assert answer.json["code"] in ("billing.holder-invalid", "invalid"), holder
