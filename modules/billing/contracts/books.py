"""What a comparison of our books with a provider's tells."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from modules.billing.contracts import Money


class Subject(StrEnum):
    """What a line of a provider's lists is about; the names are those of the machines of states."""

    PAYMENT = "payment"
    REFUND = "refund"
    CHARGEBACK = "chargeback"


class RunState(StrEnum):
    """Where a comparison stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Outcome(StrEnum):
    """What became of a line that we did not know, or knew otherwise. The last two want a person."""

    UNASKED = "unasked"
    TAKEN_OVER = "taken over"
    FOREIGN = "foreign"
    UNRESOLVED = "unresolved"


WANTING_A_PERSON = (Outcome.FOREIGN, Outcome.UNRESOLVED)


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that we did not know (`known` is None), or knew in another state or amount."""

    subject: Subject
    ref: str
    payment_ref: str
    amount: Money
    told: str
    known: str | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """A comparison with a provider's lists: its window, how many lines it read, and what it found."""

    provider: str
    since: datetime
    until: datetime
    listed: int
    findings: tuple[Finding, ...]

    def count(self, outcome: Outcome) -> int:
        """Return how many findings came to an outcome."""
        return sum(finding.outcome is outcome for finding in self.findings)

    @property
    def wants_a_person(self) -> bool:
        """Whether anything is left that no repeat will settle."""
        return any(finding.outcome in WANTING_A_PERSON for finding in self.findings)


@dataclass(frozen=True, slots=True)
class ForeignPayment:
    """A payment at a provider that no attempt of ours made."""

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
    """Money of a settlement that our books do not explain; `ref` is None for what no line of it names."""

    ref: str | None
    why: str
    amount: Money


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a provider paid out to the bank at once: `residue` of it, or missing in it, is unexplained."""

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
        """Whether anything of it is neither explained by our books nor by a person."""
        return bool(self.unexplained) and self.explained_by is None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Money that a provider holds for us, or is owed, by our books; `late` of these things for over a month."""

    provider: str
    amount: Money
    count: int
    oldest: datetime
    late: int
