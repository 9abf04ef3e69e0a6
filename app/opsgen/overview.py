"""What the console's first page asks: the figures day by day, as a picture or a table, and how the engines are."""

import csv
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from io import StringIO
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request
from marshmallow import fields
from redis.exceptions import RedisError
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session
from webargs.flaskparser import parser

from app.kernel import clock, figures, jobs, mail
from app.kernel.errors import DomainError, Invalid
from app.kernel.outbox import InboxEntry, OutboxEvent, ScheduleRun
from app.kernel.redis import redis
from app.kernel.schema import QueryIn, Text
from app.kernel.storage import storage
from app.opsgen.edge import edge, ensure_permission
from modules.billing import api as billing_api
from modules.catalog import api as catalog_api
from modules.moderation import api as moderation_api
from modules.moderation.contracts import StaffSession

# Twice a year and a day, and what figures that are known late need.
LONGEST = timedelta(days=746)
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
    blueprint.add_url_rule("/waiting", view_func=edge(show_waiting), methods=["GET"])
    blueprint.add_url_rule("/engines", view_func=edge(show_engines), methods=["GET"])
    blueprint.add_url_rule("/engines.csv", view_func=edge(export_engines), methods=["GET"])


def show_figures(session: Session, staff: StaffSession) -> Any:
    """Answer the figures that the person may see, from day `begin` up to `end`; raises Forbidden or Invalid."""
    asked, seen = _asked(staff)
    days: dict[str, list[dict[str, Any]]] = {name: [] for name in seen}
    for one in figures.sum_by_day(session, names=seen, **asked):
        sums = {"currency": one.currency, "within": one.within, "amount": one.amount}
        days[one.name].append({"day": one.day.isoformat(), **sums})
    shown = [{**_described(one), "days": days[name]} for name, one in seen.items()]
    sources = figures.list_sources(session, begin=asked["begin"])
    return jsonify(figures=shown, sources=sources, bounds=figures.WAITS)


def _described(figure: figures.Figure) -> dict[str, Any]:
    told = {"name": figure.name, "label": figure.label, "unit": figure.unit}
    return {**told, "share_of": figure.share_of, "lag_days": figure.lag.days}


def export_figures(session: Session, staff: StaffSession) -> Response:
    """Answer the figures as a table. They name nobody, so whoever sees them may take them away."""
    asked, seen = _asked(staff)
    found = figures.sum_by_day(session, names=seen, **asked)
    rows = ((one.day, one.name, one.currency, one.within or "", one.amount) for one in found)
    head = ("day", "figure", "currency", "within_seconds", "amount")
    return _table(head, rows, f"figures-{asked['begin']}-{asked['end']}")


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]], name: str) -> Response:
    table = StringIO()
    writer = csv.writer(table)
    writer.writerow(head)
    writer.writerows(rows)
    answer = make_response(table.getvalue())
    answer.mimetype = "text/csv"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
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


def show_waiting(session: Session, staff: StaffSession) -> Any:
    """Answer how much waits on each desk now, and how much of it is late; raises Forbidden."""
    ensure_permission(staff, FIGURES)
    refunds = {"queue": "refunds", "waiting": billing_api.count_waiting_refunds(session), "late": 0}
    return jsonify(queues=[*moderation_api.count_waiting(session), refunds])


def show_engines(session: Session, staff: StaffSession) -> Any:
    """Answer for every engine whether it does its work and in how many milliseconds, how the last run of every job
    went, and what waits; raises Forbidden.

    What is away is named, and does not keep the others from being asked.
    """
    ensure_permission(staff, ENGINES)
    return jsonify(engines=_engines(session), jobs=_jobs(session), waiting=_waiting(session))


def export_engines(session: Session, staff: StaffSession) -> Response:
    """Answer the same as a table, to keep beside what somebody tells of a failure."""
    ensure_permission(staff, ENGINES)
    engines = ((one["name"], "well" if one["is_well"] else "away", one["milliseconds"]) for one in _engines(session))
    waiting = ((name, "waiting", number) for name, number in _waiting(session).items())
    runs = (
        (one["name"], "failed" if one["failures"] else "well", one["milliseconds"], one["started_at"], one["failures"])
        for one in _jobs(session)
    )
    moment = clock.now().isoformat(timespec="seconds")
    head = ("name", "state", "number", "started_at", "failures")
    return _table(head, (*engines, *waiting, *runs), f"engines-{moment}")


def _engines(session: Session) -> list[dict[str, Any]]:
    checks: dict[str, Callable[[], object]] = {
        "database": lambda: session.execute(text("SELECT 1")),
        "redis": lambda: redis().ping(),
        "search": catalog_api.check_index,
        "storage": lambda: storage().find("nothing/of-this-name"),
        "queue": jobs.count_queued,
        "mail": mail.check,
    }
    return [_checked(name, check) for name, check in checks.items()]


def _checked(name: str, check: Callable[[], object]) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        check()
    except (DomainError, OSError, RedisError):
        return {"name": name, "is_well": False, "milliseconds": None}
    return {"name": name, "is_well": True, "milliseconds": round((time.perf_counter() - began) * 1000, 1)}


def _jobs(session: Session) -> list[dict[str, Any]]:
    row = ScheduleRun
    found = select(row.name, row.last_run_at, row.milliseconds, row.failures).order_by(row.failures.desc(), row.name)
    return [
        {
            "name": one.name,
            "started_at": one.last_run_at.isoformat(timespec="seconds"),
            "milliseconds": one.milliseconds,
            "failures": one.failures,
        }
        for one in session.execute(found)
    ]


def _waiting(session: Session) -> dict[str, Any]:
    entry = InboxEntry
    undispatched = select(func.count(), func.min(OutboxEvent.occurred_at)).where(OutboxEvent.dispatched_at.is_(None))
    events, oldest = session.execute(undispatched).one()
    is_open = (entry.done_at.is_(None), entry.failed_at.is_(None))
    duties = session.execute(select(func.count()).where(*is_open)).scalar_one()
    given_up = session.execute(select(func.count()).where(entry.failed_at.is_not(None))).scalar_one()
    behind = (clock.now() - oldest).total_seconds() if oldest else 0
    return {"events": events, "seconds_behind": round(behind), "duties": duties, "given_up": given_up}
