"""Sending: the message, its payment, the unread count and the event commit together (design promise 4).

Lock order: the two members, so that a block comes before or after, the count of a free member's conversations, the
wallet, its lots, the conversation. The idempotency key is written in the same transaction
(app/kernel/http/idempotency.py), so that a repeat neither sends nor charges again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from uuid import UUID

from sqlalchemy import Text, Uuid, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel.db.read import read
from app.kernel.db.session import Session
from app.kernel.events.outbox import INSERT_EVENTS, Event, publish, publish_with
from app.kernel.http.auth import Actor
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature
from modules.billing import api as billing_api
from modules.billing.contracts.ledger import Spent
from modules.billing.contracts.states import Reason
from modules.media import api as media_api
from modules.messaging.contracts import ConversationState, Draft, Gift, Hint, Message, MessageKind, Sent, Side
from modules.messaging.errors import ConversationNotFound
from modules.messaging.events import ConversationStarted, MessageSent, MessageSuspected
from modules.messaging.models import Acknowledgement
from modules.messaging.policies import writing as policies
from modules.messaging.policies.hints import find_hints
from modules.messaging.queries import conversations as queries
from modules.messaging.service import photos
from modules.messaging.service.partners import get_conversation_state, get_partner
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.social import api as social_api

REASONS = {MessageKind.TEXT: Reason.MESSAGE, MessageKind.GIFT: Reason.GIFT, MessageKind.PHOTO: Reason.PHOTO}


def send_message(
    session: Session,
    *,
    actor: Actor,
    conversation_id: UUID,
    body: str,
    gift: Gift | None = None,
    photo: bytes | None = None,
    is_acknowledged: bool = False,
) -> Sent:
    """Send a message, a gift or a photo (a file) with `body` as its note into a conversation, and pay for it.

    `is_acknowledged`: the member knows that the profile is fictional. Raises ConversationNotFound (blocked or absent),
    PartnerNotConfirmed (spec 4.7), MessageEmpty, MessageTooLong, PhotoUnreadable, PhotoTooLarge, PhotoType,
    FictionalNotAcknowledged, FeatureLimited, InsufficientCredits.
    """
    queries.hold_off_blocks(session, conversation_id=conversation_id, member_id=actor.member)
    state = get_conversation_state(session, actor=actor, conversation_id=conversation_id)
    return _deliver(session, actor, state, Draft(body, gift, photo), is_acknowledged)


def start_conversation(
    session: Session,
    *,
    actor: Actor,
    partner_id: UUID,
    body: str,
    gift: Gift | None = None,
    photo: bytes | None = None,
    is_acknowledged: bool = False,
) -> Sent:
    """Send to a member, in the conversation with them or in a new one; a free member may start two (spec 6.4).

    Raises what send_message raises, and TooManyConversations.
    """
    social_api.hold_off_blocks(session, actor.member, partner_id)
    get_partner(session, actor=actor, partner_id=partner_id)
    conversation_id = queries.find_conversation_id(session, member_id=actor.member, partner_id=partner_id)
    draft = Draft(body, gift, photo)
    if conversation_id is None:
        conversation_id = _open_conversation(session, actor, partner_id, draft.kind)
    state = get_conversation_state(session, actor=actor, conversation_id=conversation_id)
    return _deliver(session, actor, state, draft, is_acknowledged)


def _open_conversation(session: Session, actor: Actor, partner_id: UUID, kind: MessageKind) -> UUID:
    if not profiles_api.is_visible(session, partner_id):
        raise ConversationNotFound()
    a_id, b_id = sorted((actor.member, partner_id))
    values = {
        "id": new_id(),
        "site_id": actor.site_id,
        "a_id": a_id,
        "b_id": b_id,
        "member_id": actor.member,
        "partner_id": partner_id,
        "free_start": _next_free_start(session, actor, kind),
    }
    session.execute(_OPEN, values)
    conversation_id = queries.find_conversation_id(session, member_id=actor.member, partner_id=partner_id)
    if conversation_id is None:
        raise ConversationNotFound()
    return conversation_id


def _next_free_start(session: Session, actor: Actor, kind: MessageKind) -> int | None:
    """Return the number of a free member's next conversation, under a lock that makes concurrent starts wait."""
    if actor.is_paid:
        return None
    key = func.hashtextextended(f"messaging.start {actor.member}", 0)
    session.execute(select(func.pg_advisory_xact_lock(key)))
    started = queries.count_started(session, member_id=actor.member)
    return policies.free_start(is_paid=actor.is_paid, started=started, kind=kind)


def _deliver(session: Session, actor: Actor, state: ConversationState, draft: Draft, is_acknowledged: bool) -> Sent:
    side, partner = state.side, state.partner
    if state.is_limited:
        accounts_api.ensure_allowed(session, member_id=actor.member, feature=Feature.MESSAGES)
    site = sites_api.in_language(sites_api.get_site(session, actor.site_id), actor.language)
    policies.ensure_can_write_to(partner, fictional_enabled=site.fictional_enabled)
    body = policies.clean_draft(draft, max_length=site.message_length)
    if draft.photo is not None:
        media_api.ensure_photo_acceptable(draft.photo)
    cost = _cost(site, state, draft)
    if partner.is_fictional and cost:
        _ensure_acknowledged(
            session, actor.member, partner.id, warning=site.fictional_warning, is_given=is_acknowledged
        )
    message_id = new_id()
    spent = _pay(session, actor, side, cost, message_id, REASONS[draft.kind])
    hints = [*find_hints(body)]
    events = _events_of(message_id, side, draft, hints)
    message = _insert_message(session, side, message_id, replace(draft, body=body), spent, hints, events)
    if draft.photo is not None:
        message = replace(message, photo=photos.attach_photo(session, message_id=message_id, content=draft.photo))
    if message.seq == 1:
        publish(session, ConversationStarted(message.id, message.sender_id))
    purse = billing_api.get_purse(session, member_id=actor.member, site_id=site.id, country=state.country)
    return Sent(message, purse.balance, billing_api.message_price(site, purse, is_reply=side.is_reply))


