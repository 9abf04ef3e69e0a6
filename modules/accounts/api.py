"""What the accounts module offers to others."""

from typing import Any
from uuid import UUID

from app.kernel.addresses import as_shown
from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.accounts import policies, queries
from modules.accounts.contracts import Member
from modules.accounts.queries import closed, copies, counted, entering
from modules.accounts.service import (
    archive,
    contacts,
    email_tokens,
    erasures,
    figures,
    hashing,
    invitations,
    leaving,
    members,
    naming,
    restrictions,
    sessions,
    sharing,
    strength,
    traces,
)

authenticate = queries.authenticate
list_open_sessions = queries.list_open_sessions
list_sessions = queries.list_sessions
list_device_sharers = queries.list_device_sharers
list_devices = queries.list_devices
list_mailbox_sharers = queries.list_mailbox_sharers
find_mailbox = queries.find_mailbox
mailbox_of = queries.mailbox_of
clean_email = policies.clean_email
get_member = queries.get_member
list_members = queries.list_members
contacts_of = queries.contacts_of
member_of_contact = queries.member_of_contact
people = queries.people
open_sessions = queries.open_sessions
signups_between = counted.signups_between
closed_accounts = closed.closed_accounts
list_site_members = queries.list_site_members
hash_password = hashing.hash_password
is_password = hashing.is_password
ensure_strong = strength.ensure_strong
draft_member = members.draft_member
create_member = members.create_member
create_fictional_member = members.create_fictional_member
change_fictional_member = members.change_fictional_member
retire_fictional_member = members.retire_fictional_member
take_name = naming.take_name
give_name_back = naming.give_name_back
choose_name = naming.choose_name
confirm_member = members.confirm_member
mark_paid = members.mark_paid
mark_unpaid = members.mark_unpaid
end_photo_addresses = members.end_photo_addresses
open_session = sessions.open_session
close_sessions = sessions.close_sessions
find_email_link = email_tokens.find_email_link
delete_member = leaving.delete_member
reactivate_member = leaving.reactivate_member
erase_member = leaving.erase_member
reapply_departures = erasures.reapply_departures
count_returned = erasures.count_returned
list_departures = erasures.list_departures
add_departures = erasures.add_departures
find_traces = traces.find_traces
export_member = sharing.export_member
make_copy = archive.make_copy
restrict_member = restrictions.restrict_member
lift_restrictions = restrictions.lift_restrictions
ensure_allowed = restrictions.ensure_allowed
is_limited = queries.is_limited
REACTIVATION = policies.REACTIVATION
erasure_due = queries.erasure_due
find_erase_at = queries.find_erase_at
find_session = queries.find_session
find_export = copies.find_export
create_invitation = invitations.create_invitation
list_invitations = invitations.list_invitations
revoke_invitation = invitations.revoke_invitation
find_code = invitations.find_code
count_figures = figures.count_figures
add_contact = contacts.add_contact
forget_contacts = contacts.forget_contacts
get_contact = contacts.get_contact
find_address = contacts.find_address


def find_member_by_email(session: Session, *, site_id: UUID, email: str) -> Member | None:
    """Return the person who has an address on a site, or who alone claims it, or None."""
    row = queries.find_by_email(session, site_id=site_id, email=email)
    member_id = row.id if row else entering.find_only_claim(session, site_id=site_id, email=email)
    return queries.find_member(session, member_id) if member_id else None


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the account's part of the answer about the member who is logged in (spec 3.1), ready for JSON."""
    member = queries.get_member(session, actor.member)
    source = member.traffic_source
    return {
        "id": str(member.id),
        "status": member.status.value,
        "email": as_shown(member.email),
        "name": member.name,
        "must_choose_name": member.taken_name is not None,
        "paid_user": member.is_paid,
        "signup_date": member.signup_at.isoformat(),
        "language": member.language,
        "trafficsource": {part: getattr(source, part) for part in TRACKING} if source else None,
    }


TRACKING = ("network", "ref", "sub1", "sub2", "sub3")
