"""Tables of the moderation module, by subject."""

from modules.moderation.models.cases import ComplaintMessageRow, ComplaintRow, Handover, ReportRow
from modules.moderation.models.decisions import AppealRow, BannedLikeness, BannedMark, DecisionRow, FraudNotice
from modules.moderation.models.fiction import (
    ConversationLock,
    FictionalHandover,
    FictionalHours,
    FictionalMessage,
    FictionalNote,
    FictionalWriter,
)
from modules.moderation.models.review import ConversationAccess, OpenedCase, ReviewItemRow, ReviewMatch
from modules.moderation.models.staff import AuditEvent, RecoveryCode, StaffLoginFailure, StaffRow, StaffSessionRow

__all__ = [
    "AppealRow",
    "AuditEvent",
    "BannedLikeness",
    "BannedMark",
    "ComplaintMessageRow",
    "ComplaintRow",
    "ConversationAccess",
    "ConversationLock",
    "DecisionRow",
    "FictionalHandover",
    "FictionalHours",
    "FictionalMessage",
    "FictionalNote",
    "FictionalWriter",
    "FraudNotice",
    "Handover",
    "OpenedCase",
    "RecoveryCode",
    "ReportRow",
    "ReviewItemRow",
    "ReviewMatch",
    "StaffLoginFailure",
    "StaffRow",
    "StaffSessionRow",
]
