"""What the ops console shows of staff, of the record of what they did, and of the cases they work on."""

from modules.moderation.ops.cases import COMPLAINTS, REPORTS
from modules.moderation.ops.decisions import APPEAL_RESOURCE, DECISIONS
from modules.moderation.ops.fiction import FICTION
from modules.moderation.ops.fiction_profiles import FICTIONAL_PROFILES
from modules.moderation.ops.figures import FIGURES
from modules.moderation.ops.review import ACCESSES, REVIEW
from modules.moderation.ops.staff import AUDIT, STAFF

__all__ = ["FIGURES", "RESOURCES"]

RESOURCES = (
    REVIEW,
    DECISIONS,
    APPEAL_RESOURCE,
    COMPLAINTS,
    FICTION,
    FICTIONAL_PROFILES,
    REPORTS,
    STAFF,
    AUDIT,
    ACCESSES,
)
