"""Rules of reports: urgency and deadlines."""

from datetime import datetime, timedelta

from modules.moderation.contracts.queue import Priority
from modules.moderation.contracts.reports import ReportReason
from modules.moderation.errors import (
    ReportWordsMissing,
)

HIGH_REASONS = frozenset((ReportReason.MINOR, ReportReason.DANGER, ReportReason.MONEY))


def priority_of_report(reason: ReportReason) -> Priority:
    """Return the priority of a report."""
    return Priority.HIGH if reason in HIGH_REASONS else Priority.MEDIUM


REPORT_IS_DECIDED_IN = timedelta(days=3)
URGENT_REPORT_IS_DECIDED_IN = timedelta(days=1)
URGENT = frozenset((ReportReason.MINOR, ReportReason.DANGER))


def report_due_at(reason: ReportReason, now: datetime) -> datetime:
    """Return when a report must be decided: within a day if somebody may come to harm, else within three."""
    return now + (URGENT_REPORT_IS_DECIDED_IN if reason in URGENT else REPORT_IS_DECIDED_IN)


def ensure_said_what(reason: ReportReason, words: str) -> None:
    """Raise ReportWordsMissing for the reason "something else" without a text."""
    if reason is ReportReason.OTHER and not words:
        raise ReportWordsMissing(field="words")
