"""Mails about the account: links, welcome, reactivation, new devices, blocked logins, partners removed for fraud."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.kernel import clock
from app.kernel.http import browsers
from app.kernel.mail.addresses import as_shown
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import RESET_LIFE
from modules.moderation import api as moderation_api
from modules.notifications import queries
from modules.notifications.contracts import Letter, MailState, MailType
from modules.notifications.service.writing import Writer

# Works without a login, which somebody who must act quickly may not have at hand.
NEW_PASSWORD = "/reset-password"
DEVICES = "/notifications#devices"


def _link(writer: Writer) -> Letter | None:
    """Return the letter with a link of an account; None when the link can no longer be used."""
    link = accounts_api.find_email_link(writer.session, writer.id_of("token_id"))
    if link is None or not link.is_open:
        return None
    words = "reset-after-undo" if "after_undo" in writer.params else writer.type
    letter = writer.letter("/", words=words, email=as_shown(link.email), until=writer.day(link.expires_at))
    letter = replace(letter, url=link.url, to=link.email)
    if words is MailType.RESET_PASSWORD and link.expires_at - clock.now() > RESET_LIFE:
        letter = replace(letter, note=writer.text("mail.reset-password.note-day"))
    return letter


def _log_in(writer: Writer) -> Letter:
    return writer.letter("/login")


def _export_ready(writer: Writer) -> Letter:
    return writer.letter("/notifications")


def _welcome(writer: Writer) -> Letter:
    return writer.letter("/profile", link="/search")


def _reactivated(writer: Writer) -> Letter:
    return writer.letter("/", link=NEW_PASSWORD)


def _new_device(writer: Writer) -> Letter | None:
    """Return the letter about a login; its country is known only behind a proxy that reports it."""
    found = accounts_api.find_session(writer.session, writer.id_of("session_id"))
    if found is None:
        return None
    opened, language, country = found[1], writer.member.language, writer.params["country"]
    facts = writer.facts(
        "mail.new-device.facts",
        when=formats.moment(language, opened.created_at.astimezone(writer.site.zone)),
        browser=browsers.name_browser(opened.user_agent),
        device=browsers.name_system(opened.user_agent),
        place=formats.country(language, country) if country else "",
    )
    return writer.letter(NEW_PASSWORD, link=DEVICES, facts=facts)


def _login_blocked(writer: Writer) -> Letter:
    return writer.letter(NEW_PASSWORD, link=DEVICES)


def _fraud_notice(writer: Writer) -> Letter | None:
    """Return the letter about a partner removed for fraud, with the credits that were returned; None if the notice is
    withdrawn, for which a mail server may have kept this mail waiting long enough.
    """
    # The previous version queued mails without the id of the notice.
    if "notice_id" in writer.params and moderation_api.is_notice_withdrawn(writer.session, writer.id_of("notice_id")):
        return None
    credits = int(writer.params["credits"])
    returned = writer.text("mail.fraud-notice.credits", count=credits) if credits else ""
    return _about_removed(writer, second=returned, email=writer.site.support_email)


def _fraud_notice_withdrawn(writer: Writer) -> Letter | None:
    """Return the letter about a reversed removal; returned credits stay. None if the member was not told of it."""
    notice_key = f"{MailType.FRAUD_NOTICE} {writer.params.get('notice_id')}"
    # A notice that is still queued will be dropped when it is tried again.
    if queries.find_state(writer.session, cause_key=notice_key) in (MailState.QUEUED, MailState.DROPPED):
        return None
    return _about_removed(writer, **({} if int(writer.params["credits"]) else {"second": ""}))


def _about_removed(writer: Writer, **values: Any) -> Letter:
    """Return a letter about a removed member, with their name unless they were erased."""
    removed_id = writer.id_of("removed_id")
    removed = accounts_api.list_members(writer.session, [removed_id]).get(removed_id)
    facts = writer.facts("mail.fraud-notice.facts", name=removed.name if removed else "")
    return writer.letter("/chats", facts=facts, **values)


LETTERS: Mapping[MailType, Callable[[Writer], Letter | None]] = {
    MailType.ACTIVATE: _link,
    MailType.RESET_PASSWORD: _link,
    MailType.EMAIL_CHANGE: _link,
    MailType.EMAIL_CHANGE_NOTICE: _link,
    MailType.ACCOUNT_DELETED: _link,
    MailType.PASSWORD_CHANGED: _log_in,
    MailType.ALREADY_MEMBER: _log_in,
    MailType.EXPORT_READY: _export_ready,
    MailType.WELCOME: _welcome,
    MailType.REACTIVATED: _reactivated,
    MailType.NEW_DEVICE: _new_device,
    MailType.LOGIN_BLOCKED: _login_blocked,
    MailType.FRAUD_NOTICE: _fraud_notice,
    MailType.FRAUD_NOTICE_WITHDRAWN: _fraud_notice_withdrawn,
}
