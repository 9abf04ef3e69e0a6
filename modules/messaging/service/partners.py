"""Who is there for whom. A block, a departure and another site's member look like absence, everywhere (spec 6.7)."""

from uuid import UUID

from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.messaging import policies, queries
from modules.messaging.contracts import Standing
from modules.messaging.errors import ConversationNotFound
from modules.social import api as social_api


def get_partner(session: Session, *, actor: Actor, partner_id: UUID) -> Member:
    """Return the other side of a conversation, confirmed or not; raises ConversationNotFound."""
    partner = accounts_api.list_members(session, [partner_id]).get(partner_id)
    if partner is None or policies.is_absent(partner) or partner.site_id != actor.site_id:
        raise ConversationNotFound()
    if partner_id == actor.member or social_api.are_blocked(session, actor.member, partner_id):
        raise ConversationNotFound()
    return partner


def find_present_partner(session: Session, *, conversation_id: UUID, member_id: UUID) -> UUID | None:
    """Return the other side of a member's conversation, or None when they are not there for the member."""
    standing = queries.find_standing(session, conversation_id=conversation_id, member_id=member_id)
    if standing is None or standing.is_blocked or policies.is_absent(standing.partner):
        return None
    return standing.partner.id


def get_standing(session: Session, *, actor: Actor, conversation_id: UUID) -> Standing:
    """Return a member's side of a conversation whose other side is there; raises ConversationNotFound."""
    standing = queries.find_standing(session, conversation_id=conversation_id, member_id=actor.member)
    if standing is None or standing.is_blocked or policies.is_absent(standing.partner):
        raise ConversationNotFound()
    if standing.partner.site_id != actor.site_id:
        raise ConversationNotFound()
    return standing
