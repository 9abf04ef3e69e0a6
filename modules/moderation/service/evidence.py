"""What somebody who took a case on may see of it. Reading from a conversation is written down in the same transaction.

Words out of a conversation are shown within a report, as its reporter saw them, of a sign of fraud the one message in
which it was found, and with a complaint or a conversation that was handed over what was written last; never the
conversation itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select

from app.kernel import clock, i18n
from app.kernel.db import Session
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.messaging import api as messaging_api
from modules.moderation.contracts import LIMITS, ItemKind, Measure, Rule
from modules.moderation.errors import DecisionNotFound
from modules.moderation.models import ConversationAccess, StaffRow
from modules.moderation.policies import DECIDES, SIGNS, decisions, role_for
from modules.moderation.queries import decisions as decision_queries
from modules.moderation.queries import review as queries
from modules.moderation.queries.rows import Decision, Item, Match, TakenAway
from modules.moderation.service import fiction_handover, handover, names, queue
from modules.moderation.service.subjects import plain_message
from modules.profiles import api as profiles_api
from modules.profiles.contracts import ReviewPhoto

# What a decision keeps of what was seen; reports keep their own.
KEPT = ("signals", "member", "texts", "message", "fiction")
# The texts that are marked where something in them is known from frauds.
MARKED = ("name", "headline", "about")
# Where the house's words for a rule stand: what it says, and what happened.
PARTS = {"rule": "rules", "facts": "facts"}


def open_evidence(session: Session, item_id: UUID, *, staff_id: UUID) -> dict[str, Any]:
    """Return what there is to see of a case, ready for JSON, to who took it on; raises CaseNotClaimed or CaseClosed."""
    item = queue.hold_item(session, item_id=item_id, staff_id=staff_id)
    shown = gather(session, item)
    _write_accesses(session, item, staff_id, shown.pop("conversations"), acting_by=DECIDES)
    return _told(session, item.site_id, shown)


def open_decided(session: Session, decision_id: UUID, *, staff_id: UUID) -> dict[str, Any]:
    """Return what there was to see when something was decided, for the second signature or an appeal; `is_own` for
    whoever signed it or heard an objection to it. Raises DecisionNotFound.
    """
    seen = decision_queries.find_seen(session, decision_id)
    if seen is None:
        raise DecisionNotFound()
    item = queries.find_item(session, seen.item_id) if seen.item_id else None
    reports = queries.list_reports_decided_with(session, item) if item is not None else []
    handed = handover.show_to_moderation(session, item) if item is not None else []
    kept = {name: seen.evidence.get(name) for name in KEPT}
    fiction = kept["fiction"] or []
    photos = _pictures(session, map(UUID, seen.evidence.get("photos", ())))
    if item is not None:
        read = _conversations(reports, [*handed, *fiction], kept["message"])
        _write_accesses(session, item, staff_id, read, acting_by=SIGNS)
    return _told(
        session,
        seen.site_id,
        {
            **kept,
            "kind": item.kind if item is not None else None,
            "signals": kept["signals"] or [],
            "member": _member(session, seen.member_id),
            **_standing(session, seen.member_id),
            "photo": _photo(session, item) if item is not None else None,
            "photos": photos,
            "reports": _with_photos(session, reports),
            "opened": _opened(session, seen.item_id),
            "handed": handed,
            "fiction": fiction,
            "matches": _matches(session, seen.item_id) if seen.item_id else [],
            "is_own": staff_id in decision_queries.list_judges(session, decision_id),
            **_words(accounts_api.get_member(session, seen.member_id).language, photos=len(seen.photo_ids)),
        },
    )


def note_reading(session: Session, *, report_id: UUID, staff_id: UUID) -> None:
    """Write down that words out of a conversation were read in a report; both members may know of it."""
    item, conversation = queries.get_item_of_report(session, report_id)
    _write_accesses(session, item, staff_id, [conversation], acting_by=DECIDES)


def snapshot(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a decision keeps of what was seen; reports keep their own."""
    return {**{name: seen[name] for name in KEPT}, "photos": [photo["id"] for photo in seen["photos"]]}


def pictures_in(seen: Mapping[str, Any]) -> set[UUID]:
    """Return the member's pictures that were seen, those of reports too; who matched is held with the case."""
    reported = (photo for report in seen["reports"] for photo in report["photos"])
    shown = (seen["photo"], *seen["photos"], *reported)
    return {UUID(photo["id"]) for photo in shown if photo is not None}


