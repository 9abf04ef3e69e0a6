"""Reactions of the moderation module."""

from app.kernel.db import Session
from app.kernel.outbox import handles
from modules.accounts import api as accounts_api
from modules.accounts.events import EmailChanged, MemberActivated, MemberConfirmed, MemberErased, NewBrowserLoggedIn
from modules.billing.events import CollectionScheduled
from modules.messaging.events import ConversationStarted, MessageSuspected
from modules.moderation.contracts import BANS, ItemKind, Measure, Rule
from modules.moderation.events import DecisionMade
from modules.moderation.service import complaints, decisions, evasion, fiction, fraud, keeping, queue, reports, watching
from modules.profiles.events import PhotoActivated, PhotoDeleted, PhotoReady, PhotoRefused, ProfileChanged


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Empty what an erased member said; how the house treated it stays, and what was reported waits for its end."""
    complaints.erase_member(session, member_id=event.member_id)
    reports.erase_member(session, member_id=event.member_id)
    keeping.erase_member(session, member_id=event.member_id)
    fiction.erase_member(session, member_id=event.member_id)
    for kind in (ItemKind.PROFILE_TEXT, ItemKind.RISK, ItemKind.EVASION, ItemKind.OPENED):
        queue.settle(session, kind=kind, subject_id=event.member_id)


@handles(PhotoReady)
def on_photo_ready(session: Session, event: PhotoReady) -> None:
    """Let a new photo be looked at."""
    watching.watch_photo(session, photo_id=event.photo_id)
    evasion.watch_photo(session, photo_id=event.photo_id)


@handles(PhotoActivated)
def on_photo_activated(session: Session, event: PhotoActivated) -> None:
    """Look no more at a photo that an operator approved."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(PhotoRefused)
def on_photo_refused(session: Session, event: PhotoRefused) -> None:
    """Look no more at a photo that an operator refused."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(PhotoDeleted)
def on_photo_deleted(session: Session, event: PhotoDeleted) -> None:
    """Look no more at a photo that its owner took away; a reported one is looked at all the same."""
    queue.settle(session, kind=ItemKind.PHOTO, subject_id=event.photo_id)


@handles(ProfileChanged)
def on_profile_changed(session: Session, event: ProfileChanged) -> None:
    """Let what a member says of themselves be looked at."""
    watching.watch_texts(session, member_id=event.member_id)


@handles(MemberConfirmed)
def on_member_confirmed(session: Session, event: MemberConfirmed) -> None:
    """Let a name be looked at that others see from now on."""
    watching.watch_texts(session, member_id=event.member_id)


@handles(MessageSuspected)
def on_message_suspected(session: Session, event: MessageSuspected) -> None:
    """Let somebody be looked at in whose words a rule found a sign of fraud."""
    hints = event.hints.split(",")
    watching.watch_hints(session, message_id=event.message_id, sender_id=event.sender_id, hints=hints)
    watching.watch_lures(session, message_id=event.message_id, sender_id=event.sender_id, hints=hints)


@handles(ConversationStarted)
def on_conversation_started(session: Session, event: ConversationStarted) -> None:
    """Let somebody be looked at who writes the same to many."""
    watching.watch_opener(session, message_id=event.message_id, sender_id=event.sender_id)


@handles(MemberActivated)
def on_member_activated(session: Session, event: MemberActivated) -> None:
    """Look whose browser a new member uses, and whose address."""
    evasion.watch_email(session, member_id=event.member_id)
    evasion.watch_device(session, member_id=event.member_id)


@handles(NewBrowserLoggedIn)
def on_new_browser_logged_in(session: Session, event: NewBrowserLoggedIn) -> None:
    """Look whose browser a member uses now."""
    found = accounts_api.find_session(session, event.session_id)
    if found is not None:
        evasion.watch_device(session, member_id=found[0])


@handles(EmailChanged)
def on_email_changed(session: Session, event: EmailChanged) -> None:
    """Look whose address a member has now."""
    evasion.watch_email(session, member_id=event.member_id)


@handles(CollectionScheduled)
def on_collection_scheduled(session: Session, event: CollectionScheduled) -> None:
    """Look whose bank account a member pays from."""
    evasion.watch_bank_account(session, collection_id=event.collection_id)


@handles(DecisionMade)
def on_decision_made(session: Session, event: DecisionMade) -> None:
    """Return what was paid for messages to somebody who is banned for fraud, and tell whoever wrote with them; of
    anybody else who is banned for good, what was paid for messages that they never read.
    """
    if event.rule == Rule.FRAUD and event.measure in BANS:
        fraud.return_credits(session, removed_id=event.member_id)
    elif event.measure == Measure.PERMANENT_BAN:
        decisions.refund_unread(session, decision_id=event.decision_id)


@handles(DecisionMade)
def on_member_banned(session: Session, event: DecisionMade) -> None:
    """Look which other accounts are there of somebody who is banned."""
    if event.measure in BANS:
        evasion.look_back(session, decision_id=event.decision_id)
