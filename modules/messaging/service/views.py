"""Conversations as a member sees them."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.billing import api as billing_api
from modules.billing.contracts.payments import Spending
from modules.messaging.contracts import (
    Chat,
    ChatLine,
    ChatList,
    ConversationState,
    EndedChat,
    EndedChats,
    Gift,
    GiftOffer,
    History,
    LastMessage,
    Message,
    MessageKind,
    News,
    OpenConversation,
    ShownGift,
    ShownMessage,
    Terms,
    WaitingConversation,
    WaitingMessage,
)
from modules.messaging.errors import ConversationNotFound
from modules.messaging.policies import writing as policies
from modules.messaging.queries import chat_list
from modules.messaging.queries import conversations as queries
from modules.messaging.service import photos
from modules.messaging.service.conversations import is_partner_typing
from modules.messaging.service.partners import get_conversation_state, get_partner
from modules.profiles import api as profiles_api
from modules.profiles.contracts import ProfileCard, Viewer
from modules.sites import api as sites_api
from modules.social import api as social_api


def list_chats(session: Session, *, actor: Actor, page: int, page_size: int) -> ChatList:
    """Return a page of the member's conversations, newest first, without absent partners (spec 6.7)."""
    lines = chat_list.list_conversations(
        session, member_id=actor.member, limit=page_size + 1, offset=(page - 1) * page_size
    )
    shown = lines[:page_size]
    cards = _cards(session, actor, [line.partner_id for line in shown])
    chats = tuple(_chat(line, cards[line.partner_id], actor) for line in shown if line.partner_id in cards)
    return ChatList(chats, queries.count_unread(session, actor.member), has_more=len(lines) > page_size)


def list_ended(session: Session, *, actor: Actor, page: int, page_size: int) -> EndedChats:
    """Return a page of the member's conversations that ended recently, so that they can be reported.

    They do not name the partner, nor say whether the partner left or one of the two blocked the other.
    """
    lines = chat_list.list_ended(session, member_id=actor.member, limit=page_size + 1, offset=(page - 1) * page_size)
    chats = (EndedChat(line.conversation_id, line.partner_kind, _last(line, actor)) for line in lines[:page_size])
    return EndedChats(tuple(chats), has_more=len(lines) > page_size)


def list_ended_history(
    session: Session, *, actor: Actor, conversation_id: UUID, before: int | None, after: int | None, limit: int
) -> History:
    """Return the messages of a conversation of `list_ended`, as they were sent; raises ConversationNotFound.

    Photos, hints, refunds and whether the other side read them are left out: these may have changed since.
    """
    side = chat_list.find_ended_side(session, conversation_id=conversation_id, member_id=actor.member)
    if side is None:
        raise ConversationNotFound()
    messages, has_more = queries.list_messages(session, side, before=before, after=after, limit=limit)
    as_sent = (replace(message, photo=None, hints=(), refunded_at=None) for message in messages)
    shown = (_show(one, actor, is_mine=one.sender_id == actor.member, is_read=False) for one in as_sent)
    return History(tuple(shown), has_more)


def _chat(line: ChatLine, card: ProfileCard, actor: Actor) -> Chat:
    return Chat(line.conversation_id, card, line.unread, _last(line, actor))


def _last(line: ChatLine, actor: Actor) -> LastMessage:
    excerpt = policies.excerpt(line.body, thing=_kind_name(line.kind, line.gift, actor.language))
    is_mine = line.sender_id == actor.member
    return LastMessage(line.seq, line.kind, excerpt, is_mine, sent_at=line.last_at)


def _kind_name(kind: MessageKind, gift: Gift | None, language: str) -> str | None:
    """Return the name of a gift or a photo, None for a text."""
    if gift:
        return show_gift(gift, language=language).name
    return i18n.text(language, "photo_message") if kind is MessageKind.PHOTO else None


def open_conversation(session: Session, *, actor: Actor, conversation_id: UUID) -> OpenConversation:
    """Return a conversation with its partner, prices and what it cost so far; raises ConversationNotFound."""
    state = get_conversation_state(session, actor=actor, conversation_id=conversation_id)
    side, partner, country = state.side, state.partner, state.country
    card = _cards(session, actor, [partner.id]).get(partner.id)
    if card is None:
        raise ConversationNotFound()
    site = sites_api.get_site(session, actor.site_id)
    purse = billing_api.get_purse(session, member_id=actor.member, site_id=site.id, country=country)
    spent = billing_api.sum_spending(session, member_id=actor.member, references=[conversation_id])
    return OpenConversation(
        id=conversation_id,
        profile=card,
        unread=side.unread,
        other_read_seq=state.other_read_seq,
        spent=billing_api.spending_price(site, country, spent.get(conversation_id, Spending(0))),
        terms=Terms(
            conversation_id=conversation_id,
            cost=billing_api.message_price(site, purse, is_reply=side.is_reply),
            photo_cost=billing_api.price_of(site, purse, credits=site.photo_credits),
            blocked_reason=policies.blocked_reason(partner, fictional_enabled=site.fictional_enabled),
        ),
    )


def list_history(
    session: Session, *, actor: Actor, conversation_id: UUID, before: int | None, after: int | None, limit: int
) -> History:
    """Return messages that the member did not remove; raises ConversationNotFound."""
    state = get_conversation_state(session, actor=actor, conversation_id=conversation_id)
    messages, has_more = queries.list_messages(session, state.side, before=before, after=after, limit=limit)
    return History(tuple(_show_to_reader(message, state, actor) for message in messages), has_more)


