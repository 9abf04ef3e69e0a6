"""What the console's first page asks: the figures day by day, as a picture or a table, and how the engines are."""

import csv
import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request
from marshmallow import fields
from redis.exceptions import RedisError
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session
from webargs.flaskparser import parser

from app.kernel import clock, figures, jobs
from app.kernel.errors import DomainError, Invalid
from app.kernel.outbox import InboxEntry, OutboxEvent
from app.kernel.redis import redis
from app.kernel.schema import QueryIn, Text
from app.kernel.storage import storage
from app.opsgen.edge import edge, ensure_permission
from modules.catalog import api as catalog_api
from modules.moderation.contracts import StaffSession

LONGEST = timedelta(days=732)
FIGURES, ENGINES = "platform.figures.read", "platform.duties.read"


class FiguresIn(QueryIn):
    begin = fields.Date(required=True)
    end = fields.Date(required=True)
    site_id = fields.UUID(load_default=None)
    source = Text(max=200, load_default=None)


def add_overview_routes(blueprint: Blueprint) -> None:
    """Add the figures, the same as a table for spreadsheets, and the state of the engines."""
    blueprint.add_url_rule("/figures", view_func=edge(show_figures), methods=["GET"])
    blueprint.add_url_rule("/figures.csv", view_func=edge(export_figures), methods=["GET"])
    blueprint.add_url_rule("/engines", view_func=edge(show_engines), methods=["GET"])


def show_figures(session: Session, staff: StaffSession) -> Any:
    """Answer the figures that the person may see, from day `begin` up to `end`; raises Forbidden or Invalid."""
    asked, seen = _asked(staff)
    days: dict[str, list[dict[str, Any]]] = {name: [] for name in seen}
    for one in figures.sum_by_day(session, names=seen, **asked):
        days[one.name].append({"day": one.day.isoformat(), "currency": one.currency, "amount": one.amount})
    shown = [{"name": name, "label": one.label, "unit": one.unit, "days": days[name]} for name, one in seen.items()]
    return jsonify(figures=shown, sources=figures.list_sources(session, begin=asked["begin"]))


def export_figures(session: Session, staff: StaffSession) -> Response:
    """Answer the figures as a table. They name nobody, so whoever sees them may take them away."""
    asked, seen = _asked(staff)
    table = StringIO()
    writer = csv.writer(table)
    writer.writerow(["day", "figure", "currency", "amount"])
    rows = figures.sum_by_day(session, names=seen, **asked)
    writer.writerows((one.day, one.name, one.currency, one.amount) for one in rows)
    answer = make_response(table.getvalue())
    answer.mimetype = "text/csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="figures-{asked["begin"]}-{asked["end"]}.csv"'
    return answer


def _asked(staff: StaffSession) -> tuple[dict[str, Any], dict[str, figures.Figure]]:
    ensure_permission(staff, FIGURES)
    asked: dict[str, Any] = parser.parse(FiguresIn(), request, location="query")
    if not timedelta() < asked["end"] - asked["begin"] <= LONGEST:
        raise Invalid(field="end")
    seen = {name: one for name, one in figures.known().items() if _may_see(staff, one)}
    return asked, seen


def _may_see(staff: StaffSession, figure: figures.Figure) -> bool:
    return figure.in_console and figure.permission in staff.permissions


def show_engines(session: Session, staff: StaffSession) -> Any:
    """Answer for every engine whether it does its work and in how many milliseconds, and what waits; raises Forbidden.

    What is away is named, and does not keep the others from being asked.
    """
    ensure_permission(staff, ENGINES)
    checks: dict[str, Callable[[], object]] = {
        "database": lambda: session.execute(text("SELECT 1")),
        "redis": lambda: redis().ping(),
        "search": catalog_api.check_index,
        "storage": lambda: storage().find("nothing/of-this-name"),
        "queue": jobs.count_queued,
    }
    return jsonify(engines=[_checked(name, check) for name, check in checks.items()], waiting=_waiting(session))


def _checked(name: str, check: Callable[[], object]) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        check()
    except (DomainError, OSError, RedisError):
        return {"name": name, "is_well": False, "milliseconds": None}
    return {"name": name, "is_well": True, "milliseconds": round((time.perf_counter() - began) * 1000, 1)}


def _waiting(session: Session) -> dict[str, Any]:
    entry = InboxEntry
    undispatched = select(func.count(), func.min(OutboxEvent.occurred_at)).where(OutboxEvent.dispatched_at.is_(None))
    events, oldest = session.execute(undispatched).one()
    is_open = (entry.done_at.is_(None), entry.failed_at.is_(None))
    duties = session.execute(select(func.count()).where(*is_open)).scalar_one()
    given_up = session.execute(select(func.count()).where(entry.failed_at.is_not(None))).scalar_one()
    behind = (clock.now() - oldest).total_seconds() if oldest else 0
    return {"events": events, "seconds_behind": round(behind), "duties": duties, "given_up": given_up}
