"""Commands of complaints. Messages are never changed; the state says who must answer next."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, exists, func, insert, select, update

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from app.kernel.ids import new_id, new_private_id
from app.kernel.mail import links
from app.kernel.secrets.signing import is_signed, sign
from modules.accounts import api as accounts_api
from modules.moderation.complaints import policies, queries
from modules.moderation.complaints.models import ComplaintMessageRow, ComplaintRow, Handover
from modules.moderation.complaints.queries import StoredComplaint
from modules.moderation.contracts.complaints import Author, Complaint, ComplaintState, Topic
from modules.moderation.errors import CaseClosed, ComplaintAddressMissing, ComplaintNotFound, WrittenAgain
from modules.moderation.events import ComplaintAnswered, ComplaintOpened, ComplaintReceived
from modules.moderation.queue.service.numbers import new_number
from modules.moderation.reference import EVIDENCE_IS_KEPT
from modules.moderation.staff import queries as staff_queries
from modules.sites import api as sites_api

FORM = "complaint form"


def complaint_path(complaint_id: UUID) -> str:
    """Return the path of a complaint's page; its mails add the key."""
    return f"/complaints/{complaint_id}"


def issue_form() -> str:
    """Return a signed time for a visitor's form, which proves how long the form was open."""
    opened = str(int(clock.now().timestamp()))
    return f"{opened}.{sign(FORM, opened)}"


def form_age(form: str) -> timedelta | None:
    """Return how long ago a form token was issued; None without a valid signature."""
    opened, _, signature = form.partition(".")
    if not is_signed(FORM, opened, signature):
        return None
    return clock.now() - datetime.fromtimestamp(int(opened), UTC)


def create_complaint(
    session: Session, *, actor: Actor, topic: Topic, text: str, email: str = "", form: str = "", trap: str = ""
) -> Complaint:
    """Create a complaint; a mailed link opens it without a login.

    A visitor gives an address and a form token. Raises ComplaintAddressMissing, EmailInvalid or
    ComplaintLooksAutomatic.
    """
    who: dict[str, UUID | None] = {"member_id": actor.member_id, "contact_id": None}
    if actor.member_id is None:
        policies.ensure_written_by_a_person(form_age=form_age(form), trap=trap)
        if not email:
            raise ComplaintAddressMissing(field="email")
        who["contact_id"] = accounts_api.add_contact(
            session, site_id=actor.site_id, email=email, language=actor.language
        )
    complaint_id, number = new_private_id(), new_number()
    row = {
        "id": complaint_id,
        "number": number,
        "site_id": actor.site_id,
        "topic": topic,
        "language": actor.language,
        "due_at": clock.now() + policies.COMPLAINT_IS_ANSWERED_IN,
        **who,
    }
    session.execute(insert(ComplaintRow), row)
    _add_message(session, complaint_id, Author.COMPLAINANT, text)
    publish(session, ComplaintReceived(complaint_id=complaint_id, number=number, **who))
    return queries.get_complaint(session, complaint_id)


def get_complaint(session: Session, *, actor: Actor, complaint_id: UUID, key: str) -> Complaint:
    """Return a complaint to its complainant, by login or by its key.

    Raises ComplaintNotFound, also after its messages were emptied.
    """
    _ensure_may_see(queries.find_complaint(session, complaint_id), actor, key)
    complaint = queries.get_complaint(session, complaint_id)
    if not complaint.messages:
        raise ComplaintNotFound()
    return complaint


def reply(session: Session, *, actor: Actor, complaint_id: UUID, key: str, text: str) -> Complaint:
    """Add a message of the complainant, which reopens the complaint; raises ComplaintNotFound or ComplaintOver."""
    row = _ensure_may_see(_lock(session, complaint_id), actor, key)
    add_reply(session, row=row, text=text)
    return queries.get_complaint(session, complaint_id)


def add_reply(session: Session, *, row: StoredComplaint, text: str, origin: bytes | None = None) -> None:
    """Add a message of the complainant to a locked complaint; raises ComplaintOver.

    `origin` is the hash of a reply by mail, which detects duplicates.
    """
    now = clock.now()
    policies.ensure_can_be_reopened(closed_at=row.closed_at, now=now)
    if row.member_id is not None:
        policies.ensure_not_erased(accounts_api.get_member(session, row.member_id).status)
    due_at = policies.due_after_reply(row.state, due_at=row.due_at, now=now)
    _add_message(session, row.id, Author.COMPLAINANT, text, origin=origin)
    _update(session, row.id, state=ComplaintState.OPEN, due_at=due_at, closed_at=None)


