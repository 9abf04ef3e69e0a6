"""The people of the swipe game: they fit both ways, and the member has neither liked nor swiped them (spec 2.24)."""

from dataclasses import replace
from uuid import UUID

from app.kernel.db.session import Session
from modules.catalog.contracts import Deck, Filters, SearchQuery
from modules.catalog.queries import search as queries
from modules.catalog.service.search import prepare
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Kind, Viewer
from modules.social import api as social_api


def get_deck(session: Session, *, viewer: Viewer, member_id: UUID, limit: int) -> Deck:
    """Return the next `limit` people by the member's wishes; fictional profiles come labelled after the real members,
    unless the member hides them.
    """
    query, _ = prepare(session, viewer=viewer, filters=Filters(fictional=True), page=1, page_size=limit)
    ids = _list_ids(session, query, member_id=member_id)
    cards = social_api.list_cards(session, viewer=viewer, ids=ids)
    cards.sort(key=lambda card: card.kind is not Kind.MEMBER)
    stories = profiles_api.list_profile_texts(session, member_ids=[card.id for card in cards], viewer=viewer)
    quota = social_api.get_swipe_quota(session, site_id=viewer.site_id, member_id=member_id)
    # A member who became invisible between the two statements is missing in the second.
    return Deck(tuple((card, stories[card.id]) for card in cards if card.id in stories), quota)


def _list_ids(session: Session, query: SearchQuery, *, member_id: UUID) -> list[UUID]:
    """Return people of the member's country first, then of other countries; at most two statements."""
    ids = queries.deal(session, query, member_id=member_id)
    if len(ids) == query.limit or query.country is None:
        return ids
    everywhere = queries.deal(session, replace(query, country=None), member_id=member_id)
    return [*ids, *(one for one in everywhere if one not in ids)][: query.limit]