def messages_in(seen: Mapping[str, Any]) -> set[UUID]:
    """Return the member's messages that were seen; what others wrote to them is not kept for it."""
    return {UUID(one["id"]) for one in _said(seen) if one["by"] == seen["member"]["id"]}


def gather(session: Session, item: Item) -> dict[str, Any]:
    """Return what there is to see of a case; `conversations` are those from which words are shown."""
    reports = queries.list_waiting_reports(session, item)
    handed = handover.show_to_moderation(session, item)
    fiction = fiction_handover.show_to_moderation(session, item)
    message = _message(session, item) if item.kind == ItemKind.RISK else None
    gone = decision_queries.list_in_vain(session, item)
    photos = _photos(session, item, gone)
    standing = _standing(session, item.member_id)
    member = accounts_api.get_member(session, item.member_id)
    return {
        "kind": item.kind,
        "signals": list(item.signals),
        "member": _person(member),
        **standing,
        "proposals": {
            rule.value: decisions.propose(rule=rule, is_fictional=member.is_fictional, **standing).value
            for rule in Rule
        },
        "photo": _photo(session, item),
        "photos": photos,
        "texts": _texts(session, item, gone),
        "can_lose_name": _can_lose_name(session, item, gone),
        "opened": _opened(session, item.id),
        "handed": handed,
        "fiction": fiction,
        "matches": _matches(session, item.id),
        "reports": _with_photos(session, reports),
        "message": message,
        "conversations": _conversations(reports, [*handed, *fiction], message),
        **_words(member.language, photos=len(photos)),
    }


def _conversations(
    reports: Sequence[Mapping[str, Any]], handed: Sequence[Mapping[str, Any]], message: Mapping[str, Any] | None
) -> list[str]:
    """Return the conversations from which words are shown, of complaints that were handed over and by writers too."""
    read = [report["evidence"].get("conversation") for report in reports]
    read += [one["conversation"] for one in handed]
    read += [message["conversation"]] if message else []
    return [conversation for conversation in read if conversation]


def _member(session: Session, member_id: UUID) -> dict[str, Any]:
    return _person(accounts_api.get_member(session, member_id))


def _person(member: Member) -> dict[str, Any]:
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


def _standing(session: Session, member_id: UUID) -> dict[str, int]:
    """Return what counts against a member from before."""
    within = decisions.STRIKES_COUNT_FOR
    return {
        "strikes": decision_queries.count_strikes(session, member_id, within=within),
        "warnings": decision_queries.count_warnings(session, member_id, within=within),
    }


def _words(language: str, *, photos: int) -> dict[str, Any]:
    """Return what a member would read, in their language: of each rule what it says and what happened, of each
    measure what it is, from what it may keep them, what it covers with one photo of `photos` or more, how many strikes
    it counts, and of each reason what is wrong with a photo.
    """

    def counted(key: str, most: int) -> list[str]:
        return [i18n.text(language, f"moderation.{key}", count=count) for count in range(1, most + 1)]

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


