"""What one line of a bank's file says."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Told(StrEnum):
    """What became of a payment, or of many in a file.

    `back` is a payment that was refused, `returned` a collection that was taken back after it was booked, `restored`
    money that came back to us, and `unread` what cannot be understood.
    """

    CAME = "came"
    BACK = "back"
    RETURNED = "returned"
    RESTORED = "restored"
    WENT = "went"
    GROUP_CAME = "group-came"
    FILE_REFUSED = "file-refused"
    GROUP_REFUSED = "group-refused"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Report:
    """One line of a bank; `ref` is the end-to-end id, or the message id of a file. `amount` is in cents.

    `group` names payments of a file that are told of together, `number` says how many. `sign` is -1 for what left the
    account. `currency` is that of `amount`.
    """

    told: Told
    ref: str
    reason: str
    amount: int | None
    group: str = ""
    number: int | None = None
    sign: int = 1
    day: date | None = None
    currency: str = "EUR"
