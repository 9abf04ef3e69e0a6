"""The content that a member can report, with its evidence as the reporter sees it at that time."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.http.auth import Actor
from modules.messaging import api as messaging_api
from modules.moderation.contracts.reports import ReportKind, Subject
from modules.moderation.queue.service.messages import message_json
from modules.profiles import api as profiles_api
from modules.profiles.contracts import ProfileCard, PublicProfile, Viewer
from modules.social import api as social_api


def find_subject(
    session: Session, *, actor: Actor, kind: ReportKind, member_id: UUID | None, thing_id: UUID | None
) -> Subject:
    """Return the reported content; raises NotFound for oneself, blocked and absent members alike (spec 6.7).

    `thing_id` is the id of the photo or message; only the recipient can report a message.
    """
    if kind is ReportKind.MESSAGE:
        return _message(session, actor, thing_id)
    if member_id is None:
        raise NotFound()
    viewer = Viewer(actor.member, actor.is_paid, actor.site_id, actor.language, actor.photo_epoch)
    card = social_api.get_present_card(session, viewer=viewer, member_id=actor.member, to_id=member_id)
    profile = profiles_api.get_public_profile(session, member_id=member_id, viewer=viewer)
    if kind is ReportKind.PHOTO:
        return _photo(card, profile, thing_id)
    return Subject(kind, member_id, member_id, _profile_evidence(card, profile), tuple(p.id for p in profile.photos))


def without_messages_of(evidence: Mapping[str, Any], member_id: UUID) -> dict[str, Any]:
    """Return the evidence of a report without the messages of a member."""
    if "before" not in evidence:
        return dict(evidence)
    return {**evidence, "before": [said for said in evidence["before"] if said["by"] != str(member_id)]}


def _photo(card: ProfileCard, profile: PublicProfile, photo_id: UUID | None) -> Subject:
    shown = next((photo for photo in profile.photos if photo.id == photo_id), None)
    if shown is None:
        raise NotFound()
    evidence = {**_person_evidence(card), "photo": str(shown.id), "is_main": shown.is_main}
    return Subject(ReportKind.PHOTO, shown.id, card.id, evidence, (shown.id,))


def _message(session: Session, actor: Actor, message_id: UUID | None) -> Subject:
    if message_id is None:
        raise NotFound()
    found = messaging_api.get_evidence(session, actor=actor, message_id=message_id)
    sender_id = found.message.sender_id
    evidence = {
        "name": profiles_api.get_profile(session, sender_id).name,
        "kind": found.message.sender_kind.value,
        "conversation": str(found.message.conversation_id),
        "message": message_json(found.message),
        "before": list(map(message_json, found.before)),
    }
    theirs = tuple(said.id for said in (*found.before, found.message) if said.sender_id == sender_id)
    return Subject(ReportKind.MESSAGE, found.message.id, sender_id, evidence, message_ids=theirs)


def _person_evidence(card: ProfileCard) -> dict[str, Any]:
    return {"name": card.name, "age": card.age, "city": card.city, "kind": card.kind.value}


def _profile_evidence(card: ProfileCard, profile: PublicProfile) -> dict[str, Any]:
    return {
        **_person_evidence(card),
        "headline": profile.headline,
        "about": profile.about,
        "facts": {fact.field: [fact.value_key, fact.note or ""] for fact in profile.facts},
        "interests": [interest.key for interest in profile.interests],
        "photos": _ids(photo.id for photo in profile.photos),
    }


def _ids(ids: Iterable[UUID]) -> list[str]:
    return [str(one) for one in ids]