def open_for_member(session: Session, *, staff_id: UUID, member_id: UUID, topic: Topic, text: str) -> UUID:
    """Open a complaint for a member with a first message of staff, which is mailed; returns its id."""
    member = accounts_api.get_member(session, member_id)
    who = {"member_id": member_id, "contact_id": None}
    return _open_complaint(
        session, who, staff_id=staff_id, site_id=member.site_id, language=member.language, topic=topic, text=text
    )


def open_for_address(
    session: Session, *, staff_id: UUID, site_id: UUID, email: str, language: str | None, topic: Topic, text: str
) -> UUID:
    """Open a complaint for somebody without an account, like `open_for_member`; raises EmailInvalid.

    `language` is the site's own when None.
    """
    language = language or sites_api.get_site(session, site_id).domain_language
    contact_id = accounts_api.add_contact(session, site_id=site_id, email=email, language=language)
    who = {"member_id": None, "contact_id": contact_id}
    return _open_complaint(session, who, staff_id=staff_id, site_id=site_id, language=language, topic=topic, text=text)


def _open_complaint(session: Session, who: dict[str, UUID | None], *, staff_id: UUID, text: str, **about: Any) -> UUID:
    complaint_id, number = new_private_id(), new_number()
    row = {
        "id": complaint_id,
        "number": number,
        "state": ComplaintState.WAITING,
        "claimed_by": staff_id,
        "opened_by": staff_id,
        "due_at": clock.now() + policies.COMPLAINT_IS_ANSWERED_IN,
        **who,
        **about,
    }
    session.execute(insert(ComplaintRow), row)
    _add_message(session, complaint_id, Author.STAFF, text, staff_id=staff_id)
    publish(session, ComplaintOpened(complaint_id=complaint_id, number=number, **who))
    return complaint_id


def note_complaint(session: Session, complaint_id: UUID, *, staff_id: UUID, text: str) -> None:
    """Add a note to a complaint, which only staff see; raises ComplaintNotFound."""
    if _lock(session, complaint_id) is None:
        raise ComplaintNotFound()
    _add_message(session, complaint_id, Author.NOTE, text, staff_id=staff_id)


def assign_complaint(session: Session, *, complaint_id: UUID, to: UUID | None) -> None:
    """Assign a complaint to a colleague, or to nobody; raises StaffCannotAnswer or CaseClosed."""
    row = _lock(session, complaint_id)
    if row is None:
        raise ComplaintNotFound()
    if row.state == ComplaintState.CLOSED:
        raise CaseClosed()
    if to is not None:
        staff = staff_queries.get_staff(session, to)
        is_gone = staff is None or staff.disabled_at is not None
        policies.ensure_may_answer(roles=staff.roles if staff else (), is_disabled=is_gone)
    _update(session, complaint_id, claimed_by=to)


def set_due(session: Session, *, complaint_id: UUID, day: date) -> None:
    """Set the day by the end of which, in its site's time zone, a complaint must be answered.

    Raises CaseClosed, or Invalid for a day in the past or too far ahead.
    """
    row = _lock(session, complaint_id)
    if row is None:
        raise ComplaintNotFound()
    if row.state == ComplaintState.CLOSED:
        raise CaseClosed()
    due_at = policies.end_of_day(day, sites_api.get_site(session, row.site_id).zone)
    policies.ensure_soon(due_at, now=clock.now())
    _update(session, complaint_id, due_at=due_at)


def claim_complaint(session: Session, complaint_id: UUID, *, staff_id: UUID) -> None:
    """Claim a complaint, so that nobody else answers it; raises CaseClaimed or CaseClosed."""
    _lock_for_answering(session, complaint_id, staff_id)
    _update(session, complaint_id, claimed_by=staff_id)


