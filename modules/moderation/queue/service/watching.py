"""Automatic reviews: new photos and texts, and signals of fraud."""

from collections.abc import Collection
from dataclasses import asdict
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging import api as messaging_api
from modules.moderation.contracts.queue import ItemKind, Match, Signal
from modules.moderation.queue import queries
from modules.moderation.queue.policies import review as policies
from modules.moderation.queue.service import queue
from modules.moderation.queue.service.matches import note_matches
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PhotoStatus

EVADES = frozenset((Signal.BANNED_DEVICE, Signal.BANNED_EMAIL, Signal.BANNED_PHOTO, Signal.BANNED_BANK_ACCOUNT))
# The most accounts that are shown for a shared browser, such as that of a library.
MAX_SHARERS = 20


def watch_photo(session: Session, *, photo_id: UUID) -> None:
    """Queue a review of a new photo, unless it is deleted already."""
    photo = profiles_api.find_review_photo(session, photo_id)
    if photo is not None and photo.member_id is not None and photo.status is PhotoStatus.PENDING:
        queue.open_item(session, kind=ItemKind.PHOTO, subject_id=photo_id, member_id=photo.member_id)


def watch_hints(session: Session, *, message_id: UUID, sender_id: UUID, hints: Collection[str]) -> None:
    """Queue a review when a sender asks for money."""
    sender = accounts_api.get_member(session, sender_id)
    signal = policies.find_money_signal(hints, age=clock.now() - sender.signup_at)
    if signal is not None:
        note_signal(session, member_id=sender_id, signal=signal, message_id=message_id)


def watch_lures(session: Session, *, message_id: UUID, sender_id: UUID, hints: Collection[str]) -> None:
    """Queue a review, once a day, when a sender's first messages lead many people to another service."""
    signal, hours = Signal.LURING_OPENERS, policies.OPENER_HOURS
    if not policies.LURES.intersection(hints) or queries.is_noted(session, sender_id, signal, hours=hours):
        return
    led = messaging_api.count_starts_with(session, message_id, hints=policies.LURES, hours=hours)
    if led >= policies.LURING_OPENERS:
        note_signal(session, member_id=sender_id, signal=signal, message_id=message_id)


def watch_opener(session: Session, *, message_id: UUID, sender_id: UUID) -> None:
    """Queue a review, once a day, when a sender starts many conversations with the same text."""
    signal, hours = Signal.ALIKE_OPENERS, policies.OPENER_HOURS
    if queries.is_noted(session, sender_id, signal, hours=hours):
        return
    alike = messaging_api.count_alike_starts(session, message_id, hours=hours)
    if alike >= policies.ALIKE_OPENERS:
        note_signal(session, member_id=sender_id, signal=signal, message_id=message_id)


def watch_device(session: Session, *, member_id: UUID) -> None:
    """Queue a review when a member's browser is used by many accounts or by a banned one."""
    sharers = accounts_api.list_device_sharers(session, member_id)
    signal = policies.find_device_signal(sharers.values())
    if signal is not None:
        # Those who are banned first, then the newest.
        newest = sorted(sharers, reverse=True)
        shown = sorted(newest, key=lambda one: sharers[one] is not MemberStatus.BANNED)[:MAX_SHARERS]
        note_signal(session, member_id=member_id, signal=signal, matches=[Match(one) for one in shown])


def note_signal(
    session: Session,
    *,
    member_id: UUID,
    signal: Signal,
    message_id: UUID | None = None,
    matches: Collection[Match] = (),
) -> None:
    """Queue a review of a member for a signal, with the matches that it is based on."""
    member = accounts_api.get_member(session, member_id)
    # Not for fictional profiles, nor for erased or banned members.
    if member.is_fictional or member.status in (MemberStatus.ERASED, MemberStatus.BANNED):
        return
    item_id = queue.open_item(
        session,
        kind=ItemKind.EVASION if signal in EVADES else ItemKind.RISK,
        subject_id=member_id,
        member_id=member_id,
        priority=policies.priority_of_signal(signal),
        signals=[signal],
        message_id=message_id,
    )
    note_matches(session, item_id=item_id, matches=[{"signal": signal, **asdict(match)} for match in matches])
