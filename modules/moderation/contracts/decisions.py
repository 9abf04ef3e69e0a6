"""Decisions, statements of reasons and appeals as others see them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from modules.accounts.contracts import Feature


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that a chat partner, `about`, was removed for fraud; `withdrawn_at` when that proved to be wrong."""

    id: UUID
    at: datetime
    about: str | None
    credits: int
    withdrawn_at: datetime | None


class Rule(StrEnum):
    """The community guidelines that a decision can be based on; their texts are in locales/."""

    FRAUD = "fraud"
    FAKE = "fake"
    INSULT = "insult"
    SEXUAL = "sexual"
    MINOR = "minor"
    SPAM = "spam"
    PHOTO = "photo"
    ILLEGAL = "illegal"
    EVASION = "evasion"


class Measure(StrEnum):
    """The measures of a decision, the mildest first."""

    NONE = "none"
    REMOVE_CONTENT = "remove-content"
    WARNING = "warning"
    STRIKE = "strike"
    FEATURE_LIMIT = "feature-limit"
    TIMED_BAN = "timed-ban"
    PERMANENT_BAN = "permanent-ban"


BANS = frozenset((Measure.TIMED_BAN, Measure.PERMANENT_BAN))
# The features that can be limited while the account stays open.
LIMITS = (Feature.MESSAGES, Feature.PHOTOS, Feature.LIKES, Feature.PROFILE)


class DecisionState(StrEnum):
    """States of a decision; `lifted` is reversed, with its strikes."""

    PROPOSED = "proposed"
    IN_FORCE = "in-force"
    REFUSED = "refused"
    LIFTED = "lifted"
    ENDED = "ended"


# The states of decisions that are valid: in force, or ended without having been lifted.
STANDS = (DecisionState.IN_FORCE, DecisionState.ENDED)


class AppealState(StrEnum):
    """States of an appeal; `lapsed` is closed without an answer, because its member is erased."""

    OPEN = "open"
    DECIDED = "decided"
    LAPSED = "lapsed"


class AppealOutcome(StrEnum):
    """The results of an appeal."""

    CONFIRMED = "confirmed"
    REVERSED = "reversed"


class MarkKind(StrEnum):
    """The properties by which a banned person is recognised."""

    EMAIL = "email"
    DEVICE = "device"
    PHOTO = "photo"
    BANK_ACCOUNT = "bank-account"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The content of a decision about a case; empty `facts` and an empty `answer` to reporters use the standard texts.
    Any measure also removes `photo_ids` for `photo_reason`, with `takes_texts` the texts, with `takes_name` the name.
    """

    measure: Measure
    rule: Rule | None = None
    facts: str = ""
    days: int | None = None
    features: tuple[Feature, ...] = ()
    photo_ids: tuple[UUID, ...] = ()
    photo_reason: str = ""
    takes_texts: bool = False
    takes_name: bool = False
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Appeal:
    """A member's appeal against a decision, with its result."""

    state: AppealState
    words: str
    created_at: datetime
    due_at: datetime
    decided_at: datetime | None
    outcome: AppealOutcome | None
    answer: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement of reasons of a decision for its member, with texts in the reader's language. `scope_text` what
    the measure covers, `strikes_text` its strikes. Appeals end at `appeal_until`.
    """

    id: UUID
    number: str
    state: DecisionState
    rule: Rule | None
    rule_text: str
    measure: Measure
    measure_text: str
    scope_text: str
    features: tuple[Feature, ...]
    facts: str
    strikes: int
    strikes_text: str
    is_automated: bool
    in_force_at: datetime
    ends_at: datetime | None
    appeal_until: datetime
    can_appeal: bool
    appeals: tuple[Appeal, ...]
