"""Who is there for whom. A block, a departure and another site's member look like absence, everywhere (spec 6.7)."""

from uuid import UUID

from sqlalchemy.orm import Session

from app.kernel.auth import Actor
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.billing.contracts import Price
from modules.messaging import policies, queries
from modules.messaging.contracts import Standing
from modules.messaging.errors import ConversationNotFound
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api
from modules.social import api as social_api


def get_partner(session: Session, *, actor: Actor, partner_id: UUID) -> Member:
    """Return the other side of a conversation, confirmed or not; raises ConversationNotFound."""
    partner = accounts_api.list_members(session, [partner_id]).get(partner_id)
    if partner is None or policies.is_absent(partner) or partner.site_id != actor.site_id:
        raise ConversationNotFound()
    if partner_id == actor.member or social_api.are_blocked(session, actor.member, partner_id):
        raise ConversationNotFound()
    return partner


def get_standing(session: Session, *, actor: Actor, conversation_id: UUID) -> Standing:
    """Return a member's side of a conversation whose other side is there; raises ConversationNotFound."""
    standing = queries.find_standing(session, conversation_id=conversation_id, member_id=actor.member)
    if standing is None or standing.is_blocked or policies.is_absent(standing.partner):
        raise ConversationNotFound()
    if standing.partner.site_id != actor.site_id:
        raise ConversationNotFound()
    return standing


def message_price(session: Session, *, actor: Actor, is_reply: bool) -> Price:
    """Return what a message costs this member now."""
    site = sites_api.get_site(session, actor.site_id)
    country = profiles_api.find_country(session, actor.member)
    return billing_api.message_price(site, country, is_reply=is_reply)
