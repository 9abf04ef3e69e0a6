"""The messages that a report keeps as evidence, in the ops console; of the rest of a conversation it knows nothing."""

from uuid import UUID

from sqlalchemy import DateTime, Text, Uuid, cast, column, func, select, true
from sqlalchemy.dialects.postgresql import JSONB

from app.kernel.db import Session
from app.kernel.ops import ID_SEPARATOR, Resource, instant, long_text, ref, rows_of, text, yes_no
from modules.moderation.contracts import ReportKind
from modules.moderation.models import ReportRow
from modules.moderation.ops.review import DECIDE
from modules.moderation.service import evidence

KEPT = ReportRow.evidence
# What was reported and the few before it, one row for each.
ALL = func.jsonb_array_elements(KEPT["before"] + func.jsonb_build_array(KEPT["message"]))
EACH = ALL.table_valued(column("value", JSONB)).lateral("each")
SAID = EACH.c.value
MESSAGES = (
    select(
        ReportRow.id.label("report_id"),
        cast(SAID["id"].astext, Uuid).label("message_id"),
        cast(SAID["by"].astext, Uuid).label("sender_id"),
        cast(SAID["sent_at"].astext, DateTime(timezone=True)).label("sent_at"),
        SAID["kind"].astext.label("kind"),
        cast(SAID["body"].astext, Text).label("body"),
        (SAID["id"].astext == KEPT["message"]["id"].astext).label("is_reported"),
    )
    .join(EACH, true())
    .where(ReportRow.kind == ReportKind.MESSAGE, KEPT.has_key("message"))
)


def note_reading(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Write down in both members' logs that somebody read from their conversation."""
    report_id, _ = record_id.split(ID_SEPARATOR)
    evidence.note_reading(session, report_id=UUID(report_id), staff_id=staff_id)


CASE_MESSAGES = Resource(
    key="moderation.case-messages",
    label="Messages in a case",
    title=("sender_id", "sent_at"),
    empty="No message has been reported. What a report keeps of a conversation stands here.",
    icon="SmsOutlined",
    group="cases",
    permission="moderation.reports.read",
    reveal=DECIDE,
    on_reveal=note_reading,
    quick_reveal=True,
    rows=rows_of(MESSAGES, key=("report_id", "message_id")),
    columns=(
        instant("sent_at", "When", sort=True),
        ref("sender_id", "From", to="accounts.members"),
        yes_no("is_reported", "Reported"),
        ref("report_id", "Report", to="moderation.reports", related=True),
        text("kind", "Kind", in_list=False),
        long_text("body", "What was written", pii=True),
    ),
    filters=("report_id",),
    default_sort="-sent_at",
)
