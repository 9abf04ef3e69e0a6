"""What each mail says, in its reader's language."""

from dataclasses import replace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from app.kernel import formats, i18n
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.messaging import api as messaging_api
from modules.messaging.contracts import MessageKind
from modules.notifications.contracts import Letter, MailType
from modules.notifications.service import case_letters, money_letters
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# Which letter tells of what waits, where it is not words.
WAITING = {MessageKind.GIFT: "new-gift", MessageKind.PHOTO: "new-photo"}


def write_letter(session: Session, site: Site, member: Member, type: MailType, params: dict[str, str]) -> Letter | None:
    """Put a mail into words. Who wrote is looked up now, so that nothing goes out about someone who is gone."""
    if type in money_letters.TYPES:
        return money_letters.write_letter(session, site, member, type, params)
    if type in case_letters.TYPES:
        return case_letters.write_letter(site, member.language, type, params)
    values: dict[str, Any] = {"name": member.name, "site": site.name}
    if "token_id" in params:
        link = accounts_api.find_email_link(session, UUID(params["token_id"]))
        if link is None or not link.is_open:
            return None
        until = link.expires_at.astimezone(ZoneInfo(site.timezone)).date()
        values |= {"email": link.email, "until": formats.day(member.language, until)}
        return replace(_words(member.language, type, link.url, values), to=link.email)
    if type is MailType.NEW_MESSAGE:
        waiting = messaging_api.find_waiting_message(
            session, member_id=member.id, message_id=UUID(params["message_id"])
        )
        if waiting is None:
            return None
        url = sites_api.site_url(site, f"/chats/{waiting.conversation_id}")
        words = WAITING.get(waiting.kind, type)
        return _words(member.language, words, url, {**values, "other": waiting.sender_label})
    path = "/notifications" if type is MailType.EXPORT_READY else "/login"
    return _words(member.language, type, sites_api.site_url(site, path), values)


def _words(language: str, letter: str, url: str, values: dict[str, Any]) -> Letter:
    def say(part: str) -> str:
        return i18n.find_text(language, f"mail.{letter}.{part}", **values) or ""

    paragraphs = tuple(p for n in ("first", "second") if (p := say(n)))
    return Letter(say("subject"), say("heading"), paragraphs, say("button"), url, say("note"))
