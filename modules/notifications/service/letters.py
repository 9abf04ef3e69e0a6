"""The content of each mail in its reader's language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.text.words import isolated
from modules.accounts.contracts import Member
from modules.messaging import api as messaging_api
from modules.messaging.contracts import MessageKind
from modules.notifications import policies, queries
from modules.notifications.contracts import Letter, MailType, NoticeType, Pace
from modules.notifications.service import account_letters, case_letters, money_letters
from modules.notifications.service.writing import Writer
from modules.profiles.contracts import Viewer
from modules.sites.contracts import Site
from modules.social import api as social_api

# The letters about unread gifts and photos; other messages use the type's own letter.
UNREAD_LETTERS = {MessageKind.GIFT: "new-gift", MessageKind.PHOTO: "new-photo"}


def write_letter(session: Session, site: Site, member: Member, type: MailType, params: dict[str, str]) -> Letter | None:
    """Return the content of a mail, or None when it is no longer needed, by the data of the moment."""
    return LETTERS[type](Writer(session, site, member, type, params))


def _case(writer: Writer) -> Letter:
    return case_letters.write_letter(writer.session, writer.site, writer.member.language, writer.type, writer.params)


def _message(writer: Writer) -> Letter | None:
    """Return the letter about an unread message; None when it was read."""
    message_id = writer.id_of("message_id")
    waiting = messaging_api.find_waiting_message(writer.session, member_id=writer.member.id, message_id=message_id)
    if waiting is None:
        return None
    words = UNREAD_LETTERS.get(waiting.kind, writer.type)
    return writer.letter(f"/chats/{waiting.conversation_id}", words=words, other=waiting.sender_label)


def _like(writer: Writer) -> Letter | None:
    """Return the letter about unseen likes, with the name of one of their givers; None without unseen likes."""
    waiting = social_api.find_waiting_likes(writer.session, writer.member.id)
    if waiting is None:
        return None
    # One mail a day covers all likes; the one that caused it may have been seen or withdrawn by now.
    cause = writer.id_of("other_id")
    other = _name_shown(writer, cause if cause in waiting.newest else waiting.newest[0])
    words = "new-likes" if waiting.count > 1 else writer.type
    return writer.letter("/likes", words=words, other=other, count=waiting.count) if other else None


def _match(writer: Writer) -> Letter | None:
    """Return the letter about a match; None when it ended or the member's lists do not show the other one."""
    session, member_id, other_id = writer.session, writer.member.id, writer.id_of("other_id")
    is_there = social_api.is_match(session, member_id, other_id) and social_api.is_listed(session, member_id, other_id)
    other = _name_shown(writer, other_id) if is_there else None
    return writer.letter(f"/members/{other_id}", other=other) if other else None


def _name_shown(writer: Writer, other_id: UUID) -> str | None:
    """Return another member's name with the label of a fictional profile, or None when the member may not see them."""
    member = writer.member
    viewer = Viewer(member.id, is_paid=member.is_paid, site_id=writer.site.id, language=member.language)
    other = next(iter(social_api.list_cards(writer.session, viewer=viewer, ids=[other_id])), None)
    if other is None:
        return None
    return f"{isolated(other.name)} ({other.fictional_label})" if other.fictional_label else other.name


# The note that explains a digest that the member did not choose.
DIGEST_NOTES = {Pace.WEEKLY: "note-away", Pace.CAPPED: "note-many"}


def _digest(writer: Writer) -> Letter | None:
    """Return the digest of what is unread; None when nothing is, or when an inactive member has become active again."""
    session, member, pace = writer.session, writer.member, writer.params.get("pace")
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
    letter = writer.letter("/chats" if waiting["messages"] else "/likes")
    lines = tuple(writer.text(f"mail.digest.{what}", count=n) for what, n in waiting.items() if n)
    why = DIGEST_NOTES.get(Pace(pace)) if pace else None
    return replace(letter, paragraphs=lines, note=writer.text(f"mail.digest.{why}") if why else letter.note)


LETTERS: Mapping[MailType, Callable[[Writer], Letter | None]] = {
    MailType.NEW_MESSAGE: _message,
    MailType.NEW_LIKE: _like,
    MailType.NEW_MATCH: _match,
    MailType.DIGEST: _digest,
    **account_letters.LETTERS,
    **money_letters.LETTERS,
    **dict.fromkeys(case_letters.TYPES, _case),
}
