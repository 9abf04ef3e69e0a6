"""Rules of complaints: forms, deadlines and replies."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta, tzinfo
from uuid import UUID

from app.kernel.errors import Invalid
from modules.accounts.contracts import MemberStatus
from modules.moderation.contracts.complaints import ComplaintState
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import (
    CaseClaimed,
    ComplaintLooksAutomatic,
    ComplaintOver,
    StaffCannotAnswer,
)
from modules.moderation.staff.policies.permissions import ANSWERS_COMPLAINTS, PERMISSIONS

COMPLAINT_IS_ANSWERED_IN = timedelta(days=7)
# Further replies by mail within a day are refused.
MAILED_REPLIES_A_DAY = 20
MAX_COMPLAINT_WAIT = timedelta(days=60)
COMPLAINT_CAN_BE_REOPENED_FOR = timedelta(days=60)
# The least time to write a complaint, and the age after which its form must be reloaded.
FORM_AGES = (timedelta(seconds=3), timedelta(days=2))


def ensure_written_by_a_person(*, form_age: timedelta | None, trap: str) -> None:
    """Raise ComplaintLooksAutomatic for a form filled in too fast, too late, or with the hidden field `trap`.

    `form_age` is None for a form without our signature.
    """
    fastest, oldest = FORM_AGES
    if trap or form_age is None or not fastest <= form_age <= oldest:
        raise ComplaintLooksAutomatic()


def ensure_can_be_reopened(*, closed_at: datetime | None, now: datetime) -> None:
    """Raise ComplaintOver for a complaint that was closed too long ago to be reopened."""
    if closed_at is not None and now - closed_at > COMPLAINT_CAN_BE_REOPENED_FOR:
        raise ComplaintOver()


def ensure_not_erased(status: MemberStatus) -> None:
    """Raise ComplaintOver for an erased member, because new texts would never be erased."""
    if status is MemberStatus.ERASED:
        raise ComplaintOver()


def due_after_reply(state: ComplaintState, *, due_at: datetime, now: datetime) -> datetime:
    """Return when a reply of the complainant must be answered; an open complaint keeps its deadline."""
    return due_at if state is ComplaintState.OPEN else now + COMPLAINT_IS_ANSWERED_IN


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the last minute of a day in a time zone."""
    return datetime.combine(day, time(23, 59), zone)


def ensure_soon(due_at: datetime, *, now: datetime) -> None:
    """Raise Invalid for a due date in the past or more than 60 days ahead."""
    if not now <= due_at <= now + MAX_COMPLAINT_WAIT:
        raise Invalid(field="day")


def ensure_may_answer(*, roles: Iterable[Role], is_disabled: bool) -> None:
    """Raise StaffCannotAnswer for somebody who may not answer complaints."""
    if is_disabled or not any(ANSWERS_COMPLAINTS in PERMISSIONS[role] for role in roles):
        raise StaffCannotAnswer(field="to")


def ensure_own_case(*, claimed_by: UUID | None, staff_id: UUID) -> None:
    """Raise CaseClaimed for a case that somebody else has claimed."""
    if claimed_by not in (None, staff_id):
        raise CaseClaimed()
