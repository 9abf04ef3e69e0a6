"""What the messaging module tells in the copy of a member's data."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel import formats, i18n
from app.kernel.exports import Share, Table
from modules.accounts import api as accounts_api
from modules.messaging.models import MessageRow, Participant
from modules.messaging.service.views import show_gift


def export_member(session: Session, member_id: UUID, language: str) -> Share:
    """Return a member's conversations: what they wrote and what they received, by partner, oldest first."""
    rows = session.execute(_MESSAGES.where(Participant.member_id == member_id)).all()
    partners = accounts_api.list_members(session, {row.partner_id for row in rows})
    own = accounts_api.get_member(session, member_id).name

    def word(key: str) -> str:
        return i18n.text(language, f"export.messaging.{key}")

    gone = word("gone")
    names = {partner_id: partner.name or gone for partner_id, partner in partners.items()}
    told = [
        {
            "conversation": row.conversation_id,
            "with": names[row.partner_id],
            "from": own if row.sender_id == member_id else names[row.partner_id],
            "at": row.sent_at,
            "gift": show_gift(row.gift, language=language).name if row.gift else None,
            "text": row.body,
        }
        for row in rows
    ]
    lines = [
        (
            one["with"],
            formats.moment(language, one["at"]),
            one["from"],
            ": ".join(part for part in (one["gift"], one["text"]) if part),
        )
        for one in told
    ]
    columns = (word("with"), word("at"), word("from"), word("text"))
    return Share(data={"messages": told}, tables=(Table(word("title"), lines, columns),))


_MESSAGES = (
    select(
        MessageRow.conversation_id,
        Participant.partner_id,
        MessageRow.sender_id,
        MessageRow.sent_at,
        MessageRow.gift,
        MessageRow.body,
    )
    .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
    .order_by(Participant.partner_id, MessageRow.seq)
)
