"""Invitations: operators and members make them; each allows a number of signups for a number of days.

The row holds the hash of the code. The code is derived from the id with a secret, so that its maker can see it again.
"""

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func, insert, or_, select, update

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.ids import new_id, token_hash
from app.kernel.secrets.signing import keyed_hash
from modules.accounts.contracts import Invitation, MemberStatus, StoredInvitation
from modules.accounts.errors import InvitationNotFound
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries import members as queries
from modules.accounts.invitations import policies
from modules.accounts.invitations.models import InvitationRow, InvitationUse
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# Notes may name the invited person, so they are not kept longer.
NOTES_ARE_KEPT = timedelta(days=180)
_MAKER_IS_HERE = or_(
    InvitationRow.made_by.is_(None),
    exists().where(MemberRow.id == InvitationRow.made_by, MemberRow.status == MemberStatus.ACTIVE),
)
# Invitations of members who left or are banned do not work.
_IS_OPEN: ColumnElement[bool] = and_(
    InvitationRow.revoked_at.is_(None),
    InvitationRow.expires_at > func.now(),
    InvitationRow.uses < InvitationRow.most_uses,
    _MAKER_IS_HERE,
)


_INVITATIONS = select(*columns_of(StoredInvitation, InvitationRow), _IS_OPEN.label("is_open"))


def create_invitation(
    session: Session,
    *,
    site: Site,
    made_by: UUID | None = None,
    uses: int = 1,
    days: int = policies.INVITATION_DAYS,
    note: str = "",
) -> Invitation:
    """Create an invitation for `uses` signups within `days`."""
    invitation_id = new_id()
    values = {
        "id": invitation_id,
        "site_id": site.id,
        "code_hash": _hash(_code_of(invitation_id)),
        "made_by": made_by,
        "note": note,
        "most_uses": uses,
        "expires_at": func.now() + timedelta(days=days),
    }
    session.execute(insert(InvitationRow).values(**values))
    kept = read(session, StoredInvitation, _INVITATIONS.where(InvitationRow.id == invitation_id)).one()
    return _invitation_of(kept, site)


def invite_somebody(session: Session, *, site: Site, member_id: UUID) -> Invitation:
    """Create a member's invitation for one signup, where the site lets members invite (spec 3.2 member_resell).

    Raises InvitationsClosed or TooManyInvitations.
    """
    member = queries.get_credentials(session, member_id, lock=True)
    policies.ensure_may_invite(
        is_offered=site.member_resell,
        is_confirmed=member.status == MemberStatus.ACTIVE,
        made=count_recent(session, member_id=member_id),
    )
    return create_invitation(session, site=site, made_by=member_id)


def count_recent(session: Session, *, member_id: UUID) -> int:
    """Return how many invitations a member made within INVITATION_DAYS, used, revoked and expired ones too."""
    recent = InvitationRow.created_at > func.now() - timedelta(days=policies.INVITATION_DAYS)
    which = (InvitationRow.made_by == member_id, recent)
    return session.execute(select(func.count()).select_from(InvitationRow).where(*which)).scalar_one()


def list_invitations(
    session: Session, *, site: Site, made_by: UUID | None = None, limit: int = 100
) -> list[Invitation]:
    """Return a site's invitations, or one member's, the newest first."""
    which = [InvitationRow.site_id == site.id]
    if made_by is not None:
        which.append(InvitationRow.made_by == made_by)
    newest = (InvitationRow.created_at.desc(), InvitationRow.id)
    found = read(session, StoredInvitation, _INVITATIONS.where(*which).order_by(*newest).limit(limit))
    return [_invitation_of(kept, site) for kept in found]


def is_open(session: Session, *, site_id: UUID, code: str) -> bool:
    """Return whether a signup with this code would be accepted now."""
    found = select(_IS_OPEN).where(InvitationRow.site_id == site_id, InvitationRow.code_hash == _hash(code))
    return bool(session.execute(found).scalar_one_or_none())


def take_invitation(session: Session, *, site_id: UUID, code: str) -> UUID | None:
    """Use an invitation once and return its id, or None when it is not open, also under concurrency."""
    which = (InvitationRow.site_id == site_id, InvitationRow.code_hash == _hash(code), _IS_OPEN)
    taken = update(InvitationRow).where(*which).values(uses=InvitationRow.uses + 1).returning(InvitationRow.id)
    return session.execute(taken).scalar_one_or_none()


def note_use(session: Session, *, invitation_id: UUID, member_id: UUID) -> None:
    """Store the invitation with which a member signed up."""
    session.execute(insert(InvitationUse).values(invitation_id=invitation_id, member_id=member_id))


def revoke_invitation(session: Session, *, site_id: UUID, invitation_id: UUID, made_by: UUID | None = None) -> None:
    """Revoke an invitation, of one maker if `made_by` is given; again is no error. Raises InvitationNotFound."""
    which: list[Any] = [InvitationRow.id == invitation_id, InvitationRow.site_id == site_id]
    if made_by is not None:
        which.append(InvitationRow.made_by == made_by)
    revoked = update(InvitationRow).where(*which).values(revoked_at=func.coalesce(InvitationRow.revoked_at, func.now()))
    if session.execute(revoked.returning(InvitationRow.id)).one_or_none() is None:
        raise InvitationNotFound()


def find_code(session: Session, *, site_id: UUID, code: str) -> UUID:
    """Return the id of the invitation with a code; raises InvitationNotFound."""
    found = select(InvitationRow.id).where(InvitationRow.site_id == site_id, InvitationRow.code_hash == _hash(code))
    invitation_id = session.execute(found).scalar_one_or_none()
    if invitation_id is None:
        raise InvitationNotFound()
    return invitation_id


def forget_note(session: Session, *, member_id: UUID) -> None:
    """Empty the operator's note of the invitation that only this member could use."""
    theirs = select(InvitationUse.invitation_id).where(InvitationUse.member_id == member_id)
    alone = (InvitationRow.id.in_(theirs), InvitationRow.most_uses == 1)
    session.execute(update(InvitationRow).where(*alone, InvitationRow.note != "").values(note=""))


def forget_old_notes(session: Session) -> None:
    """Empty the operators' notes of old invitations that are not open any more."""
    old = (InvitationRow.created_at < func.now() - NOTES_ARE_KEPT, InvitationRow.note != "")
    session.execute(update(InvitationRow).where(*old, ~_IS_OPEN).values(note=""))


def _code_of(invitation_id: UUID) -> str:
    return policies.invitation_code(int(keyed_hash("invitation", invitation_id.hex), 16))


def _hash(code: str) -> bytes:
    return token_hash(policies.clean_code(code))


def _invitation_of(kept: StoredInvitation, site: Site) -> Invitation:
    code = _code_of(kept.id)
    return Invitation(code=code, url=sites_api.site_url(site, f"/signup?invite={code}"), **asdict(kept))
