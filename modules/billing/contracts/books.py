"""Results of comparing our books with a provider's."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from modules.billing.contracts.shop import Money


class Subject(StrEnum):
    """What a line of a provider's lists is about; the keys of MACHINES in payments/policies/transitions.py."""

    PAYMENT = "payment"
    REFUND = "refund"
    CHARGEBACK = "chargeback"


class RunState(StrEnum):
    """The state of a comparison."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Outcome(StrEnum):
    """The outcome of a line that differed from our books. The last two need a person."""

    UNASKED = "unasked"
    TAKEN_OVER = "taken over"
    FOREIGN = "foreign"
    UNRESOLVED = "unresolved"


WANTING_A_PERSON = (Outcome.FOREIGN, Outcome.UNRESOLVED)


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that is not in our books (`known` is None), or has another state or amount there."""

    subject: Subject
    ref: str
    payment_ref: str
    amount: Money
    told: str
    known: str | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """A comparison with a provider's lists: its window, the number of lines read, and the findings."""

    provider: str
    since: datetime
    until: datetime
    listed: int
    findings: tuple[Finding, ...]

    def count(self, outcome: Outcome) -> int:
        """Return the number of findings with an outcome."""
        return sum(finding.outcome is outcome for finding in self.findings)

    @property
    def wants_a_person(self) -> bool:
        """Return whether a finding is left that a repeat will not resolve."""
        return any(finding.outcome in WANTING_A_PERSON for finding in self.findings)


@dataclass(frozen=True, slots=True)
class ForeignPayment:
    """A payment at a provider that we did not begin."""

    provider: str
    ref: str
    amount: Money
    state: str
    found_at: datetime
    explained_by: str | None
    explanation: str


class Problem(StrEnum):
    """Why a line of a settlement clears nothing."""

    UNKNOWN = "unknown"
    FOREIGN = "foreign"
    AMOUNT = "another amount"
    STATE = "another state"
    TWICE = "settled before"


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Money of a settlement that our books do not explain; `ref` is None for money that is in no line."""

    ref: str | None
    why: str
    amount: Money


@dataclass(frozen=True, slots=True)
class Settlement:
    """A payout of a provider to the bank; `residue` is what our books do not explain, positive or negative."""

    provider: str
    ref: str
    reference: str
    settled_at: datetime
    amount: Money
    fees: Money
    residue: Money
    explained_by: str | None
    explanation: str
    unexplained: tuple[Unexplained, ...] = ()

    @property
    def wants_a_person(self) -> bool:
        """Return whether a part of it is explained neither by our books nor by a person."""
        return bool(self.unexplained) and self.explained_by is None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Money that a provider holds for us, or is owed; `late` is the number of items older than a month."""

    provider: str
    amount: Money
    count: int
    oldest: datetime
    late: int
