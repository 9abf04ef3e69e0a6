"""What the moderation module offers to the ops edge, the command line and others."""

from app.kernel.db import Session
from modules.moderation import policies, queries
from modules.moderation.contracts import Staff
from modules.moderation.errors import StaffUnknown
from modules.moderation.queries import waiting
from modules.moderation.service import (
    audit,
    complaint_desk,
    decisions,
    fraud,
    own_account,
    sessions,
    staff,
    statements,
)

__all__ = [
    "KNOWN_PERMISSIONS",
    "SESSION_LIFE",
    "authenticate_staff",
    "ban_member",
    "change_password",
    "confirm",
    "count_recovery_codes",
    "count_waiting",
    "create_staff",
    "disable_staff",
    "enable_staff",
    "get_staff_by_email",
    "get_statement",
    "lift_bans",
    "list_staff",
    "notify_fraud",
    "open_session",
    "record_audit",
    "renew_recovery_codes",
    "reset_staff",
    "role_for",
    "set_languages",
    "set_roles",
    "show_complaint",
    "sign_in",
    "sign_out",
]

KNOWN_PERMISSIONS = policies.KNOWN_PERMISSIONS
SESSION_LIFE = policies.SESSION_LIFE
role_for = policies.role_for
sign_in = sessions.sign_in
confirm = sessions.confirm
sign_out = sessions.sign_out
change_password = own_account.change_password
renew_recovery_codes = own_account.renew_recovery_codes
count_recovery_codes = queries.count_recovery_codes
open_session = sessions.open_session
authenticate_staff = sessions.authenticate_staff
create_staff = staff.create_staff
reset_staff = staff.reset_staff
set_roles = staff.set_roles
set_languages = staff.set_languages
disable_staff = staff.disable_staff
enable_staff = staff.enable_staff
record_audit = audit.record_audit
list_staff = queries.list_staff
count_waiting = waiting.count_waiting
notify_fraud = fraud.notify_fraud
ban_member = decisions.ban_member
lift_bans = decisions.lift_bans
show_complaint = complaint_desk.show_complaint
get_statement = statements.get_statement


def get_staff_by_email(session: Session, email: str) -> Staff:
    """Return the staff member with this address; raises StaffUnknown."""
    found = queries.find_staff(session, email)
    if found is None:
        raise StaffUnknown()
    return found