def read_news(session: Session, *, actor: Actor, conversation_id: UUID, after: int, limit: int) -> News:
    """Return what changed in a conversation since its message `after`; raises ConversationNotFound.

    Open conversations poll it every few seconds, so it is one statement if there is no new message.
    """
    state = get_conversation_state(session, actor=actor, conversation_id=conversation_id)
    side = state.side
    messages: list[Message] = []
    has_more = False
    if side.last_seq > after:
        messages, has_more = queries.list_messages(session, side, before=None, after=after, limit=limit)
    site = sites_api.get_site(session, actor.site_id)
    return News(
        history=History(tuple(_show_to_reader(message, state, actor) for message in messages), has_more),
        unread=side.unread,
        other_read_seq=state.other_read_seq,
        is_typing=is_partner_typing(side),
        blocked_reason=policies.blocked_reason(state.partner, fictional_enabled=site.fictional_enabled),
    )


def list_gifts(session: Session, *, actor: Actor) -> list[GiftOffer]:
    """Return every gift with what it costs this member, the dearest last."""
    site = sites_api.get_site(session, actor.site_id)
    country = profiles_api.find_country(session, actor.member)
    purse = billing_api.get_purse(session, member_id=actor.member, site_id=site.id, country=country)
    return [
        GiftOffer(
            show_gift(gift, language=actor.language),
            billing_api.price_of(site, purse, credits=billing_api.gift_credits(site, size=policies.gift_size(gift))),
        )
        for gift in Gift
    ]


def show_gift(gift: Gift, *, language: str) -> ShownGift:
    """Return a gift with its name in a language and the address of its drawing."""
    return ShownGift(gift, i18n.text(language, f"gifts.{gift}"), image=f"/api/v1/gifts/{gift}.svg")


def show_sent(message: Message, *, actor: Actor) -> ShownMessage:
    """Return a just sent message as its sender sees it."""
    return _show(message, actor, is_mine=True, is_read=False)


def get_terms(session: Session, *, actor: Actor, partner_id: UUID) -> Terms:
    """Return the conversation with a member, if there is one, and what writing costs; raises ConversationNotFound."""
    partner = get_partner(session, actor=actor, partner_id=partner_id)
    site = sites_api.get_site(session, actor.site_id)
    side = queries.find_side_with(session, member_id=actor.member, partner_id=partner_id)
    if side is None and not profiles_api.is_visible(session, partner_id):
        raise ConversationNotFound()
    country = profiles_api.find_country(session, actor.member)
    purse = billing_api.get_purse(session, member_id=actor.member, site_id=site.id, country=country)
    return Terms(
        conversation_id=side.conversation_id if side else None,
        cost=billing_api.message_price(site, purse, is_reply=side is not None and side.is_reply),
        photo_cost=billing_api.price_of(site, purse, credits=site.photo_credits),
        blocked_reason=policies.blocked_reason(partner, fictional_enabled=site.fictional_enabled),
    )


def find_waiting_message(session: Session, *, member_id: UUID, message_id: UUID) -> WaitingMessage | None:
    """Return a message if it is the first unread one of its conversation and its sender is not absent, or None."""
    found = queries.find_unread_message(session, member_id=member_id, message_id=message_id)
    if found is None:
        return None
    conversation_id, sender_id, kind = found
    people = accounts_api.list_members(session, [sender_id, member_id])
    sender = people.get(sender_id)
    if sender is None or policies.is_absent(sender) or social_api.are_blocked(session, member_id, sender_id):
        return None
    site = sites_api.in_language(sites_api.get_site(session, sender.site_id), people[member_id].language)
    label = policies.sender_label(sender, fictional_singular=site.fictional_singular)
    return WaitingMessage(conversation_id, label, kind)


# Most conversations that one notice names.
MAX_WAITING = 20


def list_waiting(session: Session, *, member_id: UUID) -> list[WaitingConversation]:
    """Return the newest conversations with unread messages, without those with absent partners."""
    rows = queries.list_waiting(session, member_id=member_id, limit=MAX_WAITING)
    people = accounts_api.list_members(session, [member_id, *(row.partner_id for row in rows)])
    language = people[member_id].language
    site = sites_api.in_language(sites_api.get_site(session, people[member_id].site_id), language)
    return [
        WaitingConversation(
            row.conversation_id,
            policies.sender_label(people[row.partner_id], fictional_singular=site.fictional_singular),
            row.unread,
            row.kind,
            policies.excerpt(row.body, thing=_kind_name(row.kind, row.gift, language)),
            row.since,
        )
        for row in rows
    ]


def _show_to_reader(message: Message, state: ConversationState, actor: Actor) -> ShownMessage:
    is_mine = message.sender_id == state.side.member_id
    read_seq = state.other_read_seq if is_mine else state.read_seq
    return _show(message, actor, is_mine=is_mine, is_read=message.seq <= read_seq)


def _show(message: Message, actor: Actor, *, is_mine: bool, is_read: bool) -> ShownMessage:
    return ShownMessage(
        message,
        gift=show_gift(message.gift, language=actor.language) if message.gift else None,
        photo=photos.show_photo(message.photo, reader=_viewer(actor).reader) if message.photo else None,
        hints=() if is_mine else message.hints,
        is_mine=is_mine,
        is_read=is_read,
    )


def _cards(session: Session, actor: Actor, ids: Sequence[UUID]) -> dict[UUID, ProfileCard]:
    """Return the cards of partners, including invisible ones."""
    cards = social_api.list_cards(session, viewer=_viewer(actor), ids=ids, with_invisible=True)
    return {card.id: card for card in cards}


def _viewer(actor: Actor) -> Viewer:
    return Viewer(actor.member, actor.is_paid, actor.site_id, actor.language, actor.photo_epoch)
