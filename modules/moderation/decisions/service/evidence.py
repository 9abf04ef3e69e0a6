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
from modules.profiles.contracts import ReviewPhoto

# The keys of the evidence that a decision keeps; reports keep their own.
SNAPSHOT_KEYS = ("signals", "member", "texts", "message", "fiction")
# The texts in which known phrases of fraud are marked.
MARKED_TEXTS = ("name", "headline", "about")
# The groups of the texts of a rule: the rule itself, and the standard facts.
PARTS = {"rule": "rules", "facts": "facts"}


def open_evidence(session: Session, item_id: UUID, *, staff_id: UUID) -> dict[str, Any]:
    """Return the evidence of a claimed case as JSON; raises CaseNotClaimed or CaseClosed."""
    item = queue.lock_claimed_item(session, item_id=item_id, staff_id=staff_id)
    shown = gather(session, item)
    _record_accesses(session, item, staff_id, shown.pop("conversations"), acting_by=DECIDES)
    return _with_marks(session, item.site_id, shown)


def open_decision_evidence(session: Session, decision_id: UUID, *, staff_id: UUID) -> dict[str, Any]:
    """Return the evidence of a decision as JSON, for the second signature or an appeal; raises DecisionNotFound.

    `is_own` when the staff member has made or signed it, or decided an appeal against it.
    """
    seen = decision_queries.find_evidence(session, decision_id)
    if seen is None:
        raise DecisionNotFound()
    item = queries.find_item(session, seen.item_id) if seen.item_id else None
    reports = decided_reports.list_reports_decided_with(session, item) if item is not None else []
    handed = handover.show_to_moderation(session, item) if item is not None else []
    kept = {name: seen.evidence.get(name) for name in SNAPSHOT_KEYS}
    fiction = kept["fiction"] or []
    photos = _pictures(session, map(UUID, seen.evidence.get("photos", ())))
    if item is not None:
        read = _conversations(reports, [*handed, *fiction], kept["message"])
        _record_accesses(session, item, staff_id, read, acting_by=SIGNS)
    return _with_marks(
        session,
        seen.site_id,
        {
            **kept,
            "kind": item.kind if item is not None else None,
            "signals": kept["signals"] or [],
            "member": _member(session, seen.member_id),
            **_earlier_measures(session, seen.member_id),
            "photo": _photo(session, item) if item is not None else None,
            "photos": photos,
            "reports": _with_photos(session, reports),
            "opened": _opened_by(session, seen.item_id),
            "handed": handed,
            "fiction": fiction,
            "matches": _matches(session, seen.item_id) if seen.item_id else [],
            "is_own": staff_id in decision_queries.list_deciders(session, decision_id),
            **_texts_for_member(accounts_api.get_member(session, seen.member_id).language, photos=len(seen.photo_ids)),
        },
    )


def note_reading(session: Session, *, report_id: UUID, staff_id: UUID) -> None:
    """Record that messages of a report were read, in the access logs of both members."""
    item, conversation = report_queries.get_item_of_report(session, report_id)
    _record_accesses(session, item, staff_id, [conversation], acting_by=DECIDES)


def snapshot(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of the evidence that a decision keeps; reports keep their own."""
    return {**{name: seen[name] for name in SNAPSHOT_KEYS}, "photos": [photo["id"] for photo in seen["photos"]]}


def pictures_in(seen: Mapping[str, Any]) -> set[UUID]:
    """Return the member's photos in the evidence, including those of reports."""
    reported = (photo for report in seen["reports"] for photo in report["photos"])
    shown = (seen["photo"], *seen["photos"], *reported)
    return {UUID(photo["id"]) for photo in shown if photo is not None}


def messages_in(seen: Mapping[str, Any]) -> set[UUID]:
    """Return the member's own messages in the evidence."""
    return {UUID(one["id"]) for one in _messages(seen) if one["by"] == seen["member"]["id"]}


def gather(session: Session, item: Item) -> dict[str, Any]:
    """Return the evidence of a case; `conversations` are those with shown messages."""
    reports = decided_reports.list_waiting_reports(session, item)
    handed = handover.show_to_moderation(session, item)
    fiction = fiction_handover.show_to_moderation(session, item)
    message = _message(session, item) if item.kind == ItemKind.RISK else None
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
            rule.value: decisions.propose(rule=rule, is_fictional=is_fictional, is_erased=is_erased, **standing).value
            for rule in Rule
        },
        "photo": _photo(session, item),
        "photos": photos,
        "texts": _texts(session, item, gone),
        "can_lose_name": _can_lose_name(session, item, gone),
        "opened": _opened_by(session, item.id),
        "handed": handed,
        "fiction": fiction,
        "matches": _matches(session, item.id),
        "reports": _with_photos(session, reports),
        "message": message,
        "conversations": _conversations(reports, [*handed, *fiction], message),
        **_texts_for_member(member.language, photos=len(photos)),
    }


def _conversations(
    reports: Sequence[Mapping[str, Any]], handed: Sequence[Mapping[str, Any]], message: Mapping[str, Any] | None
) -> list[str]:
    """Return the conversations with shown messages, of reports, handovers and a signal."""
    read = [report["evidence"].get("conversation") for report in reports]
    read += [one["conversation"] for one in handed]
    read += [message["conversation"]] if message else []
    return [conversation for conversation in read if conversation]


def _member(session: Session, member_id: UUID) -> dict[str, Any]:
    return _person_json(accounts_api.get_member(session, member_id))


def _person_json(member: Member) -> dict[str, Any]:
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


