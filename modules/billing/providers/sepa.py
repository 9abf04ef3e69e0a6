"""Files for the bank: collections as pain.008.001.08, transfers as pain.001.001.09, each checked against its schema."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

COLLECTIONS = "pain.008.001.08"
TRANSFERS = "pain.001.001.09"


@dataclass(frozen=True, slots=True)
class House:
    """The company and the account that collects, or pays."""

    name: str
    iban: str
    bic: str | None
    creditor_id: str


@dataclass(frozen=True, slots=True)
class Debit:
    """One collection from a payer's account; `amount` is in cents."""

    end_to_end_id: str
    amount: int
    holder: str
    iban: str
    mandate_reference: str
    mandate_date: date
    day: date
    description: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money that goes to an account; `amount` is in cents."""

    end_to_end_id: str
    amount: int
    holder: str
    iban: str
    day: date
    description: str


@dataclass(frozen=True, slots=True)
class File:
    """A file and the name by which the bank answers about it."""

    message_id: str
    content: bytes


def write_debits(house: House, debits: Iterable[Debit]) -> File:
    """Return a file of collections (SEPA CORE), each booked by itself; raises ValidationError of sepaxml."""
    from sepaxml import SepaDD

    file = SepaDD({**_config(house), "creditor_id": house.creditor_id, "instrument": "CORE"}, schema=COLLECTIONS)
    for debit in debits:
        file.add_payment(
            {
                **_payment(debit),
                # The rulebook knows no other kind of first collection any more.
                "type": "RCUR",
                "collection_date": debit.day,
                "mandate_id": debit.mandate_reference,
                "mandate_date": debit.mandate_date,
            }
        )
    return File(file.msg_id, file.export(validate=True))


def write_transfers(house: House, transfers: Iterable[Transfer]) -> File:
    """Return a file of transfers, each booked by itself; raises ValidationError of sepaxml."""
    from sepaxml import SepaTransfer

    file = SepaTransfer(_config(house), schema=TRANSFERS)
    for transfer in transfers:
        file.add_payment({**_payment(transfer), "execution_date": transfer.day})
    return File(file.msg_id, file.export(validate=True))


# What banks take beside letters, digits and spaces, and what stands for the other signs of ASCII (EPC217-08).
_TAKEN = "/-?:().,'+"
_INSTEAD = str.maketrans({
    **dict.fromkeys("!\"#$%*<=>@", "."), "&": "+", ";": ",", "[": "(", "{": "(", "]": ")", "}": ")",
    "\\": "/", "|": "/", "^": ".", "_": "-", "~": "-", "`": "'",
})  # fmt: skip


def sepa_text(text: str) -> str:
    """Return a text in the signs that every bank takes; empty where nothing of it can be written with them."""
    from text_unidecode import unidecode

    spaced = (" " if sign.isspace() else sign for sign in text)
    plain = unidecode("".join(spaced)).translate(_INSTEAD)
    kept = "".join(sign for sign in plain if sign in _TAKEN or sign == " " or (sign.isascii() and sign.isalnum()))
    # A slash separates codes there: a text neither begins nor ends with one, nor has two in a row.
    return re.sub("/{2,}", "/", " ".join(kept.split())).strip("/ ")


def _config(house: House) -> dict[str, Any]:
    known = {"BIC": house.bic} if house.bic else {}
    return {"name": sepa_text(house.name)[:70], "IBAN": house.iban, "batch": False, "currency": "EUR", **known}


def _payment(payment: Debit | Transfer) -> dict[str, Any]:
    return {
        "name": sepa_text(payment.holder)[:70],
        "IBAN": payment.iban,
        "amount": payment.amount,
        "description": sepa_text(payment.description)[:140],
        "endtoend_id": payment.end_to_end_id,
    }
