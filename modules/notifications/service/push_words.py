"""The content of push messages in their recipient's language, by the data of the moment.

Without `shows_text` a message contains names only. The name of a fictional profile is followed by its label.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.text import formats
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
class Recipient:
    """The recipient of a push message; `about` holds the ids of the matches or offers that it is about."""

    session: Session
    site: Site
    member: Member
    settings: NotificationSettings
    about: Sequence[UUID] = ()

    def text(self, key: str, **values: Any) -> str:
        """Return a text of push messages in the recipient's language."""
        return i18n.text(self.member.language, f"push.{key}", **values)

    def names(self, labels: Sequence[str], count: int) -> str:
        """Return "From Anna and 2 others", for `count` people of whom the first is named."""
        if count == 1:
            return self.text("from", other=labels[0])
        return self.text("from-others", other=labels[0], count=count - 1)

    def cards(self, ids: Sequence[UUID]) -> list[ProfileCard]:
        """Return the cards of those members whom the recipient may see."""
        viewer = Viewer(self.member.id, self.member.is_paid, self.site.id, self.member.language)
        return social_api.list_cards(self.session, viewer=viewer, ids=ids)


def find_notice(recipient: Recipient, type: NoticeType) -> Notice | None:
    """Return the content of a push message of a type, or None when there is nothing new."""
    match type:
        case NoticeType.MESSAGE:
            return _message(recipient)
        case NoticeType.LIKE:
            return _like(recipient)
        case NoticeType.MATCH:
            return _match(recipient)
        case NoticeType.OFFER:
            return _offer(recipient)


def _message(recipient: Recipient) -> Notice | None:
    waiting = messaging_api.list_waiting(recipient.session, member_id=recipient.member.id)
    if not waiting:
        return None
    first, since = waiting[0], min(one.since for one in waiting)
    if len(waiting) == 1:
        path = f"/chats/{first.conversation_id}"
        return Notice(*_one_person(recipient, first), path, "high", since)
    title = recipient.text("messages", count=sum(one.unread for one in waiting))
    return Notice(title, recipient.names([first.sender_label], len(waiting)), "/chats", "high", since)


def _one_person(recipient: Recipient, one: WaitingConversation) -> tuple[str, str]:
    """Return the title and body about the unread messages of one partner."""
    if recipient.settings.shows_text:
        return one.sender_label, one.excerpt
    if one.unread == 1:
        return recipient.text(f"sent.{SENT.get(one.kind, 'text')}", other=one.sender_label), recipient.text("open")
    return recipient.text("messages", count=one.unread), recipient.names([one.sender_label], 1)


def _like(recipient: Recipient) -> Notice | None:
    likes = social_api.find_waiting_likes(recipient.session, recipient.member.id)
    cards = recipient.cards(likes.newest) if likes else []
    if likes is None or not cards:
        return None
    is_one = likes.count == 1
    title = recipient.text("like", other=_label(cards[0])) if is_one else recipient.text("likes", count=likes.count)
    return Notice(title, recipient.text("like-back"), "/likes", "low", likes.since)


def _match(recipient: Recipient) -> Notice | None:
    session, member_id = recipient.session, recipient.member.id
    matched = [card for card in recipient.cards(recipient.about) if social_api.is_match(session, member_id, card.id)]
    if not matched:
        return None
    if len(matched) == 1:
        title = recipient.text("match", other=_label(matched[0]))
        return Notice(title, recipient.text("hello"), f"/members/{matched[0].id}", "normal")
    title = recipient.text("matches", count=len(matched))
    return Notice(title, recipient.names([_label(matched[0])], len(matched)), "/likes", "normal")


def _offer(recipient: Recipient) -> Notice | None:
    for discount_id in recipient.about:
        discount = billing_api.get_discount(recipient.session, discount_id)
        if discount.is_active and not discount.used:
            percent = formats.percent(recipient.member.language, discount.value_percentage * 100)
            title = recipient.text("offer", percent=percent)
            path = "/credits" if recipient.member.is_paid else "/premium"
            return Notice(title, recipient.text("next-order"), path, "very-low")
    return None


def _label(card: ProfileCard) -> str:
    return f"{isolated(card.name)} ({card.fictional_label})" if card.fictional_label else card.name
