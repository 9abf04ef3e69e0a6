"""Names of partners for the monthly statements of billing."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.messaging.policies import writing as policies
from modules.messaging.queries import conversations as queries
from modules.sites import api as sites_api


def name_partners(session: Session, *, actor: Actor, conversation_ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return the partners' names of conversations, without absent partners (spec 6.7)."""
    partners = queries.list_partner_ids(session, member_id=actor.member, conversation_ids=conversation_ids)
    people = accounts_api.list_members(session, list(partners.values()))
    site = sites_api.in_language(sites_api.get_site(session, actor.site_id), actor.language)
    return {
        conversation_id: policies.sender_label(people[partner_id], fictional_singular=site.fictional_singular)
        for conversation_id, partner_id in partners.items()
        if not policies.is_absent(people.get(partner_id))
    }
