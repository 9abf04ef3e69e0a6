"""The profiles module's part of the copy of a member's data."""

from dataclasses import asdict
from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.media import api as media_api
from modules.media.contracts import Crop, Use
from modules.profiles.contracts import CHOICE_FIELDS, PhotoStatus, Profile
from modules.profiles.models import ConsentRow
from modules.profiles.queries import people as queries
from modules.profiles.reference import lists as reference


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's profile, consents, and photos with their states."""
    own = queries.find_profile(session, member_id)
    if own is None:
        return ModuleExport({}, ())
    photos = queries.list_own_photos(session, member_id)
    consents = [row._asdict() for row in session.execute(_CONSENTS.where(ConsentRow.member_id == member_id))]
    shown = [photo for photo in photos if photo.width is not None and photo.status != PhotoStatus.DELETED]
    files = {
        f"photos/{number}.webp": media_api.storage_key(Use.PROFILE, photo.folder, "full")
        for number, photo in enumerate(shown, start=1)
    }

    def word(key: str) -> str:
        return i18n.text(language, f"export.profiles.{key}")

    def moment(when: object) -> str:
        return formats.moment(language, when) if when else ""  # type: ignore[arg-type]

    return ModuleExport(
        data={
            "profile": asdict(own),
            "consents": consents,
            "photos": [
                {
                    "file": name,
                    "status": photo.status,
                    "reason": photo.reason,
                    "crop": _crop(photo.crop),
                    "uploaded_at": photo.created_at,
                }
                for name, photo in zip(files, shown, strict=True)
            ],
        },
        tables=(
            Table(word("title"), [(word(key), value) for key, value in _facts(own, language).items() if value]),
            Table(
                word("consents"),
                [
                    (one["kind"], one["wording"], moment(one["given_at"]), moment(one["withdrawn_at"]))
                    for one in consents
                ],
                (word("kind"), word("wording"), word("given_at"), word("withdrawn_at")),
            ),
        ),
        files=files,
    )


def _crop(crop: Crop | None) -> dict[str, float] | None:
    return {part: float(value) for part, value in asdict(crop).items()} if crop else None


def _facts(own: Profile, language: str) -> dict[str, str]:
    names = reference.names(language)
    chosen = {field: getattr(own, field) for field in CHOICE_FIELDS}
    ages = f"{own.seeking_min_age or ''}–{own.seeking_max_age or ''}".strip("–")
    return {
        "headline": own.headline,
        "about": own.about,
        **{field: names[field][key] for field, key in chosen.items() if key},
        "interests": ", ".join(names["interest"][key] for key in own.interests),
        "notes": ", ".join(own.notes.values()),
        "place": ", ".join(part for part in (own.city, own.region, own.country) if part),
        "seeking_genders": ", ".join(names["gender"][key] for key in own.seeking_genders),
        "seeking_ages": ages,
        "is_invisible": i18n.text(language, f"export.profiles.{'yes' if own.is_invisible else 'no'}"),
    }


_CONSENTS = select(ConsentRow.kind, ConsentRow.wording, ConsentRow.given_at, ConsentRow.withdrawn_at).order_by(
    ConsentRow.given_at
)
