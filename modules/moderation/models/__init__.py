"""Tables of the moderation module, by subject."""

from modules.moderation.models.cases import ComplaintMessageRow, ComplaintRow, ReportRow
from modules.moderation.models.decisions import AppealRow, BannedMark, DecisionRow
from modules.moderation.models.fiction import (
    ConversationLock,
    FictionalHours,
    FictionalMessage,
    FictionalNote,
    FictionalWriter,
)
from modules.moderation.models.review import ConversationAccess, ReviewItemRow
from modules.moderation.models.staff import AuditEvent, RecoveryCode, StaffLoginFailure, StaffRow, StaffSessionRow

__all__ = [
    "AppealRow",
    "AuditEvent",
    "BannedMark",
    "ComplaintMessageRow",
    "ComplaintRow",
    "ConversationAccess",
    "ConversationLock",
    "DecisionRow",
    "FictionalHours",
    "FictionalMessage",
    "FictionalNote",
    "FictionalWriter",
    "RecoveryCode",
    "ReportRow",
    "ReviewItemRow",
    "StaffLoginFailure",
    "StaffRow",
    "StaffSessionRow",
]
