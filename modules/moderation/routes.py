"""HTTP of the moderation module for members and visitors: complaints and reports."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from app.kernel.db.session import current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.ids import token_hash
from app.kernel.mail import links
from modules.accounts import api as accounts_api
from modules.moderation.complaints import queries as complaint_queries
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Complaint
from modules.moderation.contracts.decisions import Statement
from modules.moderation.contracts.reports import Report, ReportKind
from modules.moderation.decisions.service import appeals, fraud, statements
from modules.moderation.reports import queries as report_queries
from modules.moderation.reports.service import reports
from modules.moderation.schemas import (
    AccessesIn,
    AccessesOut,
    AppealIn,
    CasesOut,
    ComplaintFormOut,
    ComplaintIn,
    ComplaintOut,
    ComplaintReplyIn,
    KeyIn,
    ReasonsOut,
    ReceivedComplaintOut,
    ReportIn,
    ReportOut,
)
from modules.moderation.service import accesses

blp = ApiBlueprint("moderation", description="Complaints, reports and cases")
PUBLIC = Operation(access=Access.PUBLIC)
PUBLIC_ONCE = Operation(access=Access.PUBLIC, idempotent=True)
ONCE = Operation(idempotent=True)

HOUR, DAY = 3600, 86_400
ACCESSES_A_PAGE = 50
COMPLAINTS = Limit("complaint", calls=60, seconds=HOUR)
# Limits the confirmation mails to one address, which may belong to somebody else.
COMPLAINTS_TO = Limit("complaint-to", calls=3, seconds=DAY)
REPLIES = Limit("complaint-reply", calls=60, seconds=HOUR)
REPORTS = Limit("report", calls=30, seconds=DAY)


@blp.get("/complaints/form", op=PUBLIC)
@blp.response(200, ComplaintFormOut)
def get_complaint_form() -> dict[str, str]:
    """Return the form token that a visitor's complaint must contain."""
    return {"form": complaints.issue_form()}


@blp.post("/complaints", op=PUBLIC_ONCE)
@blp.arguments(ComplaintIn)
@blp.response(201, ReceivedComplaintOut)
def post_complaint(body: dict[str, Any]) -> dict[str, Any]:
    """Create a complaint of a member, or of a visitor with an address (spec 2.10); its link is mailed."""
    actor = current_actor()
    ratelimit.check(COMPLAINTS, actor.network)
    if not actor.is_confirmed and (mailbox := _mailbox_of(actor, body["email"])):
        ratelimit.check(COMPLAINTS_TO, token_hash(mailbox).hex())
    trap = body.pop("website")
    made = complaints.create_complaint(current_session(), actor=actor, trap=trap, **body)
    return {**asdict(made), "key": links.key_of(complaints.complaint_path(made.id))}


def _mailbox_of(actor: Actor, email: str) -> str | None:
    """Return the mailbox of a complainant: the member's, or that of the address which a visitor gave, if any."""
    if actor.member_id is not None:
        return accounts_api.find_mailbox(current_session(), actor.member_id)
    return accounts_api.mailbox_of(current_session(), email) if email else None


@blp.get("/complaints")
@blp.response(200, ComplaintOut(many=True))
def list_complaints() -> list[Complaint]:
    """List the member's own complaints, the newest first."""
    return complaint_queries.list_complaints(current_session(), current_actor().member)


@blp.get("/complaints/<uuid:complaint_id>", op=PUBLIC)
@blp.arguments(KeyIn, location="query")
@blp.response(200, ComplaintOut)
def get_complaint(query: dict[str, str], complaint_id: UUID) -> Complaint:
    """Return a complaint to its complainant, by login or by the key of the mailed link."""
    return complaints.get_complaint(current_session(), actor=current_actor(), complaint_id=complaint_id, **query)


@blp.post("/complaints/<uuid:complaint_id>/messages", op=PUBLIC_ONCE)
@blp.arguments(KeyIn, location="query")
@blp.arguments(ComplaintReplyIn)
@blp.response(201, ComplaintOut)
def reply(query: dict[str, str], body: dict[str, str], complaint_id: UUID) -> Complaint:
    """Add a message to a complaint, which reopens it."""
    actor = current_actor()
    ratelimit.check(REPLIES, actor.network)
    return complaints.reply(current_session(), actor=actor, complaint_id=complaint_id, **query, **body)


@blp.post("/reports", op=ONCE)
@blp.arguments(ReportIn)
@blp.response(201, ReportOut)
def post_report(body: dict[str, Any]) -> Report:
    """Report a profile, a photo or a message, and block the person in the same step if wanted."""
    actor = current_actor()
    ratelimit.check(REPORTS, str(actor.member))
    things = {ReportKind.PHOTO: body["photo_id"], ReportKind.MESSAGE: body["message_id"]}
    return reports.report(
        current_session(),
        actor=actor,
        kind=body["kind"],
        reason=body["reason"],
        words=body["words"],
        member_id=body["member_id"],
        thing_id=things.get(body["kind"]),
        blocks=body["block"],
    )


@blp.get("/reports")
@blp.response(200, ReportOut(many=True))
def list_reports() -> list[Report]:
    """List the member's reports."""
    return report_queries.list_reports(current_session(), current_actor().member)


@blp.get("/cases")
@blp.response(200, CasesOut)
def list_cases() -> dict[str, Any]:
    """List the member's reports, complaints, decisions about them, and notices of fraud."""
    session, actor = current_session(), current_actor()
    return {
        "reports": report_queries.list_reports(session, actor.member),
        "complaints": complaint_queries.list_complaints(session, actor.member),
        "decisions": statements.list_statements(session, actor.member, actor.language),
        "notices": fraud.list_notices(session, actor.member),
    }


@blp.get("/cases/<uuid:decision_id>", op=PUBLIC)
@blp.arguments(KeyIn, location="query")
@blp.response(200, ReasonsOut)
def get_statement(query: dict[str, str], decision_id: UUID) -> Statement:
    """Return a statement of reasons to its member, by login or by the key of the mailed link."""
    return appeals.get_statement(current_session(), actor=current_actor(), decision_id=decision_id, **query)


@blp.post("/cases/<uuid:decision_id>/appeal", op=PUBLIC_ONCE)
@blp.arguments(KeyIn, location="query")
@blp.arguments(AppealIn)
@blp.response(201, ReasonsOut)
def post_appeal(query: dict[str, str], body: dict[str, str], decision_id: UUID) -> Statement:
    """Appeal against a decision within 180 days; somebody who has not decided about it before decides."""
    actor = current_actor()
    ratelimit.check(REPLIES, actor.network)
    return appeals.appeal(current_session(), actor=actor, decision_id=decision_id, **query, **body)


@blp.get("/staff-access")
@blp.arguments(AccessesIn, location="query")
@blp.response(200, AccessesOut)
def list_staff_access(query: dict[str, Any]) -> dict[str, Any]:
    """List the looks of staff at the member's private data, with role and purpose but without names."""
    session, member_id, page = current_session(), current_actor().member, query["page"]
    total = accesses.count_accesses(session, member_id)
    found = accesses.list_accesses(session, member_id, limit=ACCESSES_A_PAGE, offset=(page - 1) * ACCESSES_A_PAGE)
    return {"accesses": found, "total": total, "page": page, "pages": max(1, -(-total // ACCESSES_A_PAGE))}
