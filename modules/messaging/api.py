"""What the messaging module offers to others."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Subquery

from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.messaging import queries
from modules.messaging.contracts import FictionalSide, Hint, Message
from modules.messaging.policies import care, folding, hints
from modules.messaging.queries import fiction as fiction_queries
from modules.messaging.queries import held, openers, returns
from modules.messaging.service import (
    evidence,
    fiction,
    holds,
    keeping,
    leaving,
    partners,
    photos,
    sending,
    sharing,
    statements,
    views,
)

send_message = sending.send_message
start_conversation = sending.start_conversation
refund_message = keeping.refund_message
return_unread = leaving.return_unread
export_member = sharing.export_member
name_partners = statements.name_partners
find_waiting_message = views.find_waiting_message
list_waiting = views.list_waiting
get_evidence = evidence.get_evidence
hold_photos = holds.hold_photos
release_photos = holds.release_photos
remove_photo = photos.remove_photo
give_photo_back = holds.give_photo_back
sign_photos_for_staff = holds.sign_for_staff
has_photo = held.has_photo
answer_as_fictional = fiction.answer_as_fictional
settle_as_fictional = fiction.settle_as_fictional
list_said_to_fictional = fiction.list_said
find_care_signs = care.find_care_signs


def find_present_partner(session: Session, *, conversation_id: UUID, member_id: UUID) -> UUID | None:
    """Return the other side of a member's conversation, unless they are gone or either blocked the other."""
    return partners.find_present_partner(session, conversation_id=conversation_id, member_id=member_id)


def list_present_partners(session: Session, *, member_ids: Sequence[UUID], limit: int) -> dict[UUID, list[UUID]]:
    """Return with whom each member wrote last, at most `limit` for each, without those who are gone or blocked."""
    return queries.list_present_partners(session, member_ids=member_ids, limit=limit)


def mark_hints(text: str) -> list[tuple[str, bool]]:
    """Return a text in parts, each with whether something in it is known from frauds."""
    return hints.mark_hints(text)


def list_words(text: str) -> list[str]:
    """Return the words of a text as they sound, without the spellings that only hide them."""
    return folding.words(folding.plain(text))


def find_message_place(session: Session, message_id: UUID) -> tuple[UUID, UUID] | None:
    """Return (conversation, sender) of a message."""
    message = queries.find_message(session, message_id)
    return (message.conversation_id, message.sender_id) if message else None


def find_message(session: Session, message_id: UUID) -> Message | None:
    """Return a message, whoever wrote it: for who works on a case, and may."""
    return queries.find_message(session, message_id)


def list_between(session: Session, *, member_id: UUID, partner_id: UUID, limit: int) -> list[Message]:
    """Return what two members wrote each other last, the oldest of that first: for who works on a case, and may."""
    return queries.list_between(session, member_id=member_id, partner_id=partner_id, limit=limit)


def fictional_conversations() -> Subquery:
    """Return the conversations of members with fictional profiles as a table for other modules' statements."""
    return fiction_queries.conversations()


def find_fictional_side(session: Session, conversation_id: UUID) -> FictionalSide | None:
    """Return the fictional profile's side of a conversation in which both are there, or None."""
    return fiction_queries.find_side(session, conversation_id)


def list_said_until(session: Session, conversation_id: UUID, *, seq: int, limit: int) -> list[Message]:
    """Return what was said last in a conversation up to a message, oldest first: for who works on a case, and may."""
    return fiction_queries.list_said_until(session, conversation_id, seq=seq, limit=limit)


def list_unanswered_by_fictional(session: Session, side: FictionalSide, *, after: UUID | None = None) -> list[str]:
    """Return all that a member wrote which still waits for a fictional profile's answer, and came after a message."""
    return fiction_queries.list_unanswered(session, side, after=after)


def count_alike_starts(session: Session, message_id: UUID, *, hours: int) -> int:
    """Return to how many people the sender of an opener wrote nearly the same first words within `hours`."""
    return openers.count_alike_starts(session, message_id, hours=hours)


def count_starts_with(session: Session, message_id: UUID, *, hints: Collection[Hint], hours: int) -> int:
    """Return to how many people the sender of a message wrote first words with one of these hints within `hours`."""
    return openers.count_starts_with(session, message_id, hints=hints, hours=hours)


def list_correspondents(session: Session, member_id: UUID) -> list[UUID]:
    """Return with whom a member wrote, whatever became of either."""
    return returns.list_correspondents(session, member_id)


def list_paid_to(session: Session, member_id: UUID) -> list[tuple[UUID, UUID]]:
    """Return (message, sender) of what others paid for writing to a member and did not get back."""
    return returns.list_paid_to(session, member_id)


def sum_unanswered(session: Session, site_id: UUID) -> tuple[int, int]:
    """Return (messages, credits) that go back to the members of a site that shows no fictional profiles any more."""
    return returns.sum_unanswered(session, site_id)


def find_partner_id(session: Session, *, conversation_id: UUID, member_id: UUID) -> UUID | None:
    """Return the other side of a member's conversation, whatever became of them."""
    return queries.find_partner_id(session, conversation_id=conversation_id, member_id=member_id)


def count_unread(session: Session, member_id: UUID) -> int:
    """Return a member's unread messages, without those of people who are absent (spec 2.45)."""
    return keeping.count_unread(session, member_id=member_id)


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the messages' part of the answer about the member who is logged in (spec 3.1)."""
    return {"unread_messages": count_unread(session, actor.member)}
