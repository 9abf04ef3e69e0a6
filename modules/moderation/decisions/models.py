"""Tables of decisions about members, of appeals against them, and of marks that recognise banned persons.

Triggers in models.sql prevent changes of decisions, and require an audit record of each.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, SmallInteger, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import some_of
from app.kernel.db.session import Base
from app.kernel.personal.tables import HASHES, Erasure, Personal
from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import (
    LIMITS,
    AppealOutcome,
    AppealState,
    DecisionState,
    MarkKind,
    Measure,
    Rule,
)
from modules.moderation.queue.models import ReviewItemRow
from modules.moderation.reference import MEMBER, SITE
from modules.moderation.staff.models import StaffRow


@Personal(
    Erasure.EMPTIED,
    "that there was a decision, by which rule and for how long",
    keeps_ids={"member_id"},
    copied="decisions",
)
class DecisionRow(Base):
    """A decision about a member, with its statement of reasons: facts, rule, measure and duration.

    A proposed one has no effect until the second signature, which is due by `due_at`. Without `decided_by` the operator
    decided at the command line. `evidence` and `facts` are emptied at the end of the retention period. The decision
    removed the photos `photo_ids` (the message's id for a photo in a message), the profile's texts with `takes_texts`,
    and the name with `takes_name`.
    """

    __tablename__ = "decision"
    __table_args__ = (
        CheckConstraint("(measure = 'none') = (rule IS NULL)", name="says_which_rule"),
        CheckConstraint("measure = 'none' OR facts <> '' OR emptied_at IS NOT NULL", name="says_why"),
        CheckConstraint("char_length(facts) <= 3000", name="facts"),
        CheckConstraint("(measure = 'feature-limit') = (features <> '{}')", name="limits_something"),
        CheckConstraint(some_of("features", LIMITS), name="features"),
        CheckConstraint("(measure IN ('feature-limit', 'timed-ban')) = (days IS NOT NULL)", name="lasts"),
        CheckConstraint("days BETWEEN 1 AND 365", name="days"),
        CheckConstraint(
            "measure <> 'none' OR photo_ids = '{}' AND NOT takes_texts AND NOT takes_name", name="takes_for_a_reason"
        ),
        CheckConstraint("NOT is_automated", name="by_a_person"),
        CheckConstraint("second_by <> decided_by", name="another_signs"),
        CheckConstraint(
            "measure <> 'permanent-ban' OR state IN ('proposed', 'refused') OR second_by IS NOT NULL",
            name="two_sign_for_good",
        ),
        CheckConstraint("(in_force_at IS NULL) = (state IN ('proposed', 'refused'))", name="in_force"),
        CheckConstraint("(appeal_until IS NULL) = (in_force_at IS NULL)", name="can_be_appealed"),
        CheckConstraint("appeal_until >= in_force_at + interval '180 days'", name="appeal_until"),
        CheckConstraint("(closed_at IS NULL) = (state IN ('proposed', 'in-force'))", name="closed"),
        # One decision for each case, and besides a permanent ban the immediate removal of content.
        Index(
            "decision_item_key",
            "item_id",
            text("(measure = 'remove-content')"),
            unique=True,
            postgresql_where=text("state <> 'refused'"),
        ),
        Index("decision_item_idx", "item_id"),
        Index("decision_created_idx", "created_at"),
        Index("decision_member_idx", "member_id", text("created_at DESC")),
        Index("decision_ending_idx", "ends_at", postgresql_where=text("state = 'in-force'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SITE))
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    item_id: Mapped[UUID | None] = mapped_column(ForeignKey(ReviewItemRow.id))
    rule: Mapped[Rule | None]
    measure: Mapped[Measure]
    features: Mapped[tuple[Feature, ...]] = mapped_column(server_default="{}")
    facts: Mapped[str] = mapped_column(server_default="")
    days: Mapped[int | None] = mapped_column(SmallInteger)
    photo_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid), server_default="{}")
    takes_texts: Mapped[bool] = mapped_column(server_default="false")
    takes_name: Mapped[bool] = mapped_column(server_default="false")
    strikes: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    is_automated: Mapped[bool] = mapped_column(server_default="false")
    evidence: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    state: Mapped[DecisionState]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    second_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime | None]
    in_force_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    appeal_until: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    emptied_at: Mapped[datetime | None]


@Personal(Erasure.EMPTIED, "that there was an objection, and what came of it", copied="decisions")
class AppealRow(Base):
    """A member's appeal against a decision; a trigger checks the deadline and that somebody else decides it."""

    __tablename__ = "appeal"
    __table_args__ = (
        CheckConstraint("char_length(words) <= 3000 AND char_length(answer) <= 2000", name="words"),
        CheckConstraint(
            "CASE state WHEN 'decided' THEN num_nulls(decided_at, decided_by, outcome) = 0 "
            "ELSE num_nonnulls(decided_at, decided_by, outcome) = 0 END",
            name="decided",
        ),
        Index("appeal_open_key", "decision_id", unique=True, postgresql_where=text("state = 'open'")),
        Index("appeal_queue_idx", "state", "due_at"),
        Index("appeal_due_idx", "due_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    decision_id: Mapped[UUID] = mapped_column(ForeignKey(DecisionRow.id), index=True)
    words: Mapped[str]
    state: Mapped[AppealState] = mapped_column(server_default=AppealState.OPEN)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime]
    decided_at: Mapped[datetime | None]
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey(StaffRow.id))
    outcome: Mapped[AppealOutcome | None]
    answer: Mapped[str] = mapped_column(server_default="")


@Personal(
    Erasure.DELETED, "what others were told of somebody who is erased stays", keeps_ids={"removed_id"}, copied="notices"
)
class FraudNotice(Base):
    """A notice to a member that a chat partner was removed for fraud, with the returned credits, and when it was
    withdrawn.
    """

    __tablename__ = "fraud_notice"
    __table_args__ = (
        CheckConstraint("credits >= 0", name="credits"),
        CheckConstraint("member_id <> removed_id", name="two_members"),
        # A member has at most one notice about the same person that is not withdrawn.
        Index(
            "fraud_notice_told_key",
            "member_id",
            "removed_id",
            unique=True,
            postgresql_where=text("withdrawn_at IS NULL"),
        ),
        Index("fraud_notice_removed_idx", "removed_id"),
        Index("fraud_notice_member_idx", "member_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    removed_id: Mapped[UUID] = mapped_column(ForeignKey(MEMBER))
    credits: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    withdrawn_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, "keyed hashes of who was banned for good, for 3 years", not_copied=HASHES)
class BannedMark(Base):
    """A keyed hash of a property by which a banned person is recognised."""

    __tablename__ = "banned_mark"

    decision_id: Mapped[UUID] = mapped_column(ForeignKey(DecisionRow.id), primary_key=True)
    kind: Mapped[MarkKind] = mapped_column(primary_key=True)
    mark: Mapped[bytes] = mapped_column(primary_key=True, index=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, "keyed hashes of how their pictures look, for 3 years", not_copied=HASHES)
class BannedLikeness(Base):
    """The perceptual hash of a banned person's picture in 16 bands, each as a keyed hash."""

    __tablename__ = "banned_likeness"
    __table_args__ = (
        CheckConstraint("cardinality(bands) = 16", name="bands"),
        Index("banned_likeness_bands_idx", "bands", postgresql_using="gin"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    decision_id: Mapped[UUID] = mapped_column(ForeignKey(DecisionRow.id), index=True)
    bands: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
