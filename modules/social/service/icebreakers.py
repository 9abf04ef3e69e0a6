"""Icebreakers, suggested first sentences (spec 2.38): the site's own in a language, else the built-in ones."""

from uuid import UUID

from sqlalchemy import insert, text, update

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.social import policies, queries
from modules.social.contracts import Icebreaker
from modules.social.errors import IcebreakerUnknown
from modules.social.models import IcebreakerRow

BUILT_IN_COUNT = 8

_LOCK_LIST = text("SELECT pg_advisory_xact_lock(hashtextextended('icebreakers ' || :site || ' ' || :language, 0))")


def list_icebreakers(session: Session, *, site_id: UUID, language: str) -> list[Icebreaker]:
    """Return a site's icebreakers in a language, in order; the built-in ones until the list is changed."""
    own = queries.list_icebreakers(session, site_id=site_id, language=language)
    if own is None:
        return [Icebreaker(n, i18n.text(language, f"icebreakers.{n}")) for n in range(1, BUILT_IN_COUNT + 1)]
    return own


def add_icebreaker(session: Session, *, site_id: UUID, language: str, text: str) -> Icebreaker:
    """Add a sentence at the end of a site's list; raises IcebreakerLength."""
    sentence = policies.clean_icebreaker(text)
    _ensure_own_list(session, site_id, language)
    added = Icebreaker(queries.last_icebreaker(session, site_id=site_id, language=language) + 1, sentence)
    _insert(session, site_id, language, [added])
    return added


def remove_icebreaker(session: Session, *, site_id: UUID, language: str, position: int) -> Icebreaker:
    """Take a sentence off a site's list; raises IcebreakerUnknown. Its row stays, so that its number is not reused."""
    _ensure_own_list(session, site_id, language)
    row = IcebreakerRow
    removed = (
        update(row)
        .where(row.site_id == site_id, row.language == language, row.position == position, row.active)
        .values(active=False)
        .returning(row.text)
    )
    sentence = session.execute(removed).scalar_one_or_none()
    if sentence is None:
        raise IcebreakerUnknown()
    return Icebreaker(position, sentence)


def _ensure_own_list(session: Session, site_id: UUID, language: str) -> None:
    """Copy the built-in list to the site before its first change, under a lock."""
    session.execute(_LOCK_LIST, {"site": str(site_id), "language": language})
    if queries.list_icebreakers(session, site_id=site_id, language=language) is None:
        _insert(session, site_id, language, list_icebreakers(session, site_id=site_id, language=language))


def _insert(session: Session, site_id: UUID, language: str, icebreakers: list[Icebreaker]) -> None:
    common = {"site_id": site_id, "language": language}
    rows = [{"id": new_id(), "position": one.position, "text": one.text, **common} for one in icebreakers]
    session.execute(insert(IcebreakerRow), rows)
