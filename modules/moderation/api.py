"""What the console, the command line and other modules may use of moderation."""

from modules.moderation.decisions.service.decisions import ban_member as ban_member
from modules.moderation.decisions.service.decisions import lift_bans as lift_bans
from modules.moderation.decisions.service.fraud import is_notice_withdrawn as is_notice_withdrawn
from modules.moderation.decisions.service.statements import get_statement as get_statement
from modules.moderation.service.complaint_desk import show_complaint as show_complaint
from modules.moderation.service.waiting import count_waiting as count_waiting
from modules.moderation.staff.policies.accounts import SESSION_LIFE as SESSION_LIFE
from modules.moderation.staff.policies.permissions import KNOWN_PERMISSIONS as KNOWN_PERMISSIONS
from modules.moderation.staff.policies.permissions import role_for as role_for
from modules.moderation.staff.queries import count_recovery_codes as count_recovery_codes
from modules.moderation.staff.queries import get_staff_by_email as get_staff_by_email
from modules.moderation.staff.queries import list_staff as list_staff
from modules.moderation.staff.service.audit import record_audit as record_audit
from modules.moderation.staff.service.own_account import change_password as change_password
from modules.moderation.staff.service.own_account import renew_recovery_codes as renew_recovery_codes
from modules.moderation.staff.service.sessions import authenticate_staff as authenticate_staff
from modules.moderation.staff.service.sessions import confirm as confirm
from modules.moderation.staff.service.sessions import sign_in as sign_in
from modules.moderation.staff.service.sessions import sign_out as sign_out
from modules.moderation.staff.service.staff import choose_language as choose_language
from modules.moderation.staff.service.staff import create_staff as create_staff
from modules.moderation.staff.service.staff import disable_staff as disable_staff
from modules.moderation.staff.service.staff import enable_staff as enable_staff
from modules.moderation.staff.service.staff import reset_staff as reset_staff
from modules.moderation.staff.service.staff import set_languages as set_languages
from modules.moderation.staff.service.staff import set_roles as set_roles
