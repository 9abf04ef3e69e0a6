"""HTTP of invoices, credit notes and statements: files of the member's own money."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response, current_app

from app.kernel.db.session import current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, attachment
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import File
from modules.billing.papers.queries import papers as queries
from modules.billing.papers.service import printing, statements
from modules.billing.papers.service.statements import Statement
from modules.billing.schemas.statements import MonthIn, StatementOut
from modules.sites import api as sites_api

blp = ApiBlueprint("papers")
BINARY = {"type": "string", "format": "binary"}
CSV, PDF = "text/csv", "application/pdf"
# A long statement takes 0.7 s of CPU in a web process.
FILES = Limit("paper-file", calls=100, seconds=3600)


@blp.get("/orders/<uuid:order_id>/invoice.pdf")
@blp.response(200, BINARY, content_type=PDF)
def get_invoice(order_id: UUID) -> Response:
    """Return the invoice of one of the member's orders."""
    session = current_session()
    paper = queries.get_own_invoice(session, order_id=order_id, member_id=_count_file())
    return _send(printing.to_file(session, paper), PDF)


@blp.get("/refunds/<uuid:refund_id>/credit-note.pdf")
@blp.response(200, BINARY, content_type=PDF)
def get_credit_note(refund_id: UUID) -> Response:
    """Return the credit note of a completed refund."""
    session = current_session()
    paper = queries.get_own_credit_note(session, refund_id=refund_id, member_id=_count_file())
    return _send(printing.to_file(session, paper), PDF)


@blp.get("/statements")
@blp.arguments(MonthIn, location="query")
@blp.response(200, StatementOut)
def get_statement(query: dict[str, Any]) -> dict[str, Any]:
    """Return the member's statement of a month, by default the current one."""
    _, statement, names = _read(query["month"])
    spending = [
        {
            "conversation_id": spent.reference_id,
            "name": names.get(spent.reference_id),
            "credits": spent.credits,
            "amounts": spent.amounts,
        }
        for spent in statement.spending
    ]
    parts = ("month", "starts", "ends", "entries", "totals", "credits")
    return {**{part: getattr(statement, part) for part in parts}, "spending": spending}


@blp.get("/statements/<month>.csv")
@blp.response(200, BINARY, content_type=CSV)
def get_statement_csv(month: str) -> Response:
    """Return a month's statement as a CSV file."""
    _count_file()
    _, statement, names = _read(month)
    return _send(statements.write_statement(statement, names=names, language=current_actor().language), CSV)


@blp.get("/statements/<month>.pdf")
@blp.response(200, BINARY, content_type=PDF)
def get_statement_pdf(month: str) -> Response:
    """Return a month's statement as a PDF file."""
    _count_file()
    member, statement, names = _read(month)
    session = current_session()
    site = sites_api.get_site(session, member.site_id)
    return _send(statements.print_statement(session, statement, names=names, member=member, site=site), PDF)


def _count_file() -> UUID:
    """Return the member after counting one file; raises TooManyRequests."""
    member_id = current_actor().member
    ratelimit.check(FILES, str(member_id))
    return member_id


def _read(month: str | None) -> tuple[Member, Statement, Mapping[UUID, str]]:
    """Return the member, a month's statement, and the names of the partners in its conversations."""
    session, actor = current_session(), current_actor()
    member = accounts_api.get_member(session, actor.member)
    statement = statements.get_statement(session, member=member, month=month)
    name_partners = current_app.extensions["name_partners"]
    return member, statement, name_partners(session, actor=actor, conversation_ids=statement.conversation_ids)


def _send(file: File, mimetype: str) -> Response:
    return attachment(file.content, name=file.name, mimetype=mimetype)
