"""Resources and figures of moderation in the console."""

from modules.moderation.ops.cases import COMPLAINTS, REPORTS
from modules.moderation.ops.decisions import APPEAL_RESOURCE, BANS, DECISIONS
from modules.moderation.ops.fiction import FICTION
from modules.moderation.ops.fiction_profiles import FICTIONAL_PROFILES
from modules.moderation.ops.figures import FIGURES
from modules.moderation.ops.messages import CASE_MESSAGES
from modules.moderation.ops.review import ACCESSES, OPENED, REVIEW
from modules.moderation.ops.staff import AUDIT, STAFF

__all__ = ["FIGURES", "RESOURCES"]

RESOURCES = (
    REVIEW,
    OPENED,
    DECISIONS,
    BANS,
    APPEAL_RESOURCE,
    COMPLAINTS,
    FICTION,
    FICTIONAL_PROFILES,
    REPORTS,
    CASE_MESSAGES,
    STAFF,
    AUDIT,
    ACCESSES,
)
