"""Files for the bank: collections as pain.008.001.08, transfers as pain.001.001.09, each checked against its schema."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from unicodedata import category, normalize

from app.kernel.words import composed, is_unseen

COLLECTIONS = "pain.008.001.08"
TRANSFERS = "pain.001.001.09"
MAX_NAME_CHARACTERS, MAX_DESCRIPTION_CHARACTERS = 70, 140


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


# Which characters banks accept beside letters, digits and spaces, and what replaces the rest of ASCII (EPC217-08).
_TAKEN = "/-?:().,'+"
_INSTEAD = str.maketrans({
    **dict.fromkeys("!\"#$%*<=>@", "."), "&": "+", ";": ",", "[": "(", "{": "(", "]": ")", "}": ")",
    "\\": "/", "|": "/", "^": ".", "_": "-", "~": "-", "`": "'",
})  # fmt: skip


# Forms that text-unidecode lacks: the letter schwa (ICAO Doc 9303, part 3, section 6), and Bulgaria's official one.
_LATIN = {"\u018f": "E", "\u0259": "e", "\u04d8": "E", "\u04d9": "e", "\u042a": "A", "\u044a": "a"}
# Letters such as ayin, hamza and the Cyrillic soft sign are written as these.
_QUOTES = frozenset("'\"`")
# What stands in a file for a character that has no form there.
UNWRITABLE = "."


def sepa_text(text: str, *, max_length: int | None = None) -> str:
    """Return a text in the characters that all banks accept, cut to `max_length`; a dot where one has no such form."""
    forms = map(_in_ascii, composed(text))
    plain = "".join(UNWRITABLE if form is None else form for form in forms).translate(_INSTEAD)
    kept = "".join(
        character
        for character in plain
        if character in _TAKEN or character == " " or (character.isascii() and character.isalnum())
    )
    # Banks separate codes by slashes: a text neither begins nor ends with one, nor has two in a row.
    return re.sub("/{2,}", "/", " ".join(kept.split())).lstrip("/ ")[:max_length].rstrip("/ ")


def is_legible(name: str) -> bool:
    """Return whether a name has a letter or a digit in the characters that all banks accept."""
    return any(character.isalnum() for character in sepa_text(name, max_length=MAX_NAME_CHARACTERS))


def find_unwritable(text: str) -> list[str]:
    """Return the characters of a text, each once, that have no form in the characters that all banks accept."""
    return [character for character in dict.fromkeys(composed(text)) if _in_ascii(character) is None]


def _in_ascii(character: str) -> str | None:
    """Return a character in ASCII, if need be of its compatibility form; None if a reader would miss it there."""
    from text_unidecode import unidecode

    if character.isspace():
        return " "
    forms = (_LATIN.get(character, ""), unidecode(character), unidecode(normalize("NFKC", character)))
    # text-unidecode writes [?] for what it does not know.
    found: str = next((form for form in forms if form and "[?]" not in form), "")
    is_lost = not found and not is_unseen(character) and not category(character).startswith("M")
    is_letter_lost = character.isalnum() and not any(map(str.isalnum, found)) and not set(found) <= _QUOTES
    return None if is_lost or is_letter_lost else found


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
