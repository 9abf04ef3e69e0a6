"""Rules of reports: urgency and deadlines."""

from datetime import timedelta

from modules.moderation.contracts.queue import Priority
from modules.moderation.contracts.reports import ReportReason
from modules.moderation.errors import ReportWordsMissing


def handling_of_report(reason: ReportReason) -> tuple[Priority, timedelta]:
    """Return the priority of a report, and within what time it is decided: sooner if somebody may come to harm."""
    match reason:
        case ReportReason.MINOR | ReportReason.DANGER:
            return Priority.HIGH, timedelta(days=1)
        case ReportReason.MONEY:
            return Priority.HIGH, timedelta(days=3)
        case ReportReason.FAKE | ReportReason.INSULT | ReportReason.SEXUAL | ReportReason.OTHER:
            return Priority.MEDIUM, timedelta(days=3)


def ensure_said_what(reason: ReportReason, words: str) -> None:
    """Raise ReportWordsMissing for the reason "something else" without a text."""
    if reason is ReportReason.OTHER and not words:
        raise ReportWordsMissing(field="words")
