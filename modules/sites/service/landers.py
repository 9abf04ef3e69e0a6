"""Commands of landing pages: a site's own texts, and bounces."""

from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from modules.sites import policies, queries
from modules.sites.contracts import Bounces, LanderText
from modules.sites.errors import LanderTextUnknown
from modules.sites.models import LanderTextRow, PageBounceRow


def set_lander_text(session: Session, *, site_id: UUID, text: LanderText) -> None:
    """Set a site's own text of a landing page (spec 2.29); raises what `policies.ensure_lander_text` raises."""
    policies.ensure_lander_text(text)
    words = {name: getattr(text, name).strip() for name in policies.LANDER_LENGTHS}
    statement = insert(LanderTextRow).values(site_id=site_id, **{**asdict(text), **words})
    key = ["site_id", "lander", "slug", "language"]
    session.execute(statement.on_conflict_do_update(index_elements=key, set_=words))


def remove_lander_text(session: Session, *, site_id: UUID, lander: str, slug: str, language: str) -> None:
    """Remove a site's own text of a landing page, which then has the default one; raises LanderTextUnknown."""
    found = session.execute(
        delete(LanderTextRow)
        .where(
            LanderTextRow.site_id == site_id,
            LanderTextRow.lander == lander,
            LanderTextRow.slug == slug,
            LanderTextRow.language == language,
        )
        .returning(LanderTextRow.slug)
    ).one_or_none()
    if found is None:
        raise LanderTextUnknown(name=f"{lander}/{slug}", language=language)


def find_lander_text(session: Session, *, site_id: UUID, lander: str, slug: str, language: str) -> LanderText | None:
    """Return a site's own text for an address of a landing page, or None where the page has the default one."""
    texts = queries.list_texts_of(session, site_id=site_id, lander=lander, language=language, slug=slug)
    return policies.choose_lander_text(texts, slug)


def note_bounce(session: Session, *, site_id: UUID, path: str, network: str, ref: str, seconds: int) -> None:
    """Count a visit that ended on its first page (spec 5.8): a sum by day, page and source, without the visitor."""
    key = {
        "site_id": site_id,
        "day": clock.today(),
        "path": policies.path_without_ids(path),
        "network": network,
        "ref": ref,
    }
    more = {"bounces": PageBounceRow.bounces + 1, "seconds": PageBounceRow.seconds + seconds}
    statement = insert(PageBounceRow).values(**key, seconds=seconds)
    session.execute(statement.on_conflict_do_update(index_elements=list(key), set_=more))


def list_bounces(session: Session, *, site_id: UUID, days: int) -> list[Bounces]:
    """Return the bounces of the last so many days, the most frequent first."""
    return queries.sum_bounces(session, site_id=site_id, since=clock.today() - timedelta(days=days))


def forget_old_bounces(session: Session) -> None:
    """Delete bounces that are older than BOUNCE_DAYS."""
    oldest = clock.today() - timedelta(days=policies.BOUNCE_DAYS)
    session.execute(delete(PageBounceRow).where(PageBounceRow.day < oldest))
