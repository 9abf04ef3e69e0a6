"""The deck of the swipe game: people who fit both ways, whom the member has neither liked nor swiped (spec 2.24)."""

from dataclasses import replace
from uuid import UUID

from app.kernel.db import Session
from modules.catalog import queries
from modules.catalog.contracts import Deck, Filters, SearchQuery
from modules.catalog.service.search import prepare
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Kind, Viewer
from modules.social import api as social_api


def deal_deck(session: Session, *, viewer: Viewer, member_id: UUID, limit: int) -> Deck:
    """Return the next `limit` people for a member, by their own wishes; fictional profiles, for whoever does not hide
    them, come labelled and after the real members."""
    query, _ = prepare(session, viewer=viewer, filters=Filters(fictional=True), page=1, page_size=limit)
    ids = _deal(session, query, member_id=member_id)
    cards = social_api.list_cards(session, viewer=viewer, ids=ids)
    cards.sort(key=lambda card: card.kind is not Kind.MEMBER)
    stories = profiles_api.list_profile_texts(session, member_ids=[card.id for card in cards], viewer=viewer)
    quota = social_api.get_swipe_quota(session, site_id=viewer.site_id, member_id=member_id)
    # Whoever vanished between two statements is missing in the second.
    return Deck(tuple((card, stories[card.id]) for card in cards if card.id in stories), quota)


def _deal(session: Session, query: SearchQuery, *, member_id: UUID) -> list[UUID]:
    """Deal the member's own country first, and the others when it runs out; in two statements at most."""
    ids = queries.deal(session, query, member_id=member_id)
    if len(ids) == query.limit or query.country is None:
        return ids
    everywhere = queries.deal(session, replace(query, country=None), member_id=member_id)
    return [*ids, *(one for one in everywhere if one not in ids)][: query.limit]
