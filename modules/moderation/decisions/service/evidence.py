"""The evidence of a case for the staff member who claimed it. Looks into conversations are recorded with it.

Messages are shown as far as a report contains them, as a signal was found in them, or as the last ones of a handover;
never a whole conversation.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member, MemberStatus
from modules.messaging import api as messaging_api
from modules.moderation.complaints.service import handover
from modules.moderation.contracts.decisions import LIMITS, Measure, Rule
from modules.moderation.contracts.evidence import (
    CaseEvidence,
    DecisionEvidence,
    EarlierBan,
    EarlierMeasures,
    EvidenceMarks,
    EvidenceMatch,
    EvidenceMember,
    EvidenceMessage,
    EvidencePhoto,
    EvidenceReport,
    EvidenceTexts,
    MarkedPart,
    MemberTexts,
    OpeningReason,
    SeenCase,
    SeenContent,
    SeenDecision,
    StoredReport,
)
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.policies import decisions
from modules.moderation.decisions.queries import decided_reports
from modules.moderation.decisions.queries import decisions as decision_queries
from modules.moderation.decisions.queries.rows import Decision, RemovedContent
from modules.moderation.errors import DecisionNotFound
from modules.moderation.fiction.service import handover as fiction_handover
from modules.moderation.queue import queries
from modules.moderation.queue.models import ConversationAccess
from modules.moderation.queue.queries import Item, SignalMatch
from modules.moderation.queue.service import names, queue
from modules.moderation.queue.service.messages import message_json
from modules.moderation.reports import queries as report_queries
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.policies.permissions import DECIDES, SIGNS, role_for
from modules.profiles import api as profiles_api
from modules.profiles.contracts import PHOTO_REASONS, ReviewPhoto

# The texts in which known phrases of fraud are marked.
MARKED_TEXTS = ("name", "headline", "about")


def open_evidence(session: Session, item_id: UUID, *, staff_id: UUID) -> CaseEvidence:
    """Return the evidence of a claimed case as JSON; raises CaseNotClaimed or CaseClosed."""
    item = queue.lock_claimed_item(session, item_id=item_id, staff_id=staff_id)
    seen = gather(session, item)
    _record_accesses(session, item, staff_id, _conversations(seen), acting_by=DECIDES)
    return {**seen, **_marks(session, item.site_id, seen)}


def open_decision_evidence(session: Session, decision_id: UUID, *, staff_id: UUID) -> DecisionEvidence:
    """Return the evidence of a decision as JSON, for the second signature or an appeal; raises DecisionNotFound.

    `is_own` when the staff member has made or signed it, or decided an appeal against it.
    """
    stored = decision_queries.find_evidence(session, decision_id)
    if stored is None:
        raise DecisionNotFound()
    item = queries.find_item(session, stored.item_id) if stored.item_id else None
    kept = stored.evidence
    member = accounts_api.get_member(session, stored.member_id)
    seen: SeenDecision = {
        "kind": item.kind if item is not None else None,
        "signals": kept.get("signals") or [],
        "member": _person_json(member),
        **_earlier_measures(session, stored.member_id),
        "photo": _photo(session, item) if item is not None else None,
        "photos": _pictures(session, map(UUID, kept.get("photos", ()))),
        "texts": kept.get("texts"),
        "opened": _opened_by(session, stored.item_id),
        "handed": handover.show_to_moderation(session, item) if item is not None else [],
        "fiction": kept.get("fiction") or [],
        "matches": _matches(session, stored.item_id) if stored.item_id else [],
        "reports": _with_photos(session, decided_reports.list_reports_decided_with(session, item)) if item else [],
        "message": kept.get("message"),
        "is_own": staff_id in decision_queries.list_deciders(session, decision_id),
        **_texts_for_member(member.language, photos=len(stored.photo_ids)),
    }
    if item is not None:
        _record_accesses(session, item, staff_id, _conversations(seen), acting_by=SIGNS)
    return {**seen, **_marks(session, stored.site_id, seen)}


def note_reading(session: Session, *, report_id: UUID, staff_id: UUID) -> None:
    """Record that messages of a report were read, in the access logs of both members."""
    item, conversation = report_queries.get_item_of_report(session, report_id)
    _record_accesses(session, item, staff_id, [conversation], acting_by=DECIDES)


def snapshot(seen: SeenCase) -> dict[str, Any]:
    """Return the part of the evidence that a decision keeps; reports keep their own."""
    return {
        "signals": seen["signals"],
        "member": seen["member"],
        "texts": seen["texts"],
        "message": seen["message"],
        "fiction": seen["fiction"],
        "photos": [photo["id"] for photo in seen["photos"]],
    }


def pictures_in(seen: SeenCase) -> set[UUID]:
    """Return the member's photos in the evidence, including those of reports."""
    reported = (photo for report in seen["reports"] for photo in report["photos"])
    shown = (seen["photo"], *seen["photos"], *reported)
    return {UUID(photo["id"]) for photo in shown if photo is not None}


