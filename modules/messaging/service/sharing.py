"""The messaging module's part of the copy of a member's data."""

from uuid import UUID

from sqlalchemy import select

from app.kernel import formats, i18n
from app.kernel.db import Session
from app.kernel.exports import ModuleExport, Table
from modules.accounts import api as accounts_api
from modules.messaging.contracts import PhotoStatus
from modules.messaging.models import Acknowledgement, MessageRow, Participant, PhotoRow
from modules.messaging.service.photos import storage_key
from modules.messaging.service.views import show_gift


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's conversations: what they wrote and what they received, by partner, oldest first."""
    rows = session.execute(_MESSAGES.where(Participant.member_id == member_id)).all()
    partners = accounts_api.list_members(session, {row.partner_id for row in rows})
    own = accounts_api.get_member(session, member_id).name

    def word(key: str) -> str:
        return i18n.text(language, f"export.messaging.{key}")

    folders = {row.id: row.folder for row in rows if row.status == PhotoStatus.READY}
    names_of_files = {message_id: f"messages/{number}.webp" for number, message_id in enumerate(folders, start=1)}
    gone = word("gone")
    names = {partner_id: partner.name or gone for partner_id, partner in partners.items()}
    messages = [
        {
            "conversation": row.conversation_id,
            "with": names[row.partner_id],
            "from": own if row.sender_id == member_id else names[row.partner_id],
            "at": row.sent_at,
            "gift": show_gift(row.gift, language=language).name if row.gift else None,
            "photo": names_of_files.get(row.id),
            "text": row.body,
        }
        for row in rows
    ]
    lines = [
        (
            one["with"],
            formats.moment(language, one["at"]),
            one["from"],
            ": ".join(part for part in (one["gift"], one["photo"], one["text"]) if part),
        )
        for one in messages
    ]
    columns = (word("with"), word("at"), word("from"), word("text"))
    files = {name: storage_key(folders[message_id], "full") for message_id, name in names_of_files.items()}
    known = _ACKNOWLEDGED.where(Acknowledgement.member_id == member_id)
    data = {"messages": messages, "acknowledged": [row._asdict() for row in session.execute(known)]}
    return ModuleExport(data=data, tables=(Table(word("title"), lines, columns),), files=files)


_MESSAGES = (
    select(
        MessageRow.id,
        MessageRow.conversation_id,
        Participant.partner_id,
        MessageRow.sender_id,
        MessageRow.sent_at,
        MessageRow.gift,
        MessageRow.body,
        PhotoRow.status,
        PhotoRow.folder,
    )
    .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
    .outerjoin(PhotoRow, PhotoRow.message_id == MessageRow.id)
    .order_by(Participant.partner_id, MessageRow.seq)
)

# Acknowledgements that profiles are fictional.
_ACKNOWLEDGED = select(Acknowledgement.profile_id, Acknowledgement.warning, Acknowledgement.acknowledged_at)
