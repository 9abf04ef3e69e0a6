"""The content of push messages in their reader's language, by the data of the moment.

Without `shows_text` a message contains names only. The name of a fictional profile is followed by its label.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.text.words import isolated
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.messaging import api as messaging_api
from modules.messaging.contracts import MessageKind, WaitingConversation
from modules.notifications.contracts import Notice, NoticeType, NotificationSettings
from modules.profiles.contracts import ProfileCard, Viewer
from modules.sites.contracts import Site
from modules.social import api as social_api

# The texts for gifts and photos; other messages use "text".
SENT = {MessageKind.GIFT: "gift", MessageKind.PHOTO: "photo"}


@dataclass(frozen=True)
class Reader:
    """The recipient of a push message; `about` holds the ids of the matches or offers that it is about."""

    session: Session
    site: Site
    member: Member
    settings: NotificationSettings
    about: Sequence[UUID] = ()

    def text(self, key: str, **values: Any) -> str:
        """Return a text of push messages in the reader's language."""
        return i18n.text(self.member.language, f"push.{key}", **values)

    def names(self, labels: Sequence[str], count: int) -> str:
        """Return "From Anna and 2 others", for `count` people of whom the first is named."""
        if count == 1:
            return self.text("from", other=labels[0])
        return self.text("from-others", other=labels[0], count=count - 1)

    def cards(self, ids: Sequence[UUID]) -> list[ProfileCard]:
        """Return the cards of those members whom the reader may see."""
        viewer = Viewer(self.member.id, self.member.is_paid, self.site.id, self.member.language)
        return social_api.list_cards(self.session, viewer=viewer, ids=ids)


def find_notice(reader: Reader, type: NoticeType) -> Notice | None:
    """Return the content of a push message of a type, or None when there is nothing new."""
    return _NOTICES[type](reader)


def _message(reader: Reader) -> Notice | None:
    waiting = messaging_api.list_waiting(reader.session, member_id=reader.member.id)
    if not waiting:
        return None
    first, since = waiting[0], min(one.since for one in waiting)
    if len(waiting) == 1:
        path = f"/chats/{first.conversation_id}"
        return Notice(*_one_person(reader, first), path, since)
    title = reader.text("messages", count=sum(one.unread for one in waiting))
    return Notice(title, reader.names([first.sender_label], len(waiting)), "/chats", since)


def _one_person(reader: Reader, one: WaitingConversation) -> tuple[str, str]:
    """Return the title and body about the unread messages of one partner."""
    if reader.settings.shows_text:
        return one.sender_label, one.excerpt
    if one.unread == 1:
        return reader.text(f"sent.{SENT.get(one.kind, 'text')}", other=one.sender_label), reader.text("open")
    return reader.text("messages", count=one.unread), reader.names([one.sender_label], 1)


def _like(reader: Reader) -> Notice | None:
    likes = social_api.find_waiting_likes(reader.session, reader.member.id)
    cards = reader.cards(likes.newest) if likes else []
    if likes is None or not cards:
        return None
    is_one = likes.count == 1
    title = reader.text("like", other=_label(cards[0])) if is_one else reader.text("likes", count=likes.count)
    return Notice(title, reader.text("like-back"), "/likes", likes.since)


def _match(reader: Reader) -> Notice | None:
    matched = [
        card for card in reader.cards(reader.about) if social_api.is_match(reader.session, reader.member.id, card.id)
    ]
    if not matched:
        return None
    if len(matched) == 1:
        title = reader.text("match", other=_label(matched[0]))
        return Notice(title, reader.text("hello"), f"/members/{matched[0].id}")
    title = reader.text("matches", count=len(matched))
    return Notice(title, reader.names([_label(matched[0])], len(matched)), "/likes")


def _offer(reader: Reader) -> Notice | None:
    for discount_id in reader.about:
        discount = billing_api.get_discount(reader.session, discount_id)
        if discount.is_active and not discount.used:
            title = reader.text("offer", percent=discount.value_percentage)
            path = "/credits" if reader.member.is_paid else "/premium"
            return Notice(title, reader.text("next-order"), path)
    return None


def _label(card: ProfileCard) -> str:
    return f"{isolated(card.name)} ({card.fictional_label})" if card.fictional_label else card.name


_NOTICES = {
    NoticeType.MESSAGE: _message,
    NoticeType.LIKE: _like,
    NoticeType.MATCH: _match,
    NoticeType.OFFER: _offer,
}