def messages_in(seen: SeenCase) -> set[UUID]:
    """Return the member's own messages in the evidence."""
    return {UUID(one["id"]) for one in _messages(seen) if one["by"] == seen["member"]["id"]}


def gather(session: Session, item: Item) -> SeenCase:
    """Return what there is to see of a case, as JSON."""
    reports = decided_reports.list_waiting_reports(session, item)
    gone = decision_queries.list_refused_bans(session, item)
    photos = _photos(session, item, gone)
    standing = _earlier_measures(session, item.member_id)
    member = accounts_api.get_member(session, item.member_id)
    is_fictional, is_erased = member.is_fictional, member.status is MemberStatus.ERASED
    return {
        "kind": item.kind,
        "signals": list(item.signals),
        "member": _person_json(member),
        **standing,
        "proposals": {
            rule.value: decisions.propose(rule=rule, is_fictional=is_fictional, is_erased=is_erased, **standing)
            for rule in Rule
        },
        "photo": _photo(session, item),
        "photos": photos,
        "texts": _texts(session, item, gone),
        "can_lose_name": _can_lose_name(session, item, gone),
        "opened": _opened_by(session, item.id),
        "handed": handover.show_to_moderation(session, item),
        "fiction": fiction_handover.show_to_moderation(session, item),
        "matches": _matches(session, item.id),
        "reports": _with_photos(session, reports),
        "message": _message(session, item) if item.kind == ItemKind.RISK else None,
        **_texts_for_member(member.language, photos=len(photos)),
    }


def _conversations(seen: SeenContent) -> list[str]:
    """Return the conversations with shown messages, of reports, handovers and a signal."""
    read = [report["evidence"].get("conversation") for report in seen["reports"]]
    read += [complaint["conversation"] for complaint in seen["handed"]]
    read += [handed["conversation"] for handed in seen["fiction"]]
    read += [seen["message"].get("conversation")] if seen["message"] else []
    return [conversation for conversation in read if conversation]


def _person_json(member: Member) -> EvidenceMember:
    return {
        "id": str(member.id),
        "name": member.name,
        "age": clock.age_on(clock.today(), member.date_of_birth),
        "status": member.status.value,
        "language": member.language,
        "is_paid": member.is_paid,
        "is_fictional": member.is_fictional,
        "signup_at": member.signup_at.isoformat(),
    }


def _earlier_measures(session: Session, member_id: UUID) -> EarlierMeasures:
    """Return a member's earlier strikes and warnings."""
    within = decisions.STRIKES_COUNT_FOR
    return {
        "strikes": decision_queries.count_strikes(session, member_id, within=within),
        "warnings": decision_queries.count_warnings(session, member_id, within=within),
    }


