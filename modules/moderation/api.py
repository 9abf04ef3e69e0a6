"""What the console, the command line and other modules may use of moderation."""

from modules.moderation.policies import KNOWN_PERMISSIONS as KNOWN_PERMISSIONS
from modules.moderation.policies import SESSION_LIFE as SESSION_LIFE
from modules.moderation.policies import role_for as role_for
from modules.moderation.queries import count_recovery_codes as count_recovery_codes
from modules.moderation.queries import get_staff_by_email as get_staff_by_email
from modules.moderation.queries import list_staff as list_staff
from modules.moderation.queries.waiting import count_waiting as count_waiting
from modules.moderation.service.audit import record_audit as record_audit
from modules.moderation.service.complaint_desk import show_complaint as show_complaint
from modules.moderation.service.decisions import ban_member as ban_member
from modules.moderation.service.decisions import lift_bans as lift_bans
from modules.moderation.service.fraud import is_notice_withdrawn as is_notice_withdrawn
from modules.moderation.service.own_account import change_password as change_password
from modules.moderation.service.own_account import renew_recovery_codes as renew_recovery_codes
from modules.moderation.service.sessions import authenticate_staff as authenticate_staff
from modules.moderation.service.sessions import confirm as confirm
from modules.moderation.service.sessions import sign_in as sign_in
from modules.moderation.service.sessions import sign_out as sign_out
from modules.moderation.service.staff import create_staff as create_staff
from modules.moderation.service.staff import disable_staff as disable_staff
from modules.moderation.service.staff import enable_staff as enable_staff
from modules.moderation.service.staff import reset_staff as reset_staff
from modules.moderation.service.staff import set_languages as set_languages
from modules.moderation.service.staff import set_roles as set_roles
from modules.moderation.service.statements import get_statement as get_statement
