"""Reviews of new and changed profile texts."""

from uuid import UUID

from app.kernel.db.session import Session
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.decisions.queries import digests as queries
from modules.moderation.queue.policies import review as policies
from modules.moderation.queue.service import names, queue
from modules.profiles import api as profiles_api


def watch_texts(session: Session, *, member_id: UUID) -> None:
    """Queue a review of changed profile texts, and of a name that needs one."""
    profile = profiles_api.get_profile(session, member_id)
    notes = (profile.notes[field] for field in sorted(profile.notes))
    name = profile.name if names.needs_review(session, site_id=profile.site_id, name=profile.name) else ""
    digest = policies.digest_of((profile.headline, profile.about, *notes), name=name)
    seen, words_went = queries.find_last_digest(session, member_id)
    if policies.has_new_content(digest, seen=seen, words_went=words_went):
        queue.open_item(session, kind=ItemKind.PROFILE_TEXT, subject_id=member_id, member_id=member_id, digest=digest)