def _texts_for_member(language: str, *, photos: int) -> MemberTexts:
    """Return the texts that a member would read in their language: rules with standard facts, measures, features,
    scopes for 1 to `photos` photos, numbers of strikes, and reasons for photos.
    """

    def counted(key: str, highest: int) -> list[str]:
        return [i18n.text(language, f"moderation.{key}", count=count) for count in range(1, highest + 1)]

    return {
        "reasons": {
            rule.value: {
                "rule": i18n.text(language, f"moderation.rules.{rule}"),
                "facts": i18n.text(language, f"moderation.facts.{rule}"),
            }
            for rule in Rule
        },
        "measures": {
            measure.value: i18n.text(language, f"moderation.measures.{measure}")
            for measure in Measure
            if measure is not Measure.NONE
        },
        "features": {feature.value: i18n.text(language, f"moderation.features.{feature}") for feature in LIMITS},
        "scopes": {
            "account": i18n.text(language, "moderation.scopes.account"),
            "photos": counted("scopes.photo", max(photos, 1)),
            "texts": i18n.text(language, "moderation.scopes.texts"),
            "name": i18n.text(language, "moderation.scopes.name"),
        },
        "counts": counted("strikes", max(decisions.STRIKES.values())),
        "photo_reasons": {reason: i18n.text(language, f"photo_refused.{reason}") for reason in PHOTO_REASONS},
    }


def _messages(seen: SeenContent) -> list[EvidenceMessage]:
    """Return all messages in the evidence."""
    said = [seen["message"]] if seen["message"] else []
    for report in seen["reports"]:
        reported = report["evidence"]
        said += [*reported.get("before", []), *([reported["message"]] if "message" in reported else [])]
    for handed in (*seen["handed"], *seen["fiction"]):
        said += handed["said"]
    return said


def _marks(session: Session, site_id: UUID, seen: SeenContent) -> EvidenceMarks:
    """Return the marked parts of messages and texts, the addresses of photos in the messages, None for deleted ones,
    and whether the name imitates the site.
    """
    said = _messages(seen)
    texts: Mapping[str, Any] = seen["texts"] or {}
    marked = {one["id"]: one["body"] for one in said}
    marked |= {term: texts[term] for term in MARKED_TEXTS if term in texts}
    pictures = messaging_api.sign_photos_for_staff(session, [UUID(one["id"]) for one in said])
    return {
        "marked": {name: _parts(text or "") for name, text in marked.items()},
        "pictures": {str(one): address for one, address in pictures.items()},
        "poses_as_staff": names.poses_as_staff(session, site_id=site_id, name=texts.get("name", "")),
    }


def _parts(text: str) -> list[MarkedPart]:
    return [{"text": part, "is_known": is_known} for part, is_known in messaging_api.mark_hints(text)]


def _opened_by(session: Session, item_id: UUID | None) -> OpeningReason | None:
    """Return by whom and why a case was opened; None for one that was not opened by staff."""
    row = queries.find_reason(session, item_id) if item_id else None
    return {"by": row.name, "reason": row.reason} if row else None


def _matches(session: Session, item_id: UUID) -> list[EvidenceMatch]:
    """Return the matches of a case: other accounts with their bans, and equal pictures."""
    found: dict[UUID, list[SignalMatch]] = {}
    for match in queries.list_matches(session, item_id):
        found.setdefault(match.other_id, []).append(match)
    people = accounts_api.list_members(session, found)
    bans = decision_queries.list_bans_of(session, found)
    return [
        {
            "member": _person_json(people[other_id]),
            "signals": [*dict.fromkeys(match.signal for match in matches)],
            "bans": [_ban_json(ban) for ban in bans if ban.member_id == other_id],
            "pictures": [
                {"photo": _picture(session, match.photo_id), "known": _picture(session, match.known_id)}
                for match in matches
                if match.photo_id
            ],
        }
        for other_id, matches in found.items()
    ]


def _ban_json(row: Decision) -> EarlierBan:
    return {"id": str(row.id), "number": row.number, "measure": row.measure, "rule": row.rule, "state": row.state}


