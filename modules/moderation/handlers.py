"""Event handlers of the moderation module."""

from collections.abc import Sequence

from app.kernel.db.session import Session
from app.kernel.events.outbox import EVENTS_PER_JOB, handles
from modules.accounts import api as accounts_api
from modules.accounts.events import EmailChanged, MemberActivated, MemberConfirmed, MemberErased, NewBrowserLoggedIn
from modules.billing.events import CollectionScheduled
from modules.messaging.events import ConversationStarted, MessageSuspected
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.decisions import BANS, Measure, Rule
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.service import appeals, decisions, evasion, fraud, new_texts
from modules.moderation.events import DecisionMade
from modules.moderation.fiction.service import conversations
from modules.moderation.queue.service import queue, watching
from modules.moderation.reports.service import reports
from modules.moderation.service import retention
from modules.profiles.events import PhotoActivated, PhotoDeleted, PhotoReady, PhotoRefused, ProfileChanged


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Empty an erased member's texts; the records of decisions stay, and open reports keep theirs until decided.
    Nobody waits for a second signature or an answer to an appeal any more.
    """
    complaints.erase_member(session, member_id=event.member_id)
    reports.erase_member(session, member_id=event.member_id)
    retention.erase_member(session, member_id=event.member_id)
    conversations.erase_member(session, member_id=event.member_id)
    decisions.refuse_proposals(session, member_id=event.member_id)
    appeals.lapse_of_erased(session, event.member_id)
    for kind in (ItemKind.PROFILE_TEXT, ItemKind.RISK, ItemKind.EVASION, ItemKind.OPENED):
        queue.settle(session, kind=kind, subject_id=event.member_id)


@handles(PhotoReady)
def on_photo_ready(session: Session, event: PhotoReady) -> None:
    """Queue a review of a new photo, and compare it with those of banned members."""
    watching.watch_photo(session, photo_id=event.photo_id)
    evasion.watch_photo(session, photo_id=event.photo_id)


@handles(PhotoActivated)
def on_photo_activated(session: Session, event: PhotoActivated) -> None:
    """Close the review of a photo that an operator approved."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(PhotoRefused)
def on_photo_refused(session: Session, event: PhotoRefused) -> None:
    """Close the review of a photo that an operator refused."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(PhotoDeleted)
def on_photo_deleted(session: Session, event: PhotoDeleted) -> None:
    """Close the review of a photo that its owner deleted; reports of it stay open."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(ProfileChanged, batch=EVENTS_PER_JOB)
def on_profile_changed(session: Session, events: Sequence[ProfileChanged]) -> None:
    """Queue reviews of changed profile texts."""
    for member_id in {event.member_id: None for event in events}:
        new_texts.watch_texts(session, member_id=member_id)


@handles(MemberConfirmed)
def on_member_confirmed(session: Session, event: MemberConfirmed) -> None:
    """Queue a review of a new member's name and texts."""
    new_texts.watch_texts(session, member_id=event.member_id)


@handles(MessageSuspected)
def on_message_suspected(session: Session, event: MessageSuspected) -> None:
    """Queue a review of a sender in whose message a rule found signs of fraud."""
    hints = event.hints.split(",")
    watching.watch_hints(session, message_id=event.message_id, sender_id=event.sender_id, hints=hints)
    watching.watch_lures(session, message_id=event.message_id, sender_id=event.sender_id, hints=hints)


@handles(ConversationStarted)
def on_conversation_started(session: Session, event: ConversationStarted) -> None:
    """Queue a review of a sender who starts many conversations with the same text."""
    watching.watch_opener(session, message_id=event.message_id, sender_id=event.sender_id)


@handles(MemberActivated)
def on_member_activated(session: Session, event: MemberActivated) -> None:
    """Compare a new member's address and browser with those of banned members."""
    evasion.watch_email(session, member_id=event.member_id)
    evasion.watch_device(session, member_id=event.member_id)


@handles(NewBrowserLoggedIn)
def on_new_browser_logged_in(session: Session, event: NewBrowserLoggedIn) -> None:
    """Compare a member's new browser with those of other and banned members."""
    found = accounts_api.find_session(session, event.session_id)
    if found is not None:
        evasion.watch_device(session, member_id=found[0])


@handles(EmailChanged)
def on_email_changed(session: Session, event: EmailChanged) -> None:
    """Compare a member's new address with those of banned members."""
    evasion.watch_email(session, member_id=event.member_id)


@handles(CollectionScheduled)
def on_collection_scheduled(session: Session, event: CollectionScheduled) -> None:
    """Compare a member's bank account with those of banned members."""
    evasion.watch_bank_account(session, collection_id=event.collection_id)


@handles(DecisionMade)
def on_decision_made(session: Session, event: DecisionMade) -> None:
    """Return the credits of all messages to a member banned for fraud, and notify the senders; after another permanent
    ban, return those of the messages that the member never read.
    """
    if event.rule == Rule.FRAUD and event.measure in BANS:
        fraud.return_credits(session, removed_id=event.member_id)
    elif event.measure == Measure.PERMANENT_BAN:
        decisions.refund_unread(session, decision_id=event.decision_id)


@handles(DecisionMade)
def on_member_banned(session: Session, event: DecisionMade) -> None:
    """Queue reviews of existing accounts that match a banned member."""
    if event.measure in BANS:
        evasion.look_back(session, decision_id=event.decision_id)
