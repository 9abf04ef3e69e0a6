"""The messaging module's part of the copy of a member's data."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import BATCH, ModuleExport, Rows, Table
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.media import api as media_api
from modules.media.contracts import Use
from modules.messaging.contracts import PhotoStatus
from modules.messaging.models import Acknowledgement, MessageRow, Participant, PhotoRow
from modules.messaging.service.views import show_gift


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's conversations: what they wrote and what they received, by partner, oldest first."""
    partner_ids = session.execute(_PARTNERS.where(Participant.member_id == member_id)).scalars()
    partners = accounts_api.list_members(session, partner_ids)
    own = accounts_api.get_member(session, member_id).name

    def word(key: str) -> str:
        return i18n.text(language, f"export.messaging.{key}")

    folders = dict(session.execute(_PHOTOS.where(Participant.member_id == member_id)).tuples().all())
    names_of_files = {message_id: f"messages/{number}.webp" for number, message_id in enumerate(folders, start=1)}
    gone = word("gone")
    names = {partner_id: partner.name or gone for partner_id, partner in partners.items()}

    def messages() -> Iterator[dict[str, Any]]:
        for row in session.execute(_MESSAGES.where(Participant.member_id == member_id), yield_per=BATCH):
            name = names.get(row.partner_id, gone)
            yield {
                "conversation": row.conversation_id,
                "with": name,
                "from": own if row.sender_id == member_id else name,
                "at": row.sent_at,
                "gift": show_gift(row.gift, language=language).name if row.gift else None,
                "photo": names_of_files.get(row.id),
                "text": row.body,
            }

    def lines() -> Iterator[tuple[str, ...]]:
        for one in messages():
            words = ": ".join(part for part in (one["gift"], one["photo"], one["text"]) if part)
            yield one["with"], formats.moment(language, one["at"]), one["from"], words

    columns = (word("with"), word("at"), word("from"), word("text"))
    files = {
        name: media_api.storage_key(Use.CHAT, folders[message_id], "full")
        for message_id, name in names_of_files.items()
    }
    known = _ACKNOWLEDGED.where(Acknowledgement.member_id == member_id)
    data = {"messages": Rows(messages), "acknowledged": [row._asdict() for row in session.execute(known)]}
    return ModuleExport(data=data, tables=(Table(word("title"), Rows(lines), columns),), files=files)


_MESSAGES = (
    select(
        MessageRow.id,
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
_PARTNERS = select(Participant.partner_id)
_PHOTOS = (
    select(PhotoRow.message_id, PhotoRow.folder)
    .join(MessageRow, MessageRow.id == PhotoRow.message_id)
    .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
    .where(PhotoRow.status == PhotoStatus.READY)
    .order_by(Participant.partner_id, MessageRow.seq)
)

# Acknowledgements that profiles are fictional.
_ACKNOWLEDGED = select(Acknowledgement.profile_id, Acknowledgement.warning, Acknowledgement.acknowledged_at)
