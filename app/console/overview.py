"""The data of the console's first page: figures by day, site and source, and how much waits in each queue."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import chain
from typing import Any, TypedDict

from flask import Blueprint, Response, request
from marshmallow import fields

from app.console.export import ensure_turn, table_of
from app.console.staff_requests import ensure_confirmed, ensure_permission, staff_view
from app.console.values import MASK
from app.kernel import figures
from app.kernel.db.session import Session
from app.kernel.errors import Invalid
from app.kernel.http.requests import parser
from app.kernel.http.schema import QueryIn, Text, one_of
from modules.billing import api as billing_api
from modules.moderation import api as moderation_api
from modules.moderation.contracts.queue import Waiting
from modules.moderation.contracts.staff import StaffSession
from modules.sites import api as sites_api

# Two years and a day, and the lag of figures that are known late.
MAX_PERIOD = timedelta(days=746)
FIGURES = "platform.figures.read"
# By part and currency.
Sums = dict[tuple[str, str], int]


class FiguresIn(QueryIn):
    begin = fields.Date(required=True)
    end = fields.Date(required=True)
    site_id = fields.UUID(load_default=None)
    source = Text(max=200, load_default=None)


class PartsIn(FiguresIn):
    by = fields.String(required=True, validate=one_of("site", "source"))


class DaySum(TypedDict):
    """The sum of one day, in a currency if it is money; waits have `within`, the seconds in which they ended."""

    day: str
    currency: str
    within: int
    amount: int


class FigureDays(TypedDict):
    """A figure by day; `share_of` is the figure that it is a part of, or ""."""

    name: str
    label: str
    unit: figures.Unit
    share_of: str
    lag_days: int
    days: list[DaySum]


class Figures(TypedDict):
    """Figures by day, the sources of members, and the upper bounds of waits in seconds."""

    figures: list[FigureDays]
    sources: list[str]
    bounds: Sequence[int]


class PartSum(TypedDict):
    """The sum of a figure for one site or source ("" is none); a rate also has the sum that it is a part of."""

    part: str
    currency: str
    amount: int
    whole: int | None


class Parts(TypedDict):
    """The sums of figures by site or source, by the figure's name."""

    parts: dict[str, list[PartSum]]


class WaitingCases(TypedDict):
    """How much waits in each queue."""

    queues: list[Waiting]


def add_overview_routes(blueprint: Blueprint) -> None:
    """Add the figures, their sums by site or source, and the same as a table for spreadsheets."""
    blueprint.add_url_rule("/figures", view_func=staff_view(show_figures), methods=["GET"])
    blueprint.add_url_rule("/figures.csv", view_func=staff_view(export_figures, writes=True), methods=["GET"])
    blueprint.add_url_rule("/figures/parts", view_func=staff_view(show_parts), methods=["GET"])
    blueprint.add_url_rule("/waiting", view_func=staff_view(show_waiting), methods=["GET"])


def show_figures(session: Session, staff: StaffSession) -> Figures:
    """Return the figures that the person may see, from day `begin` until before `end`; raises Forbidden or Invalid."""
    query, seen = _parse_query(staff, FiguresIn())
    days: dict[str, list[DaySum]] = {name: [] for name in seen}
    for one in figures.sum_by_day(session, names=seen, **query):
        days[one.name].append(
            {"day": one.day.isoformat(), "currency": one.currency, "within": one.within, "amount": one.amount}
        )
    return {
        "figures": [_figure_json(one, days[name]) for name, one in seen.items()],
        "sources": figures.list_sources(session, begin=query["begin"]),
        "bounds": figures.WAITS,
    }


def _figure_json(figure: figures.Figure, days: list[DaySum]) -> FigureDays:
    return {
        "name": figure.name,
        "label": figure.label,
        "unit": figure.unit,
        "share_of": figure.share_of,
        "lag_days": figure.lag.days,
        "days": days,
    }


