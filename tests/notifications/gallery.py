"""Every mail that the application writes, in every language, taken where the worker writes it."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session
from app.kernel.i18n import LOCALES
from modules.notifications import queries
from modules.notifications.contracts import MailType

# Where `hearth mail pictures` wants the pages of the mails.
FOLDER = "HEARTH_MAIL_GALLERY"
Write = Callable[..., EmailMessage | None]


@dataclass(frozen=True)
class Sample:
    """One mail in one language; `number` counts the mails of a type, which may have several forms."""

    type: MailType
    number: int
    language: str
    is_to_member: bool
    message: EmailMessage

    def html(self) -> str:
        """Return the page that mail programs draw."""
        body = self.message.get_body(("html",))
        assert body is not None
        return str(body.get_content())

    def text(self) -> str:
        """Return the plain words."""
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content())


class Gallery:
    """Stands where mails are written, and has each written in all languages before it goes on its way."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._forms: dict[MailType, set[str]] = {}
        self.samples: list[Sample] = []

    def write_mail(self, session: Session, *, mail_id: UUID) -> EmailMessage | None:
        """Write a mail as always, and once more in each language."""
        message = self._write(session, mail_id=mail_id)
        mail = queries.find_mail(session, mail_id)
        if message is None or mail is None:
            return message
        table, person = ("contact", mail.contact_id) if mail.contact_id else ("member", mail.member_id)
        own = session.execute(
            text(f"SELECT language FROM accounts.{table} WHERE id = :id"), {"id": person}
        ).scalar_one()
        speak = text(f"UPDATE accounts.{table} SET language = :language WHERE id = :id")
        forms = self._forms.setdefault(MailType(mail.type), set())
        session.execute(speak, {"id": person, "language": "en"})
        form = _form_of(self._write(session, mail_id=mail_id))
        if form not in forms:
            forms.add(form)
            for language in LOCALES:
                session.execute(speak, {"id": person, "language": language})
                written = self._write(session, mail_id=mail_id)
                assert written is not None, (mail.type, language)
                self.samples.append(
                    Sample(MailType(mail.type), len(forms), language, mail.member_id is not None, written)
                )
        session.execute(speak, {"id": person, "language": own})
        return message

    def save(self) -> None:
        """Write the pages for `hearth mail pictures`, where it asked for them."""
        if FOLDER not in os.environ:
            return
        folder = Path(os.environ[FOLDER])
        told = []
        for one in self.samples:
            name = f"{one.type}-{one.number}-{one.language}"
            (folder / f"{name}.html").write_text(one.html(), encoding="utf-8")
            told.append({"type": one.type, "number": one.number, "language": one.language, "file": f"{name}.html"})
        (folder / "gallery.json").write_text(json.dumps(told), encoding="utf-8")


def _form_of(message: EmailMessage | None) -> str:
    """Tell forms of a type apart by how many lines they have and what they are called, whoever they are about."""
    assert message is not None
    body = message.get_body(("plain",))
    assert body is not None
    return f"{len(str(body.get_content()).splitlines())} {str(message['Subject']).split()[-1]}"
