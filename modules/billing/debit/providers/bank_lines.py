"""A line of a bank's file."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Kind(StrEnum):
    """What a line reports about a payment, or about many in a file.

    `refused` is a payment that the bank did not carry out, `return` a collection that was taken back after it was
    booked, `reversal` a credit that takes an earlier debit or return back, and `unread` what cannot be understood.
    """

    CREDIT = "credit"
    REFUSED = "refused"
    RETURN = "return"
    REVERSAL = "reversal"
    DEBIT = "debit"
    GROUP_CREDIT = "group-credit"
    FILE_REFUSED = "file-refused"
    GROUP_REFUSED = "group-refused"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Report:
    """One line of a bank's file; `ref` is the end-to-end id, or the message id of a file. `amount` is in cents.

    `group` is the id of payments that are reported together, `number` how many they are. `sign` is -1 for money that
    left the account. `currency` is that of `amount`.
    """

    kind: Kind
    ref: str
    reason: str
    amount: int | None
    group: str = ""
    number: int | None = None
    sign: int = 1
    day: date | None = None
    currency: str = "EUR"
