"""Mails about the account: welcome, reactivation, new devices, blocked logins, and partners removed for fraud."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.http import browsers
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.moderation import api as moderation_api
from modules.notifications import queries
from modules.notifications.contracts import Letter, MailState, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# Works without a login, which somebody who must act quickly may not have at hand.
NEW_PASSWORD = "/reset-password"
DEVICES = "/notifications#devices"


class Writer:
    """Writes the letters to one member of one site."""

    def __init__(self, session: Session, site: Site, member: Member) -> None:
        self.session, self.site, self.member = session, site, member

    def letter(self, type: MailType, path: str, *, link: str = "", **values: Any) -> Letter:
        """Return a letter; `link` is the path of its secondary link. Empty paragraphs are left out."""

        def translate(part: str) -> str:
            named = {"name": self.member.name, "site": self.site.name, **values}
            return i18n.find_text(self.member.language, f"mail.{type}.{part}", **named) or ""

        return Letter(
            subject=translate("subject"),
            heading=translate("heading"),
            paragraphs=tuple(words for part in ("first", "second") if (words := values.get(part, translate(part)))),
            button=translate("button"),
            url=sites_api.site_url(self.site, path),
            note=translate("note"),
            facts=values.get("facts", ()),
            link=translate("link") if link else "",
            link_url=sites_api.site_url(self.site, link) if link else "",
        )

    def facts(self, type: MailType, **known: str) -> tuple[tuple[str, str], ...]:
        """Return the rows of the letter's table, without empty ones."""
        language = self.member.language
        return tuple((i18n.text(language, f"mail.{type}.facts.{name}"), fact) for name, fact in known.items() if fact)


def write_letter(session: Session, site: Site, member: Member, type: MailType, params: dict[str, str]) -> Letter | None:
    """Return a letter about an account, or None when it is no longer needed."""
    return _LETTERS[type](Writer(session, site, member), params)


def _welcome(writer: Writer, params: dict[str, str]) -> Letter | None:
    return writer.letter(MailType.WELCOME, "/profile", link="/search")


def _reactivated(writer: Writer, params: dict[str, str]) -> Letter | None:
    return writer.letter(MailType.REACTIVATED, "/", link=NEW_PASSWORD)


def _new_device(writer: Writer, params: dict[str, str]) -> Letter | None:
    """Return the letter about a login; its country is known only behind a proxy that reports it."""
    found = accounts_api.find_session(writer.session, UUID(params["session_id"]))
    if found is None:
        return None
    opened, language = found[1], writer.member.language
    facts = writer.facts(
        MailType.NEW_DEVICE,
        when=formats.moment(language, opened.created_at.astimezone(writer.site.zone)),
        browser=browsers.name_browser(opened.user_agent),
        device=browsers.name_system(opened.user_agent),
        place=formats.country(language, params["country"]) if params["country"] else "",
    )
    return writer.letter(MailType.NEW_DEVICE, NEW_PASSWORD, link=DEVICES, facts=facts)


def _login_blocked(writer: Writer, params: dict[str, str]) -> Letter | None:
    return writer.letter(MailType.LOGIN_BLOCKED, NEW_PASSWORD, link=DEVICES)


def _fraud_notice(writer: Writer, params: dict[str, str]) -> Letter | None:
    """Return the letter about a partner removed for fraud, with the credits that were returned; None if the notice is
    withdrawn, for which a mail server may have kept this mail waiting long enough.
    """
    # The previous version queued mails without the id of the notice.
    if "notice_id" in params and moderation_api.is_notice_withdrawn(writer.session, UUID(params["notice_id"])):
        return None
    credits = int(params["credits"])
    returned = i18n.text(writer.member.language, "mail.fraud-notice.credits", count=credits) if credits else ""
    return _about_removed(writer, MailType.FRAUD_NOTICE, params, second=returned, email=writer.site.support_email)


def _fraud_notice_withdrawn(writer: Writer, params: dict[str, str]) -> Letter | None:
    """Return the letter about a reversed removal; returned credits stay. None if the member was not told of it."""
    notice_key = f"{MailType.FRAUD_NOTICE} {params.get('notice_id')}"
    # A notice that is still queued will be dropped when it is tried again.
    if queries.find_state(writer.session, cause_key=notice_key) in (MailState.QUEUED, MailState.DROPPED):
        return None
    type = MailType.FRAUD_NOTICE_WITHDRAWN
    return _about_removed(writer, type, params, **({} if int(params["credits"]) else {"second": ""}))


def _about_removed(writer: Writer, type: MailType, params: dict[str, str], **values: str) -> Letter:
    """Return a letter about a removed member, with their name unless they were erased."""
    removed_id = UUID(params["removed_id"])
    removed = accounts_api.list_members(writer.session, [removed_id]).get(removed_id)
    name = removed.name if removed else ""
    return writer.letter(type, "/chats", facts=writer.facts(MailType.FRAUD_NOTICE, name=name), **values)


_LETTERS: dict[MailType, Callable[[Writer, dict[str, str]], Letter | None]] = {
    MailType.WELCOME: _welcome,
    MailType.REACTIVATED: _reactivated,
    MailType.NEW_DEVICE: _new_device,
    MailType.LOGIN_BLOCKED: _login_blocked,
    MailType.FRAUD_NOTICE: _fraud_notice,
    MailType.FRAUD_NOTICE_WITHDRAWN: _fraud_notice_withdrawn,
}
TYPES = frozenset(_LETTERS)