def answer_complaint(
    session: Session,
    complaint_id: UUID,
    *,
    staff_id: UUID,
    text: str,
    seen: UUID | None = None,
    is_closed: bool = False,
    asks: bool = False,
) -> None:
    """Answer a complaint, which claims it, and close it when `is_closed`; the answer is mailed.

    `seen` is the last message that the author of the answer had read, None for all. With `asks` the complainant must
    answer first. Raises CaseClaimed, CaseClosed or WrittenAgain.
    """
    row = _lock_for_answering(session, complaint_id, staff_id)
    if seen is not None and queries.has_written_since(session, complaint_id, seen):
        raise WrittenAgain()
    message_id = _add_message(session, complaint_id, Author.STAFF, text, staff_id=staff_id)
    state = ComplaintState.CLOSED if is_closed else ComplaintState.WAITING if asks else ComplaintState.ANSWERED
    closed_at = clock.now() if is_closed else None
    _update(session, complaint_id, state=state, closed_at=closed_at, claimed_by=staff_id)
    publish(
        session,
        ComplaintAnswered(
            complaint_id=complaint_id,
            message_id=message_id,
            number=row.number,
            is_closed=is_closed,
            asks=asks,
            member_id=row.member_id,
            contact_id=row.contact_id,
        ),
    )


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Empty all messages of an erased member's complaints; the complaints themselves stay."""
    own = select(ComplaintRow.id).where(ComplaintRow.member_id == member_id)
    _empty(session, session.execute(own).scalars().all())


def close_inactive(session: Session) -> None:
    """Close the complaints that staff answered and that had no message for 180 days."""
    row, said = ComplaintRow, ComplaintMessageRow
    is_inactive = ~exists().where(said.complaint_id == row.id, said.created_at > func.now() - EVIDENCE_IS_KEPT)
    answered = row.state.in_((ComplaintState.WAITING, ComplaintState.ANSWERED))
    session.execute(update(row).where(answered, is_inactive).values(state=ComplaintState.CLOSED, closed_at=func.now()))


def empty_old(session: Session) -> None:
    """Empty the messages of complaints closed 180 days ago, and delete the addresses of their visitors."""
    row, said = ComplaintRow, ComplaintMessageRow
    has_words = exists().where(said.complaint_id == row.id, said.body != "")
    over = (row.closed_at < func.now() - EVIDENCE_IS_KEPT, has_words)
    found = session.execute(select(row.id, row.contact_id).where(*over)).all()
    _empty(session, [one.id for one in found])
    accounts_api.forget_contacts(session, [one.contact_id for one in found if one.contact_id is not None])


def _empty(session: Session, complaint_ids: Sequence[UUID]) -> None:
    said = ComplaintMessageRow
    session.execute(update(said).where(said.complaint_id.in_(complaint_ids), said.body != "").values(body=""))
    session.execute(delete(Handover).where(Handover.complaint_id.in_(complaint_ids)))


def _ensure_may_see(row: StoredComplaint | None, actor: Actor, key: str) -> StoredComplaint:
    if row is None or row.site_id != actor.site_id:
        raise ComplaintNotFound()
    is_own = actor.member_id is not None and actor.member_id == row.member_id
    if not is_own and not links.opens(complaint_path(row.id), key):
        raise ComplaintNotFound()
    return row


def _lock_for_answering(session: Session, complaint_id: UUID, staff_id: UUID) -> StoredComplaint:
    row = _lock(session, complaint_id)
    if row is None:
        raise ComplaintNotFound()
    if row.state == ComplaintState.CLOSED:
        raise CaseClosed()
    policies.ensure_own_case(claimed_by=row.claimed_by, staff_id=staff_id)
    return row


def _lock(session: Session, complaint_id: UUID) -> StoredComplaint | None:
    return queries.find_complaint(session, complaint_id, lock=True)


def _add_message(
    session: Session,
    complaint_id: UUID,
    author: Author,
    body: str,
    *,
    staff_id: UUID | None = None,
    origin: bytes | None = None,
) -> UUID:
    message_id = new_id()
    row: dict[str, Any] = {"id": message_id, "complaint_id": complaint_id, "author": author, "body": body}
    row |= {"staff_id": staff_id, "origin": origin}
    # The current time, not that of the transaction, so that two messages of one transaction have an order.
    session.execute(insert(ComplaintMessageRow), {**row, "created_at": clock.now()})
    return message_id


def _update(session: Session, complaint_id: UUID, **values: Any) -> None:
    session.execute(update(ComplaintRow).where(ComplaintRow.id == complaint_id).values(**values))