def _said(shown: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all messages that are shown."""
    said = [shown["message"]] if shown["message"] else []
    for report in shown["reports"]:
        seen = report["evidence"]
        said += [*seen.get("before", []), *([seen["message"]] if "message" in seen else [])]
    for handed in (*shown["handed"], *shown["fiction"]):
        said += handed["said"]
    return said


def _told(session: Session, site_id: UUID, shown: dict[str, Any]) -> dict[str, Any]:
    """Add to all that was said in parts, which of them are known from frauds (`marked`), and the addresses of photos
    that were sent, None for one that is gone (`pictures`); both by the id of a message. Of a name, whether it pretends
    to be the house.
    """
    said, texts = _said(shown), shown["texts"] or {}
    parts = {one["id"]: messaging_api.mark_hints(one["body"] or "") for one in said}
    parts |= {term: messaging_api.mark_hints(texts[term] or "") for term in MARKED if term in texts}
    pictures = messaging_api.sign_photos_for_staff(session, [UUID(one["id"]) for one in said])
    return {
        **shown,
        "marked": parts,
        "pictures": {str(one): address for one, address in pictures.items()},
        "says_house": names.says_house(session, site_id=site_id, name=texts.get("name", "")),
    }


def _opened(session: Session, item_id: UUID | None) -> dict[str, str] | None:
    """Return which colleague opened a case, and why; None for one that came by itself."""
    row = queries.find_reason(session, item_id) if item_id else None
    return {"by": row.name, "reason": row.reason} if row else None


def _matches(session: Session, item_id: UUID) -> list[dict[str, Any]]:
    """Return what the signs of a case rest on: other accounts with their bans, and the pictures that are the same."""
    found: dict[UUID, list[Match]] = {}
    for match in queries.list_matches(session, item_id):
        found.setdefault(match.other_id, []).append(match)
    people = accounts_api.list_members(session, found)
    bans = decision_queries.list_bans_of(session, found)
    return [
        {
            "member": _person(people[other_id]),
            "signals": [*dict.fromkeys(match.signal for match in matches)],
            "bans": [_ban(ban) for ban in bans if ban.member_id == other_id],
            "pictures": [
                {"photo": _picture(session, match.photo_id), "known": _picture(session, match.known_id)}
                for match in matches
                if match.photo_id
            ],
        }
        for other_id, matches in found.items()
    ]


def _ban(row: Decision) -> dict[str, str]:
    return {"id": str(row.id), **{name: getattr(row, name) for name in ("number", "measure", "rule", "state")}}


def _picture(session: Session, photo_id: UUID | None) -> dict[str, Any] | None:
    photo = profiles_api.find_review_photo(session, photo_id) if photo_id else None
    return None if photo is None else _pictured(photo)


def _photo(session: Session, item: Item) -> dict[str, Any] | None:
    return _picture(session, item.subject_id if item.kind in decisions.PHOTOS else None)


def _photos(session: Session, item: Item, gone: Sequence[TakenAway]) -> list[dict[str, Any]]:
    """Return the photos of a profile that is looked at, with those that went with a ban to which somebody said no."""
    if item.kind not in decisions.PROFILES:
        return []
    away = [photo_id for one in gone for photo_id in one.photo_ids]
    shown = profiles_api.list_shown_photo_ids(session, item.member_id)
    return _pictures(session, dict.fromkeys(shown + away))


def _pictures(session: Session, photo_ids: Iterable[UUID]) -> list[dict[str, Any]]:
    """Return photos for their review, as far as they are still there."""
    photos = (_picture(session, photo_id) for photo_id in photo_ids)
    return [photo for photo in photos if photo is not None]


def _with_photos(session: Session, reports: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Add to each report of a profile the photos that it had then; their files are held until it is decided."""
    shown: list[dict[str, Any]] = []
    for report in reports:
        photos = map(UUID, report["evidence"].get("photos", ()))
        shown.append({**report, "photos": _pictures(session, photos)})
    return shown


def _pictured(photo: ReviewPhoto) -> dict[str, Any]:
    return {
        "id": str(photo.id),
        "status": photo.status.value,
        "full": photo.urls.full,
        "blurred": photo.blurred.full,
    }


def _texts(session: Session, item: Item, gone: Sequence[TakenAway]) -> dict[str, Any] | None:
    """Return the name and the words of a profile that are looked at, with what went with a ban to which somebody said
    no.
    """
    if item.kind not in decisions.WORDS:
        return None
    profile = profiles_api.get_profile(session, item.member_id)
    texts: dict[str, Any] = {"headline": profile.headline, "about": profile.about, "notes": dict(profile.notes)}
    for went in (decision_queries.get_texts_seen(session, one.id) for one in gone if one.takes_texts):
        texts = {term: said or went.get(term, said) for term, said in texts.items()}
    taken = accounts_api.get_member(session, item.member_id).taken_name
    is_away = taken is not None and any(one.takes_name for one in gone)
    return {"name": taken if is_away else profile.name, **texts}


def _can_lose_name(session: Session, item: Item, gone: Sequence[TakenAway]) -> bool:
    """Tell whether a name is there that may be taken away, or was with a ban to which somebody said no: it comes
    back unless it is taken again.
    """
    member = accounts_api.get_member(session, item.member_id)
    has_name = member.taken_name is None or any(one.takes_name for one in gone)
    return item.kind in decisions.WORDS and member.is_person and has_name


def _message(session: Session, item: Item) -> Mapping[str, Any] | None:
    message = messaging_api.find_message(session, item.message_id) if item.message_id else None
    if message is None:
        return None
    return {**plain_message(message), "conversation": str(message.conversation_id)}


def _write_accesses(
    session: Session, item: Item, staff_id: UUID, conversations: Iterable[str], *, acting_by: str
) -> None:
    """Write down which conversations somebody read from, in the role that has the permission by which they did."""
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
