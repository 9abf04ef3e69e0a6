"""HTTP of invitations: checking a code, and a member's own invitations."""

from typing import Any
from uuid import UUID

from app.kernel.db.session import current_session, transaction
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation
from modules.accounts.contracts import Invitation
from modules.accounts.invitations import policies
from modules.accounts.invitations import service as invitations
from modules.accounts.schemas import InvitationCodeIn, InvitationOut, InvitationsOut, InvitationStateOut
from modules.sites import api as sites_api

blp = ApiBlueprint("invitations")
# Slows down guessing, although a code has 60 bits.
CHECKS = Limit("invitation-check", 60, 3600)


# The limit is in Redis and comes first, so the view opens its own transaction.
@blp.get("/invitations/check", op=Operation(access=Access.PUBLIC, managed=False))
@blp.arguments(InvitationCodeIn, location="query")
@blp.response(200, InvitationStateOut)
def check_invitation(query: dict[str, str]) -> dict[str, bool]:
    """Return whether a signup with this code would be accepted now (spec 6.2)."""
    actor = current_actor()
    ratelimit.check(CHECKS, f"{actor.site_id} {actor.network}")
    with transaction(read_only=True) as session:
        return {"is_open": invitations.is_open(session, site_id=actor.site_id, code=query["code"])}


@blp.get("/invitations")
@blp.response(200, InvitationsOut)
def list_invitations() -> dict[str, Any]:
    """Return the member's invitations and how many more there may be."""
    session, actor = current_session(), current_actor()
    site = sites_api.get_site(session, actor.site_id)
    made = invitations.count_recent(session, member_id=actor.member)
    return {
        "is_offered": site.member_resell,
        "left": max(policies.INVITATIONS_EACH - made, 0) if site.member_resell and actor.is_confirmed else 0,
        "invitations": invitations.list_invitations(session, site=site, made_by=actor.member),
    }


@blp.post("/invitations", op=Operation(idempotent=True))
@blp.response(201, InvitationOut)
def post_invitation() -> Invitation:
    """Create an invitation for one signup within 30 days."""
    session, actor = current_session(), current_actor()
    site = sites_api.get_site(session, actor.site_id)
    return invitations.invite_somebody(session, site=site, member_id=actor.member)


@blp.delete("/invitations/<uuid:invitation_id>")
@blp.response(204)
def delete_invitation(invitation_id: UUID) -> None:
    """Revoke one of the member's invitations."""
    actor = current_actor()
    invitations.revoke_invitation(
        current_session(), site_id=actor.site_id, invitation_id=invitation_id, made_by=actor.member
    )
