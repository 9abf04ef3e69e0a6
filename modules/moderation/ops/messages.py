"""The messages that reports keep as evidence, in the console; the rest of a conversation is not shown."""

from uuid import UUID

from sqlalchemy import DateTime, Text, Uuid, cast, column, func, select, true
from sqlalchemy.dialects.postgresql import JSONB

from app.kernel.db.session import Session
from app.kernel.resources import ID_SEPARATOR, Resource, instant, long_text, ref, rows_of, text, yes_no
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.decisions.service import evidence
from modules.moderation.ops.review import DECIDE
from modules.moderation.reports.models import ReportRow

EVIDENCE = ReportRow.evidence
# One row for the reported message and each of the few before it.
ALL_MESSAGES = func.jsonb_array_elements(EVIDENCE["before"] + func.jsonb_build_array(EVIDENCE["message"]))
EACH = ALL_MESSAGES.table_valued(column("value", JSONB)).lateral("each")
MESSAGE = EACH.c.value
MESSAGES = (
    select(
        ReportRow.id.label("report_id"),
        cast(MESSAGE["id"].astext, Uuid).label("message_id"),
        cast(MESSAGE["by"].astext, Uuid).label("sender_id"),
        cast(MESSAGE["sent_at"].astext, DateTime(timezone=True)).label("sent_at"),
        MESSAGE["kind"].astext.label("kind"),
        cast(MESSAGE["body"].astext, Text).label("body"),
        (MESSAGE["id"].astext == EVIDENCE["message"]["id"].astext).label("is_reported"),
    )
    .join(EACH, true())
    .where(ReportRow.kind == ReportKind.MESSAGE, EVIDENCE.has_key("message"))
)


def note_reading(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Record in both members' access logs that a staff member read from their conversation."""
    report_id, _ = record_id.split(ID_SEPARATOR)
    evidence.note_reading(session, report_id=UUID(report_id), staff_id=staff_id)


CASE_MESSAGES = Resource(
    key="moderation.case-messages",
    label="Reported messages",
    title=("sender_id", "sent_at"),
    empty="No messages have been reported. Messages kept as evidence are listed here.",
    icon="SmsOutlined",
    group="cases",
    permission="moderation.reports.read",
    reveal=DECIDE,
    on_reveal=note_reading,
    quick_reveal=True,
    rows=rows_of(MESSAGES, key=("report_id", "message_id")),
    columns=(
        instant("sent_at", "Sent", sort=True),
        ref("sender_id", "From", to="accounts.members"),
        yes_no("is_reported", "Reported"),
        ref("report_id", "Report", to="moderation.reports", related=True),
        text("kind", "Kind", in_list=False),
        long_text("body", "Text", pii=True),
    ),
    filters=("report_id",),
    default_sort="-sent_at",
)
