"""The moderation module's part of the copy of a member's data, without reports about them."""

from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import ModuleExport, Table
from app.kernel.text import formats
from modules.moderation.complaints import queries as complaint_queries
from modules.moderation.decisions.service.fraud import list_notices
from modules.moderation.decisions.service.statements import list_statements
from modules.moderation.fiction import queries as fiction_queries
from modules.moderation.reports import queries as report_queries
from modules.moderation.reports.models import ReportRow
from modules.moderation.service import accesses


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's complaints, reports, decisions about them, writers' notes, looks of staff at their private
    data, and notices of fraud.
    """
    complaints = complaint_queries.list_complaints(session, member_id)
    reports = report_queries.list_reports(session, member_id)
    words = dict(session.execute(_WORDS.where(ReportRow.reporter_id == member_id)).tuples().all())
    decided = list_statements(session, member_id, language)
    notes = fiction_queries.list_notes_about(session, member_id)
    looked = accesses.list_accesses(session, member_id)
    notices = list_notices(session, member_id)

    def word(key: str, **values: str) -> str:
        return i18n.text(language, f"export.moderation.{key}", **values)

    said = [(one.number, message) for one in complaints for message in one.messages]
    messages = [(number, formats.moment(language, m.created_at), word(m.author), m.body) for number, m in said]
    reported = [
        (one.number, formats.moment(language, one.created_at), one.about or "", words[one.id], one.answer)
        for one in reports
    ]
    judged = [
        (
            one.number,
            formats.moment(language, one.in_force_at),
            ": ".join(filter(None, (one.measure_text, one.scope_text))),
            one.facts,
        )
        for one in decided
    ]
    noted = [
        (formats.moment(language, one.created_at), one.body, formats.moment(language, one.erase_at)) for one in notes
    ]
    seen = [
        (
            formats.moment(language, one.at),
            word(f"role.{one.role or 'operator'}"),
            word(f"access.{one.kind}", number=one.number or ""),
        )
        for one in looked
    ]
    removed = [(formats.moment(language, one.at), one.about or "", str(one.credits)) for one in notices]
    at = word("at")
    return ModuleExport(
        data={
            "complaints": [
                {"number": number, "by": message.author, "at": message.created_at, "text": message.body}
                for number, message in said
            ],
            "reports": [
                {
                    "number": one.number,
                    "at": one.created_at,
                    "about": one.about,
                    "kind": one.kind,
                    "reason": one.reason,
                    "text": words[one.id],
                    "answer": one.answer,
                    "reviewed_at": one.reviewed_at,
                }
                for one in reports
            ],
            "decisions": [
                {
                    "number": one.number,
                    "at": one.in_force_at,
                    "measure": one.measure,
                    "rule": one.rule,
                    "facts": one.facts,
                    "until": one.ends_at,
                    "appeals": [
                        {"at": said.created_at, "text": said.words, "outcome": said.outcome, "answer": said.answer}
                        for said in one.appeals
                    ],
                }
                for one in decided
            ],
            "notes": [{"at": one.created_at, "text": one.body, "until": one.erase_at} for one in notes],
            "accesses": [{"at": one.at, "role": one.role, "kind": one.kind, "report": one.number} for one in looked],
            "notices": [
                {"at": one.at, "about": one.about, "credits": one.credits, "withdrawn_at": one.withdrawn_at}
                for one in notices
            ],
        },
        tables=(
            Table(word("complaints"), messages, (word("number"), at, word("from"), word("text"))),
            Table(word("reports"), reported, (word("number"), at, word("about"), word("text"), word("answer"))),
            Table(word("decisions"), judged, (word("number"), at, word("answer"), word("text"))),
            Table(word("notes"), noted, (at, word("text"), word("until"))),
            Table(word("accesses"), seen, (at, word("from"), word("about"))),
            Table(word("notices"), removed, (at, word("about"), word("credits"))),
        ),
    )


# The texts of their own reports.
_WORDS = select(ReportRow.id, ReportRow.words)
