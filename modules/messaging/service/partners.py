"""Access to partners. Blocked, deleted and other sites' members are not found, without a difference (spec 6.7)."""

from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.messaging.contracts import ConversationState
from modules.messaging.errors import ConversationNotFound
from modules.messaging.policies import writing as policies
from modules.messaging.queries import conversations as queries
from modules.social import api as social_api


def get_partner(session: Session, *, actor: Actor, partner_id: UUID) -> Member:
    """Return a partner, confirmed or not; raises ConversationNotFound for an absent one."""
    partner = accounts_api.list_members(session, [partner_id]).get(partner_id)
    if partner is None or policies.is_absent(partner) or partner.site_id != actor.site_id:
        raise ConversationNotFound()
    if partner_id == actor.member or social_api.are_blocked(session, actor.member, partner_id):
        raise ConversationNotFound()
    return partner


def find_present_partner(session: Session, *, conversation_id: UUID, member_id: UUID) -> UUID | None:
    """Return the partner in a member's conversation, or None if absent."""
    state = queries.find_conversation_state(session, conversation_id=conversation_id, member_id=member_id)
    if state is None or state.is_blocked or policies.is_absent(state.partner):
        return None
    return state.partner.id


def get_conversation_state(session: Session, *, actor: Actor, conversation_id: UUID) -> ConversationState:
    """Return the state of a member's conversation; raises ConversationNotFound for an absent partner."""
    state = queries.find_conversation_state(session, conversation_id=conversation_id, member_id=actor.member)
    if state is None or state.is_blocked or policies.is_absent(state.partner):
        raise ConversationNotFound()
    if state.partner.site_id != actor.site_id:
        raise ConversationNotFound()
    return state