def _picture(session: Session, photo_id: UUID | None) -> EvidencePhoto | None:
    photo = profiles_api.find_review_photo(session, photo_id) if photo_id else None
    return None if photo is None else _photo_json(photo)


def _photo(session: Session, item: Item) -> EvidencePhoto | None:
    return _picture(session, item.subject_id if item.kind in decisions.PHOTOS else None)


def _photos(session: Session, item: Item, gone: Sequence[RemovedContent]) -> list[EvidencePhoto]:
    """Return the photos of a reviewed profile, with those removed with refused bans."""
    if item.kind not in decisions.PROFILES:
        return []
    away = [photo_id for one in gone for photo_id in one.photo_ids]
    shown = profiles_api.list_shown_photo_ids(session, item.member_id)
    return _pictures(session, dict.fromkeys(shown + away))


def _pictures(session: Session, photo_ids: Iterable[UUID]) -> list[EvidencePhoto]:
    """Return photos for a review, without deleted ones."""
    photos = (_picture(session, photo_id) for photo_id in photo_ids)
    return [photo for photo in photos if photo is not None]


def _with_photos(session: Session, reports: Sequence[StoredReport]) -> list[EvidenceReport]:
    """Add to each report of a profile the photos that it had then; their files are held until the decision."""
    return [
        {**report, "photos": _pictures(session, map(UUID, report["evidence"].get("photos", ())))} for report in reports
    ]


def _photo_json(photo: ReviewPhoto) -> EvidencePhoto:
    return {
        "id": str(photo.id),
        "status": photo.status.value,
        "full": photo.urls.full,
        "blurred": photo.blurred.full,
    }


def _texts(session: Session, item: Item, gone: Sequence[RemovedContent]) -> EvidenceTexts | None:
    """Return the name and texts of a reviewed profile, with those removed with refused bans."""
    if item.kind not in decisions.WORDS:
        return None
    profile = profiles_api.get_profile(session, item.member_id)
    texts: dict[str, Any] = {"headline": profile.headline, "about": profile.about, "notes": dict(profile.notes)}
    for went in (decision_queries.get_texts_seen(session, one.id) for one in gone if one.takes_texts):
        texts = {term: said or went.get(term, said) for term, said in texts.items()}
    taken = accounts_api.get_member(session, item.member_id).taken_name
    is_away = any(one.takes_name for one in gone)
    name = taken if taken is not None and is_away else profile.name
    return {"name": name, "headline": texts["headline"], "about": texts["about"], "notes": texts["notes"]}


def _can_lose_name(session: Session, item: Item, gone: Sequence[RemovedContent]) -> bool:
    """Return whether the name can be removed; one removed with a refused ban is restored unless it is removed again."""
    member = accounts_api.get_member(session, item.member_id)
    has_name = member.taken_name is None or any(one.takes_name for one in gone)
    return item.kind in decisions.WORDS and member.is_person and has_name


def _message(session: Session, item: Item) -> EvidenceMessage | None:
    message = messaging_api.find_message(session, item.message_id) if item.message_id else None
    if message is None:
        return None
    return {**message_json(message), "conversation": str(message.conversation_id)}


def _record_accesses(
    session: Session, item: Item, staff_id: UUID, conversations: Iterable[str], *, acting_by: str
) -> None:
    """Record the conversations that a staff member read from, with the role that gives the permission."""
    read = {UUID(one) for one in conversations}
    if not read:
        return
    roles = session.execute(select(StaffRow.roles).where(StaffRow.id == staff_id)).scalar_one()
    seen = {"item_id": item.id, "staff_id": staff_id, "role": role_for(roles, acting_by)}
    for conversation_id in read:
        sides = {"conversation_id": conversation_id, "member_id": item.member_id}
        other_id = messaging_api.find_partner_id(session, **sides)
        if other_id is not None:
            row = {"id": new_id(), **seen, "one_id": item.member_id, "other_id": other_id}
            session.execute(insert(ConversationAccess), {**row, "conversation_id": conversation_id})
