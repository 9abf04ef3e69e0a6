"""What the ops console shows of staff, of the record of what they did, and of the cases they work on."""

from modules.moderation.ops.cases import COMPLAINTS, REPORTS
from modules.moderation.ops.staff import AUDIT, STAFF

RESOURCES = (COMPLAINTS, REPORTS, STAFF, AUDIT)