def show_parts(session: Session, staff: StaffSession) -> Parts:
    """Return the sums of figures by site or source ("" is none); raises Forbidden or Invalid.

    A rate also has `whole`, the sum that it is a part of, over the days for which it is known. Waits have no sum, so
    they are left out.
    """
    query, seen = _parse_query(staff, PartsIn())
    split = {name: one for name, one in seen.items() if one.unit != "waits"}
    rates = {name: one for name, one in split.items() if one.share_of in split}
    sums = {lag: _sums_of_parts(session, names, lag, query) for lag, names in _names_by_lag(split, rates).items()}
    parts = {name: _rows(sums[timedelta()][name]) for name in split if name not in rates}
    for name, one in rates.items():
        parts[name] = _rows(sums[one.lag][name], sums[one.lag][one.share_of])
    return {"parts": parts}


def _names_by_lag(split: Iterable[str], rates: Mapping[str, figures.Figure]) -> dict[timedelta, set[str]]:
    """Return the names of figures by the lag of the days over which they are summed."""
    names = {timedelta(): {name for name in split if name not in rates}}
    for name, one in rates.items():
        names.setdefault(one.lag, set()).update((name, one.share_of))
    return names


def _sums_of_parts(
    session: Session, names: Iterable[str], lag: timedelta, query: Mapping[str, Any]
) -> defaultdict[str, Sums]:
    """Return the sums of figures by name, part and currency."""
    span = {"begin": query["begin"] - lag, "end": query["end"] - lag}
    keys = _site_keys(session) if query["by"] == "site" else {}
    sums: defaultdict[str, Sums] = defaultdict(dict)
    for one in figures.sum_by_part(session, names=names, **{**query, **span}):
        sums[one.name][keys.get(one.part, one.part), one.currency] = one.amount
    return sums


def _rows(sums: Sums, wholes: Sums | None = None) -> list[PartSum]:
    """Return the sums of a figure by part; a rate has every part with a `whole`."""
    return [
        {"part": part, "currency": currency, "amount": sums.get((part, currency), 0), "whole": whole}
        for (part, currency), whole in (dict.fromkeys(sums) if wholes is None else wholes).items()
    ]


def export_figures(session: Session, staff: StaffSession) -> Response:
    """Return the figures as a table, by day, site and source, and audit the export.

    They identify nobody, so all who see them may export them; raises ConfirmationRequired and ExportsBusy, as all do.
    """
    query, seen = _parse_query(staff, FiguresIn())
    ensure_confirmed(staff)
    ensure_turn(session, staff.staff.id)
    sought = {name: str(value) for name, value in query.items() if value is not None}
    if "source" in sought and sought["source"] not in figures.list_sources(session, begin=query["begin"]):
        sought["source"] = MASK
    moderation_api.record_audit(
        session,
        staff_id=staff.staff.id,
        action="export",
        resource="platform.figures",
        record_id=None,
        reason="",
        detail={"filters": sought},
    )
    keys = _site_keys(session)
    rows = (
        (one.day, keys[str(one.site_id)], one.source, one.name, one.currency, one.within or "", one.amount)
        for one in figures.list_sums(session, names=seen, **query)
    )
    head = ("day", "site", "source", "figure", "currency", "within_seconds", "amount")
    return table_of(chain([head], rows), f"figures-{query['begin']}-{query['end']}")[0]


def _site_keys(session: Session) -> dict[str, str]:
    return {str(site.id): site.key for site in sites_api.list_sites(session)}


def _parse_query(staff: StaffSession, schema: FiguresIn) -> tuple[dict[str, Any], dict[str, figures.Figure]]:
    ensure_permission(staff, FIGURES)
    query: dict[str, Any] = parser.parse(schema, request, location="query")
    if not timedelta() < query["end"] - query["begin"] <= MAX_PERIOD:
        raise Invalid(field="end")
    seen = {name: one for name, one in figures.all_figures().items() if _may_see(staff, one)}
    return query, seen


def _may_see(staff: StaffSession, figure: figures.Figure) -> bool:
    return figure.in_console and figure.permission in staff.permissions


def show_waiting(session: Session, staff: StaffSession) -> WaitingCases:
    """Return how much waits in each queue now, and how much of it is late; raises Forbidden."""
    ensure_permission(staff, FIGURES)
    refunds = Waiting("refunds", billing_api.count_waiting_refunds(session), late=0)
    return {"queues": [*moderation_api.count_waiting(session), refunds]}
