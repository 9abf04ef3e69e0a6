"""The content of each mail in its reader's language."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from app.kernel.mail.addresses import as_shown
from app.kernel.text import formats
from app.kernel.text.words import isolated
from modules.accounts import api as accounts_api
from modules.accounts.contracts import RESET_LIFE, Member
from modules.messaging import api as messaging_api
from modules.messaging.contracts import MessageKind
from modules.notifications import policies, queries
from modules.notifications.contracts import Letter, MailType, NoticeType, Pace
from modules.notifications.service import account_letters, case_letters, money_letters
from modules.profiles.contracts import Viewer
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.social import api as social_api

# The letters about unread gifts and photos; other messages use the type's own letter.
UNREAD_LETTERS = {MessageKind.GIFT: "new-gift", MessageKind.PHOTO: "new-photo"}


def write_letter(session: Session, site: Site, member: Member, type: MailType, params: dict[str, str]) -> Letter | None:
    """Return the content of a mail, or None when it is no longer needed, by the data of the moment."""
    if type in money_letters.TYPES:
        return money_letters.write_letter(session, site, member, type, params)
    if type in case_letters.TYPES:
        return case_letters.write_letter(session, site, member.language, type, params)
    if type in account_letters.TYPES:
        return account_letters.write_letter(session, site, member, type, params)
    values: dict[str, Any] = {"name": member.name, "site": site.name}
    if "token_id" in params:
        return _link(session, site, member, type, params, values)
    if type is MailType.NEW_MESSAGE:
        waiting = messaging_api.find_waiting_message(
            session, member_id=member.id, message_id=UUID(params["message_id"])
        )
        if waiting is None:
            return None
        url = sites_api.site_url(site, f"/chats/{waiting.conversation_id}")
        words = UNREAD_LETTERS.get(waiting.kind, type)
        return _translate_letter(member.language, words, url, {**values, "other": waiting.sender_label})
    if type in (MailType.NEW_LIKE, MailType.NEW_MATCH):
        write = _like if type is MailType.NEW_LIKE else _match
        return write(session, site, member, {**values, "other_id": params["other_id"]})
    if type is MailType.DIGEST:
        return _digest(session, site, member, values, params.get("pace"))
    path = "/notifications" if type is MailType.EXPORT_READY else "/login"
    return _translate_letter(member.language, type, sites_api.site_url(site, path), values)


def _link(
    session: Session, site: Site, member: Member, type: MailType, params: dict[str, str], values: dict[str, Any]
) -> Letter | None:
    """Return the letter with a link of an account; None when the link can no longer be used."""
    link = accounts_api.find_email_link(session, UUID(params["token_id"]))
    if link is None or not link.is_open:
        return None
    until = site.day_of(link.expires_at)
    facts = {**values, "email": as_shown(link.email), "until": formats.day(member.language, until)}
    words = "reset-after-undo" if "after_undo" in params else type
    letter = replace(_translate_letter(member.language, words, link.url, facts), to=link.email)
    if words is MailType.RESET_PASSWORD and link.expires_at - clock.now() > RESET_LIFE:
        letter = replace(letter, note=i18n.text(member.language, "mail.reset-password.note-day"))
    return letter


def _like(session: Session, site: Site, member: Member, values: dict[str, Any]) -> Letter | None:
    """Return the letter about unseen likes, with the name of one of their givers; None without unseen likes."""
    waiting = social_api.find_waiting_likes(session, member.id)
    if waiting is None:
        return None
    # One mail a day covers all likes; the one that caused it may have been seen or withdrawn by now.
    cause = UUID(values["other_id"])
    other = _name_shown(session, site, member, cause if cause in waiting.newest else waiting.newest[0])
    words = "new-likes" if waiting.count > 1 else MailType.NEW_LIKE
    facts = {**values, "other": other, "count": waiting.count}
    return _translate_letter(member.language, words, sites_api.site_url(site, "/likes"), facts) if other else None


def _match(session: Session, site: Site, member: Member, values: dict[str, Any]) -> Letter | None:
    """Return the letter about a match; None when it ended or the member's lists do not show the other one."""
    other_id = UUID(values["other_id"])
    is_there = social_api.is_match(session, member.id, other_id) and social_api.is_listed(session, member.id, other_id)
    other = _name_shown(session, site, member, other_id) if is_there else None
    url = sites_api.site_url(site, f"/members/{other_id}")
    return _translate_letter(member.language, MailType.NEW_MATCH, url, {**values, "other": other}) if other else None


def _name_shown(session: Session, site: Site, member: Member, other_id: UUID) -> str | None:
    """Return another member's name with the label of a fictional profile, or None when the member may not see them."""
    other = next(iter(social_api.list_cards(session, viewer=_viewer(site, member), ids=[other_id])), None)
    if other is None:
        return None
    return f"{isolated(other.name)} ({other.fictional_label})" if other.fictional_label else other.name


# The note that explains a digest that the member did not choose.
DIGEST_NOTES = {Pace.WEEKLY: "note-away", Pace.CAPPED: "note-many"}


def _digest(session: Session, site: Site, member: Member, values: dict[str, Any], pace: str | None) -> Letter | None:
    """Return the digest of what is unread; None when nothing is, or when an inactive member has become active again."""
    if pace == Pace.WEEKLY and not policies.is_inactive(clock.now(), queries.find_last_active(session, member)):
        return None
    settings = queries.get_settings(session, member.id)
    wants_likes = settings.wants_mail(NoticeType.LIKE) or settings.wants_mail(NoticeType.MATCH)
    waiting = {
        "messages": messaging_api.count_unread(session, member.id) if settings.wants_mail(NoticeType.MESSAGE) else 0,
        "likes": social_api.count_new_likes(session, member.id) if wants_likes else 0,
    }
    if not any(waiting.values()):
        return None
    path = "/chats" if waiting["messages"] else "/likes"
    letter = _translate_letter(member.language, MailType.DIGEST, sites_api.site_url(site, path), values)
    lines = (i18n.text(member.language, f"mail.digest.{what}", count=n) for what, n in waiting.items() if n)
    why = DIGEST_NOTES.get(Pace(pace)) if pace else None
    note = i18n.text(member.language, f"mail.digest.{why}") if why else letter.note
    return replace(letter, paragraphs=tuple(lines), note=note)


def _viewer(site: Site, member: Member) -> Viewer:
    return Viewer(member.id, is_paid=member.is_paid, site_id=site.id, language=member.language)


def _translate_letter(language: str, letter: str, url: str, values: dict[str, Any]) -> Letter:
    def translate(part: str) -> str:
        return i18n.find_text(language, f"mail.{letter}.{part}", **values) or ""

    paragraphs = tuple(p for n in ("first", "second") if (p := translate(n)))
    return Letter(translate("subject"), translate("heading"), paragraphs, translate("button"), url, translate("note"))
