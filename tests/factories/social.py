"""Likes and visible people for tests, made through the services."""

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.profiles.contracts import Viewer
from modules.social.service import interactions as service


def viewer_of(member: Member) -> Viewer:
    """Return how profiles knows a member."""
    return Viewer(member.id, is_paid=member.is_paid, site_id=member.site_id, language="en")


def like(member: Member, other: Member) -> bool:
    """Let one member like another in a transaction of its own; True when it is mutual."""
    with transaction() as session:
        return service.give_like(session, viewer=viewer_of(member), member_id=member.id, to_id=other.id)[1]


def block(member: Member, other: Member) -> None:
    """Let one member block another in a transaction of its own."""
    with transaction() as session:
        service.block_member(session, site_id=member.site_id, member_id=member.id, to_id=other.id)