def _events_of(message_id: UUID, side: Side, draft: Draft, hints: list[Hint]) -> Iterator[Event]:
    """Yield the events of a message; MessageSent of a photo follows when it is processed."""
    if draft.photo is None:
        yield MessageSent(message_id, side.conversation_id, side.member_id, side.partner_id)
    if hints:
        yield MessageSuspected(message_id, side.member_id, ",".join(hints))


def _cost(site: Site, state: ConversationState, draft: Draft) -> int:
    if draft.gift:
        return billing_api.gift_credits(site, size=policies.gift_size(draft.gift))
    if draft.photo is not None:
        return site.photo_credits
    return billing_api.message_credits(site, is_reply=state.side.is_reply)


def _ensure_acknowledged(session: Session, member_id: UUID, profile_id: UUID, *, warning: str, is_given: bool) -> None:
    """Store the acknowledgement before the first charge; raises FictionalNotAcknowledged (design promise 1)."""
    is_known = is_given or queries.is_acknowledged(session, member_id=member_id, profile_id=profile_id)
    policies.ensure_acknowledged(is_known=is_known, warning=warning)
    if is_given:
        word = insert(Acknowledgement).values(member_id=member_id, profile_id=profile_id, warning=warning)
        session.execute(word.on_conflict_do_nothing())


def _pay(session: Session, actor: Actor, side: Side, credits: int, message_id: UUID, reason: Reason) -> Spent | None:
    if credits == 0:
        return None
    return billing_api.spend(
        session,
        member_id=actor.member,
        credits=credits,
        reason=reason,
        reference_id=side.conversation_id,
        idem=message_id,
    )


def write_message(session: Session, side: Side, draft: Draft) -> Message:
    """Store a free message with a cleaned body; the caller publishes its events."""
    return _insert_message(session, side, new_id(), draft, None, [], ())


def _insert_message(
    session: Session,
    side: Side,
    message_id: UUID,
    draft: Draft,
    spent: Spent | None,
    hints: list[Hint],
    events: Iterable[Event],
) -> Message:
    values = {
        "id": message_id,
        "conversation_id": side.conversation_id,
        "sender_id": side.member_id,
        "kind": draft.kind,
        "gift": draft.gift,
        "body": draft.body,
        "tx_id": spent.tx_id if spent else None,
        "hints": hints or None,
        "events": publish_with(session, *events),
    }
    return read(session, Message, _WRITE, values).one()


# A trigger fills in the kinds of both sides.
_OPEN = text(
    """
    WITH conversation AS (
        INSERT INTO messaging.conversation (id, site_id, a_id, b_id, started_by, free_start)
        VALUES (:id, :site_id, :a_id, :b_id, :member_id, :free_start)
        ON CONFLICT (site_id, a_id, b_id) DO NOTHING
        RETURNING id
    )
    INSERT INTO messaging.participant (conversation_id, member_id, partner_id, kind)
    SELECT id, :member_id, :partner_id, '' FROM conversation
    UNION ALL
    SELECT id, :partner_id, :member_id, '' FROM conversation
    """
).bindparams(bindparam("member_id", type_=Uuid), bindparam("partner_id", type_=Uuid))

# clock_timestamp() and not the start of the transaction: a message that waited for the conversation's lock must not be
# dated before the one it waited for.
_WRITE = (
    text(
        f"""
    WITH events AS ({INSERT_EVENTS}), conversation AS (
        UPDATE messaging.conversation SET last_seq = last_seq + 1 WHERE id = :conversation_id RETURNING last_seq
    ), sides AS (
        UPDATE messaging.participant
           SET last_at = clock_timestamp(),
               unread = unread + CASE WHEN member_id = :sender_id THEN 0 ELSE 1 END
         WHERE conversation_id = :conversation_id
    )
    INSERT INTO messaging.message
           (id, conversation_id, seq, sender_id, sender_kind, kind, gift, body, tx_id, hints, sent_at)
    SELECT :id, :conversation_id, last_seq, :sender_id, '', :kind, :gift, :body, :tx_id, :hints, clock_timestamp()
      FROM conversation
    RETURNING id, conversation_id, seq, sender_id, sender_kind, kind, gift, body, sent_at, tx_id, refunded_at
    """  # noqa: S608
    )
    .bindparams(
        bindparam("id", type_=Uuid),
        bindparam("conversation_id", type_=Uuid),
        bindparam("sender_id", type_=Uuid),
        bindparam("tx_id", type_=Uuid),
        bindparam("events", type_=Text),
        bindparam("hints", type_=ARRAY(Text)),
    )
    .columns(*queries.MESSAGE_COLUMNS)
)
