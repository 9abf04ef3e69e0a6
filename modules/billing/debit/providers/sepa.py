"""Files for the bank: collections as pain.008.001.08, transfers as pain.001.001.09, each checked against its schema."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.kernel.text.bank_texts import MAX_NAME_CHARACTERS, sepa_text

COLLECTIONS = "pain.008.001.08"
TRANSFERS = "pain.001.001.09"
MAX_DESCRIPTION_CHARACTERS = 140


@dataclass(frozen=True, slots=True)
class Creditor:
    """A company that collects from payers' accounts, and pays refunds, by an account of its own."""

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
class SepaFile:
    """A file for the bank, and the message id by which the bank's reports refer to it."""

    message_id: str
    content: bytes


def write_debits(creditor: Creditor, debits: Iterable[Debit]) -> SepaFile:
    """Return a file of collections (SEPA CORE), each booked separately; raises sepaxml's ValidationError."""
    from sepaxml import SepaDD

    file = SepaDD({**_config(creditor), "creditor_id": creditor.creditor_id, "instrument": "CORE"}, schema=COLLECTIONS)
    for debit in debits:
        file.add_payment(
            {
                **_payment(debit),
                # The rulebook allows RCUR for a first collection too.
                "type": "RCUR",
                "collection_date": debit.day,
                "mandate_id": debit.mandate_reference,
                "mandate_date": debit.mandate_date,
            }
        )
    return SepaFile(file.msg_id, file.export(validate=True))


def write_transfers(creditor: Creditor, transfers: Iterable[Transfer]) -> SepaFile:
    """Return a file of transfers, each booked separately; raises sepaxml's ValidationError."""
    from sepaxml import SepaTransfer

    file = SepaTransfer(_config(creditor), schema=TRANSFERS)
    for transfer in transfers:
        file.add_payment({**_payment(transfer), "execution_date": transfer.day})
    return SepaFile(file.msg_id, file.export(validate=True))


def _config(creditor: Creditor) -> dict[str, Any]:
    known = {"BIC": creditor.bic} if creditor.bic else {}
    return {
        "name": sepa_text(creditor.name, max_length=MAX_NAME_CHARACTERS),
        "IBAN": creditor.iban,
        "batch": False,
        "currency": "EUR",
        **known,
    }


def _payment(payment: Debit | Transfer) -> dict[str, Any]:
    return {
        "name": sepa_text(payment.holder, max_length=MAX_NAME_CHARACTERS),
        "IBAN": payment.iban,
        "amount": payment.amount,
        "description": sepa_text(payment.description, max_length=MAX_DESCRIPTION_CHARACTERS),
        "endtoend_id": payment.end_to_end_id,
    }