def _earlier_measures(session: Session, member_id: UUID) -> dict[str, int]:
    """Return a member's earlier strikes and warnings."""
    within = decisions.STRIKES_COUNT_FOR
    return {
        "strikes": decision_queries.count_strikes(session, member_id, within=within),
        "warnings": decision_queries.count_warnings(session, member_id, within=within),
    }


def _texts_for_member(language: str, *, photos: int) -> dict[str, Any]:
    """Return the texts that a member would read in their language: rules with standard facts, measures, features,
    scopes for 1 to `photos` photos, numbers of strikes, and reasons for photos.
    """

    def counted(key: str, highest: int) -> list[str]:
        return [i18n.text(language, f"moderation.{key}", count=count) for count in range(1, highest + 1)]

    return {
        "reasons": {
            rule.value: {part: i18n.text(language, f"moderation.{key}.{rule}") for part, key in PARTS.items()}
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
        "photo_reasons": {reason: i18n.text(language, f"photo_refused.{reason}") for reason in decisions.PHOTO_REASONS},
    }


def _messages(shown: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all messages in the evidence."""
    said = [shown["message"]] if shown["message"] else []
    for report in shown["reports"]:
        seen = report["evidence"]
        said += [*seen.get("before", []), *([seen["message"]] if "message" in seen else [])]
    for handed in (*shown["handed"], *shown["fiction"]):
        said += handed["said"]
    return said


def _with_marks(session: Session, site_id: UUID, shown: dict[str, Any]) -> dict[str, Any]:
    """Add to the evidence the marked parts of its messages and texts, the addresses of photos in its messages, None for
    deleted ones, and whether the name imitates the site.
    """
    said, texts = _messages(shown), shown["texts"] or {}
    parts = {one["id"]: messaging_api.mark_hints(one["body"] or "") for one in said}
    parts |= {term: messaging_api.mark_hints(texts[term] or "") for term in MARKED_TEXTS if term in texts}
    pictures = messaging_api.sign_photos_for_staff(session, [UUID(one["id"]) for one in said])
    return {
        **shown,
        "marked": parts,
        "pictures": {str(one): address for one, address in pictures.items()},
        "poses_as_staff": names.poses_as_staff(session, site_id=site_id, name=texts.get("name", "")),
    }


def _opened_by(session: Session, item_id: UUID | None) -> dict[str, str] | None:
    """Return by whom and why a case was opened; None for one that was not opened by staff."""
    row = queries.find_reason(session, item_id) if item_id else None
    return {"by": row.name, "reason": row.reason} if row else None


def _matches(session: Session, item_id: UUID) -> list[dict[str, Any]]:
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


def _ban_json(row: Decision) -> dict[str, str]:
    return {"id": str(row.id), **{name: getattr(row, name) for name in ("number", "measure", "rule", "state")}}


def _picture(session: Session, photo_id: UUID | None) -> dict[str, Any] | None:
    photo = profiles_api.find_review_photo(session, photo_id) if photo_id else None
    return None if photo is None else _photo_json(photo)


def _photo(session: Session, item: Item) -> dict[str, Any] | None:
    return _picture(session, item.subject_id if item.kind in decisions.PHOTOS else None)


def _photos(session: Session, item: Item, gone: Sequence[RemovedContent]) -> list[dict[str, Any]]:
    """Return the photos of a reviewed profile, with those removed with refused bans."""
    if item.kind not in decisions.PROFILES:
        return []
    away = [photo_id for one in gone for photo_id in one.photo_ids]
    shown = profiles_api.list_shown_photo_ids(session, item.member_id)
    return _pictures(session, dict.fromkeys(shown + away))


def _pictures(session: Session, photo_ids: Iterable[UUID]) -> list[dict[str, Any]]:
    """Return photos for a review, without deleted ones."""
    photos = (_picture(session, photo_id) for photo_id in photo_ids)
    return [photo for photo in photos if photo is not None]


def _with_photos(session: Session, reports: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Add to each report of a profile the photos that it had then; their files are held until the decision."""
    shown: list[dict[str, Any]] = []
    for report in reports:
        photos = map(UUID, report["evidence"].get("photos", ()))
        shown.append({**report, "photos": _pictures(session, photos)})
    return shown


def _photo_json(photo: ReviewPhoto) -> dict[str, Any]:
    return {
        "id": str(photo.id),
        "status": photo.status.value,
        "full": photo.urls.full,
        "blurred": photo.blurred.full,
    }


def _texts(session: Session, item: Item, gone: Sequence[RemovedContent]) -> dict[str, Any] | None:
    """Return the name and texts of a reviewed profile, with those removed with refused bans."""
    if item.kind not in decisions.WORDS:
        return None
    profile = profiles_api.get_profile(session, item.member_id)
    texts: dict[str, Any] = {"headline": profile.headline, "about": profile.about, "notes": dict(profile.notes)}
    for went in (decision_queries.get_texts_seen(session, one.id) for one in gone if one.takes_texts):
        texts = {term: said or went.get(term, said) for term, said in texts.items()}
    taken = accounts_api.get_member(session, item.member_id).taken_name
    is_away = taken is not None and any(one.takes_name for one in gone)
    return {"name": taken if is_away else profile.name, **texts}


def _can_lose_name(session: Session, item: Item, gone: Sequence[RemovedContent]) -> bool:
    """Return whether the name can be removed; one removed with a refused ban is restored unless it is removed again."""
    member = accounts_api.get_member(session, item.member_id)
    has_name = member.taken_name is None or any(one.takes_name for one in gone)
    return item.kind in decisions.WORDS and member.is_person and has_name


def _message(session: Session, item: Item) -> Mapping[str, Any] | None:
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
