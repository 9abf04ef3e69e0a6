"""What one line of a bank's file says."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Kind(StrEnum):
    """What a line says of a payment, or of many in a file.

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
    """One line of a bank; `ref` is the end-to-end id, or the message id of a file. `amount` is in cents.

    `group` names payments of a file that are told of together, `number` says how many. `sign` is -1 for what left the
    account. `currency` is that of `amount`.
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
