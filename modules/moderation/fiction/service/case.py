"""A conversation as the writer of a fictional profile sees it, with the disclosures made and the signs of distress."""

from uuid import UUID

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.messaging import api as messaging_api
from modules.messaging.contracts import CareSign, FictionalSide, History, ShownMessage
from modules.moderation.contracts.fiction_desk import (
    CareReasons,
    FictionalCase,
    FictionalMessage,
    FictionalPartner,
    FictionalProfile,
    OpenHandover,
    WriterNote,
)
from modules.moderation.fiction import policies, queries
from modules.moderation.fiction.queries import MessageAuthor
from modules.moderation.fiction.service import conversations
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# Staff read English.
STAFF_LANGUAGE = i18n.FALLBACK


def show_case(session: Session, conversation_id: UUID, *, staff_id: UUID, before: int | None) -> FictionalCase:
    """Return a claimed conversation with all that answering it needs, as JSON.

    With `before`, only messages before that one. Raises NotFound or ConversationNotLocked.
    """
    side = conversations.hold(session, conversation_id=conversation_id, staff_id=staff_id)
    people = accounts_api.list_members(session, [side.profile_id, side.member_id])
    profile, member = people[side.profile_id], people[side.member_id]
    site = sites_api.in_language(sites_api.get_site(session, side.site_id), member.language)
    said = messaging_api.list_fictional_history(session, side, before=before, language=STAFF_LANGUAGE)
    held = queries.find_lock(session, conversation_id)
    return {
        "id": str(conversation_id),
        "site": site.name,
        "seen": side.last_seq,
        "waits": side.unread > 0,
        "until": held.until.isoformat() if held else None,
        "profile": _profile_json(session, profile),
        "member": _member_json(member),
        "disclosure": {
            "label": site.fictional_singular,
            "warning": side.warning or site.fictional_warning,
            "acknowledged_at": side.acknowledged_at.isoformat() if side.acknowledged_at else None,
        },
        "truth": conversations.truth_text(session, side),
        "messages": _messages(session, side, said),
        "has_more": said.has_more,
        "notes": _notes(session, conversation_id),
        "handed": _open_handover_json(session, conversation_id),
        "care": _reasons_for_care(session, side, member, site, said),
    }


def _profile_json(session: Session, profile: Member) -> FictionalProfile:
    """Return the profile with its texts, which answers must agree with."""
    shown = profiles_api.get_profile(session, profile.id)
    return {
        "name": profile.name,
        "age": clock.age_on(clock.today(), profile.date_of_birth),
        "since": profile.signup_at.isoformat(),
        "city": shown.city,
        "headline": shown.headline,
        "about": shown.about,
    }


def _member_json(member: Member) -> FictionalPartner:
    return {
        "name": member.name,
        "age": clock.age_on(clock.today(), member.date_of_birth),
        "since": member.signup_at.isoformat(),
        "language": member.language,
    }


def _messages(session: Session, side: FictionalSide, said: History) -> list[FictionalMessage]:
    written = queries.list_authors(session, side.conversation_id)
    return [_message(one, written.get(one.message.id)) for one in said.messages]


def _message(shown: ShownMessage, written: MessageAuthor | None) -> FictionalMessage:
    message = shown.message
    signs = () if shown.is_mine else messaging_api.find_care_signs(message.body)
    return {
        "id": str(message.id),
        "seq": message.seq,
        "is_ours": shown.is_mine,
        "by": written.name if written else None,
        "is_truth": written is not None and written.kind == conversations.TRUTH,
        "body": message.body,
        "gift": shown.gift.name if shown.gift else None,
        "photo": {"status": shown.photo.status, "preview": shown.photo.preview} if shown.photo else None,
        "sent_at": message.sent_at.isoformat(),
        "signs": list(signs),
    }


def _notes(session: Session, conversation_id: UUID) -> list[WriterNote]:
    return [
        {
            "id": str(one.id),
            "by": one.name,
            "body": one.body,
            "at": one.created_at.isoformat(),
            "erase_at": one.erase_at.isoformat(),
        }
        for one in queries.list_notes(session, conversation_id)
    ]


def _open_handover_json(session: Session, conversation_id: UUID) -> OpenHandover | None:
    """Return the handover to moderation as JSON while its case is open, or None."""
    row = queries.find_open_handover(session, conversation_id)
    if row is None:
        return None
    return {"by": row.name, "reason": row.reason, "is_urgent": row.is_urgent, "at": row.created_at.isoformat()}


def _reasons_for_care(session: Session, side: FictionalSide, member: Member, site: Site, said: History) -> CareReasons:
    """Return reasons for care: high spending in 30 days, and signs of distress in unanswered or shown messages."""
    since = clock.now() - policies.SPENT_WITHIN
    spent = billing_api.sum_spending_since(session, member_id=member.id, since=since)
    shown = [one.message.body for one in said.messages if not one.is_mine]
    theirs = {*shown, *messaging_api.list_unanswered_by_fictional(session, side)}
    found = {sign for body in theirs for sign in messaging_api.find_care_signs(body)}
    price = billing_api.spending_price(site, profiles_api.find_country(session, member.id), spent)
    return {
        "spent": price if spent.credits >= site.care_credits else None,
        "distress": CareSign.DISTRESS in found,
        "asks_real": conversations.asks_real(session, side),
    }
