"""Writing for fictional profiles: one writer claims a conversation, and the author of each message is recorded."""

from uuid import UUID

from sqlalchemy import delete, func, insert, or_, select
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.messaging.contracts import CareSign, FictionalSide
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction import policies, queries
from modules.moderation.fiction.models import (
    ConversationLock,
    FictionalHours,
    FictionalMessage,
    FictionalNote,
    FictionalWriter,
)
from modules.moderation.queue.models import ConversationAccess
from modules.sites import api as sites_api

ANSWER, TRUTH = "answer", "truth"


def take(session: Session, conversation_id: UUID, *, staff_id: UUID) -> None:
    """Claim a conversation for 15 minutes, or extend the claim; the look is recorded. The writer's other claim ends.

    Raises NotFound, NothingToAnswer, FictionClosed or ConversationLocked.
    """
    found = queries.find_conversation(session, conversation_id, staff_id=staff_id)
    if found is None:
        raise NotFound()
    before = queries.find_lock(session, conversation_id)
    is_mine = before is not None and before.holds and before.staff_id == staff_id
    policies.ensure_begins(found.state, is_mine=is_mine)
    _lock(session, conversation_id, found.member_id, staff_id)
    if not is_mine:
        access = {"role": Role.WRITER, "one_id": found.member_id, "other_id": found.profile_id}
        row = {"id": new_id(), "staff_id": staff_id, "conversation_id": conversation_id, **access}
        session.execute(insert(ConversationAccess), row)


def _lock(session: Session, conversation_id: UUID, member_id: UUID, staff_id: UUID) -> None:
    """Insert or extend a claim; of two concurrent writers one is refused, and one writer's claims are serialized."""
    row, until = ConversationLock, clock.now() + policies.LOCK
    session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"moderation.writer {staff_id}", 0))))
    session.execute(delete(row).where(row.staff_id == staff_id, row.conversation_id != conversation_id))
    new = upsert(row).values(conversation_id=conversation_id, member_id=member_id, staff_id=staff_id, until=until)
    free = or_(row.staff_id == staff_id, row.until <= func.now())
    again = new.on_conflict_do_update(
        index_elements=[row.conversation_id], set_={"staff_id": staff_id, "until": until}, where=free
    )
    if session.execute(again.returning(row.conversation_id)).one_or_none() is None:
        held = queries.find_lock(session, conversation_id)
        policies.ensure_taken(holder=held.name if held else "")


def release(session: Session, conversation_id: UUID, *, staff_id: UUID) -> None:
    """Release a conversation, if the writer has claimed it."""
    row = ConversationLock
    session.execute(delete(row).where(row.conversation_id == conversation_id, row.staff_id == staff_id))


def answer(session: Session, conversation_id: UUID, *, staff_id: UUID, text: str, seen: int) -> None:
    """Answer in the profile's name and release the conversation; `seen` is the last message that was read.

    Raises ConversationNotLocked, TruthUntold, FictionDenied, and the errors of answer_as_fictional.
    """
    side = hold(session, conversation_id=conversation_id, staff_id=staff_id)
    policies.ensure_truth(asks_real=asks_real(session, side))
    policies.ensure_no_claim(messaging_api.find_care_signs(text), field="text")
    _send(session, side, staff_id, text, kind=ANSWER, seen=seen)
    release(session, conversation_id=conversation_id, staff_id=staff_id)


def send_truth(session: Session, conversation_id: UUID, *, staff_id: UUID) -> None:
    """Send the disclosure that the profile is not a real person; the conversation still needs an answer.

    Raises ConversationNotLocked and the errors of answer_as_fictional.
    """
    side = hold(session, conversation_id=conversation_id, staff_id=staff_id)
    _send(session, side, staff_id, truth_text(session, side), kind=TRUTH, seen=None)


def truth_text(session: Session, side: FictionalSide) -> str:
    """Return the disclosure that the profile is not a real person, in the member's language."""
    people = accounts_api.list_members(session, [side.profile_id, side.member_id])
    language = people[side.member_id].language
    site = sites_api.in_language(sites_api.get_site(session, side.site_id), language)
    names = {"name": people[side.profile_id].name, "site": site.name, "label": site.fictional_singular}
    return i18n.text(language, "moderation.fiction.truth", **names)


def asks_real(session: Session, side: FictionalSide) -> bool:
    """Return whether an unanswered message asks if the profile is real, without a disclosure since."""
    disclosure = queries.find_last_written(session, side.conversation_id, kind=TRUTH)
    waiting = messaging_api.list_unanswered_by_fictional(session, side, after=disclosure)
    return any(CareSign.ASKS_REAL in messaging_api.find_care_signs(body) for body in waiting)


def settle(session: Session, conversation_id: UUID, *, staff_id: UUID, seen: int) -> None:
    """Mark a conversation as needing no answer, and release it.

    Raises ConversationNotLocked or TruthUntold.
    """
    side = hold(session, conversation_id=conversation_id, staff_id=staff_id)
    policies.ensure_truth(asks_real=asks_real(session, side))
    messaging_api.settle_as_fictional(session, conversation_id=side.conversation_id, seen=seen)
    release(session, conversation_id=conversation_id, staff_id=staff_id)


def write_note(session: Session, conversation_id: UUID, *, staff_id: UUID, text: str) -> None:
    """Add a note to a conversation for 90 days; raises ConversationNotLocked."""
    side = hold(session, conversation_id=conversation_id, staff_id=staff_id)
    now = clock.now()
    row = {
        "id": new_id(),
        "conversation_id": conversation_id,
        "member_id": side.member_id,
        "staff_id": staff_id,
        "body": text,
        "created_at": now,
        "erase_at": now + policies.NOTES_ARE_KEPT,
    }
    session.execute(insert(FictionalNote), row)


def hold(session: Session, *, conversation_id: UUID, staff_id: UUID) -> FictionalSide:
    """Return the profile's side of a claimed conversation; raises NotFound or ConversationNotLocked."""
    side = messaging_api.find_fictional_side(session, conversation_id)
    held = queries.find_lock(session, conversation_id)
    if side is None:
        raise NotFound()
    policies.ensure_locked(held_by=held.staff_id if held and held.holds else None, staff_id=staff_id)
    return side


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Delete the notes about a member, and the hours and writers of a profile."""
    session.execute(delete(ConversationLock).where(ConversationLock.member_id == member_id))
    session.execute(delete(FictionalNote).where(FictionalNote.member_id == member_id))
    session.execute(delete(FictionalHours).where(FictionalHours.profile_id == member_id))
    session.execute(delete(FictionalWriter).where(FictionalWriter.profile_id == member_id))


def erase_old(session: Session) -> None:
    """Delete expired notes and claims."""
    session.execute(delete(FictionalNote).where(FictionalNote.erase_at <= func.now()))
    session.execute(delete(ConversationLock).where(ConversationLock.until <= func.now()))


def _send(session: Session, side: FictionalSide, staff_id: UUID, text: str, *, kind: str, seen: int | None) -> None:
    message = messaging_api.answer_as_fictional(
        session, site_id=side.site_id, conversation_id=side.conversation_id, body=text, seen=seen
    )
    row = {"message_id": message.id, "conversation_id": side.conversation_id, "staff_id": staff_id, "kind": kind}
    session.execute(insert(FictionalMessage), row)
