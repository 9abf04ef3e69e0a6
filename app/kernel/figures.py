"""Daily statistics by site and traffic source: the numbers of the dashboards, from a table of sums.

Modules declare figures in their manifests, as members and amounts; accounts, which knows every member's site and
source, counts them. The rows identify nobody, so they remain when the counted members are erased. Days are in UTC.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Date,
    DateTime,
    Delete,
    ForeignKey,
    Insert,
    Select,
    any_,
    bindparam,
    case,
    cast,
    delete,
    extract,
    func,
    insert,
    literal,
    literal_column,
    not_,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.selectable import Subquery
from sqlalchemy.types import Uuid

from app.kernel.db.session import Base, Session
from app.kernel.personal.tables import not_personal

Unit = Literal["times", "money", "waits"]
# The begin or end of the counted day, as a bound parameter: each statement is built once for all days.
Moment: TypeAlias = ColumnElement[datetime]
# Upper bounds of waits, in seconds. Counts by bound can be summed over days; medians cannot.
MINUTE, HOUR, DAY = 60, 3_600, 86_400
WAITS = (
    *(number * MINUTE for number in (1, 5, 15, 30)),
    *(number * HOUR for number in (1, 2, 4, 8)),
    *(number * DAY for number in (1, 2, 3, 7, 14, 30)),
    3_650 * DAY,
)
# An advisory lock, so that two workers do not count one day at the same time.
COUNTING = 7_034_221
# The source of members whose own source has only a few: rows are kept, and a rare source could identify a member.
OTHER = "other"


@dataclass(frozen=True)
class Figure:
    """One number per day. `rows(begin, end)` is a SELECT of `member_id`, `amount` (minor units, seconds, or 1 each)
    and, for money, `currency`. Waits are counted by the smallest of WAITS that they fit.

    keeps_most: the data may disappear later, so a site's number of a day never decreases. is_public: may appear on the
    site's page of numbers. in_console: shown in the dashboards. of_site: belongs to no member; its rows are `site_id`
    and `amount`. share_of: the figure that this is a part of, so that a rate is shown. lag: how long after a day it is
    known.
    """

    name: str
    label: str
    rows: Callable[[Moment, Moment], Select[*tuple[Any, ...]]]
    unit: Unit = "times"
    permission: str = "platform.figures.read"
    keeps_most: bool = False
    is_public: bool = False
    in_console: bool = True
    of_site: bool = False
    share_of: str = ""
    lag: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class DaySum:
    """The sum of a figure on one day; `within`: the bound of the counted waits, in seconds."""

    day: date
    name: str
    currency: str
    within: int
    amount: int


@dataclass(frozen=True, slots=True)
class PartSum:
    """The sum of a figure for one site or one source."""

    name: str
    part: str
    currency: str
    amount: int


@not_personal
class FigureRow(Base):
    """The sum of one figure on one day, of the members of one site from one source ("" is none; OTHER combines sources
    with few members).
    """

    __tablename__ = "figure"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("currency ~ '^([A-Z]{3})?$'", name="currency"),
    )

    day: Mapped[date] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    site_id: Mapped[Any] = mapped_column(Uuid, ForeignKey("sites.site.id"), primary_key=True)
    source: Mapped[str] = mapped_column(primary_key=True)
    currency: Mapped[str] = mapped_column(primary_key=True)
    # In seconds, one of WAITS; 0 for figures that are not waits.
    within: Mapped[int] = mapped_column(primary_key=True, server_default="0")
    amount: Mapped[int] = mapped_column(BigInteger)


def first_id_at(moment: Moment) -> ColumnElement[UUID]:
    """Return in SQL the smallest id that `ids.new_id` can make from then on, for a range over a primary key."""
    milliseconds = cast(func.floor(extract("epoch", moment) * 1000), BigInteger)
    return cast(func.lpad(func.to_hex(milliseconds), 12, "0").concat("7000" + "8000" + 12 * "0"), Uuid)


_figures: dict[str, Figure] = {}


def install(figures: Iterable[Figure]) -> None:
    """Register the figures of a module."""
    _figures.update({figure.name: figure for figure in figures})


def all_figures() -> Mapping[str, Figure]:
    """Return all figures by name, in the order of the modules."""
    return _figures


def count_day(session: Session, *, day: date, people: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> None:
    """Count a day again. `people` selects `id`, `site_id` and `source` of every counted member; the statement is always
    the same, and `parameters` are its values.
    """
    session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": COUNTING})
    begin = datetime.combine(day, time.min, UTC)
    for figure in _figures.values():
        _count(session, figure, begin, people, parameters)


_BEGIN = bindparam("count_from", type_=DateTime(timezone=True))
_END = bindparam("count_until", type_=DateTime(timezone=True))
_DAY = bindparam("counted_day", type_=Date)
_KEPT = bindparam("kept_sites", type_=ARRAY(Uuid))


class _Statements(NamedTuple):
    find_kept: Select[*tuple[Any, ...]]
    forget: Delete
    store: Insert


def _count(
    session: Session,
    figure: Figure,
    begin: datetime,
    people: Select[*tuple[Any, ...]],
    parameters: Mapping[str, Any],
) -> None:
    statements, begin = _statements(figure, people), begin - figure.lag
    of_day: dict[str, Any] = {"counted_day": begin.date()}
    sought = {**of_day, "count_from": begin, "count_until": begin + timedelta(days=1)}
    if not figure.of_site:
        sought |= parameters
    kept = list(session.execute(statements.find_kept, sought).scalars()) if figure.keeps_most else []
    session.execute(statements.forget, {**of_day, "kept_sites": kept})
    session.execute(statements.store, {**sought, "kept_sites": kept})


# Cached: there are many, and building one costs more than running it.
@cache
def _statements(figure: Figure, people: Select[*tuple[Any, ...]]) -> _Statements:
    row, counted = FigureRow, figure.rows(_BEGIN, _END).subquery()
    found = (
        _sums_of_sites(figure, counted) if figure.of_site else _sums(figure, counted, people.subquery())
    ).subquery()
    columns = [row.day, row.name, row.site_id, row.source, row.currency, row.within, row.amount]
    return _Statements(
        _sites_with_more(figure, found),
        delete(row).where(row.day == _DAY, row.name == figure.name, not_(row.site_id == any_(_KEPT))),
        insert(row).from_select(columns, select(found).where(not_(found.c.site_id == any_(_KEPT)))),
    )


def _sites_with_more(figure: Figure, found: Subquery) -> Select[*tuple[Any, ...]]:
    """Find the sites whose stored sum is larger than the new one, over all sources together: members may have been
    counted under another source before.
    """
    row = FigureRow
    now = select(found.c.site_id, func.sum(found.c.amount).label("amount")).group_by(found.c.site_id).subquery()
    more = func.sum(row.amount) > func.coalesce(func.max(now.c.amount), 0)
    kept = select(row.site_id).outerjoin(now, now.c.site_id == row.site_id).group_by(row.site_id).having(more)
    return kept.where(row.day == _DAY, row.name == figure.name)


def _sums(figure: Figure, counted: Subquery, who: Subquery) -> Select[*tuple[Any, ...]]:
    currency = counted.c.currency if figure.unit == "money" else literal("")
    within, total = _measured(figure, counted)
    return (
        select(_DAY, literal(figure.name), who.c.site_id, who.c.source, currency, within, total.label("amount"))
        .join_from(counted, who, who.c.id == counted.c.member_id)
        .group_by(who.c.site_id, who.c.source, currency, within)
        .having(total > 0)
    )


def _sums_of_sites(figure: Figure, counted: Subquery) -> Select[*tuple[Any, ...]]:
    site_id = counted.c.site_id
    within, total = _measured(figure, counted)
    amount = total.label("amount")
    sums = select(_DAY, literal(figure.name), site_id, literal(""), literal(""), within, amount)
    return sums.group_by(site_id, within).having(total > 0)


def _measured(figure: Figure, counted: Subquery) -> tuple[ColumnElement[int], ColumnElement[int]]:
    """Return the bound and the sum: of the amounts or, for waits, of their number."""
    if figure.unit != "waits":
        return literal(0), func.sum(counted.c.amount)
    *bounds, longest = WAITS
    within = case(*((counted.c.amount <= bound, literal_column(str(bound))) for bound in bounds), else_=longest)
    return within, func.count()


def sum_by_day(
    session: Session, *, begin: date, end: date, names: Iterable[str], site_id: Any = None, source: str | None = None
) -> list[DaySum]:
    """Return sums of figures by day in [begin, end), oldest first; of one site or source if given."""
    row = FigureRow
    found = (
        select(row.day, row.name, row.currency, row.within, func.sum(row.amount).label("amount"))
        .group_by(row.day, row.name, row.currency, row.within)
        .order_by(row.day, row.name, row.currency, row.within)
    )
    found = found.where(*_sought(begin=begin, end=end, names=names, site_id=site_id, source=source))
    return [DaySum(one.day, one.name, one.currency, one.within, int(one.amount)) for one in session.execute(found)]


def sum_by_part(
    session: Session,
    *,
    by: Literal["site", "source"],
    begin: date,
    end: date,
    names: Iterable[str],
    site_id: Any = None,
    source: str | None = None,
) -> list[PartSum]:
    """Return sums of figures in [begin, end) by site (its id) or source, the largest first."""
    row = FigureRow
    part, total = (row.site_id if by == "site" else row.source), func.sum(row.amount)
    found = select(row.name, part, row.currency, total).group_by(row.name, part, row.currency).order_by(total.desc())
    found = found.where(*_sought(begin=begin, end=end, names=names, site_id=site_id, source=source))
    return [PartSum(name, str(part), currency, int(amount)) for name, part, currency, amount in session.execute(found)]


def list_sums(
    session: Session, *, begin: date, end: date, names: Iterable[str], site_id: Any = None, source: str | None = None
) -> Iterable[Any]:
    """Return the stored sums by day, site and source, oldest first, as they are read."""
    row = FigureRow
    key = (row.day, row.name, row.site_id, row.source, row.currency, row.within)
    sought = _sought(begin=begin, end=end, names=names, site_id=site_id, source=source)
    return session.execute(select(*key, row.amount).where(*sought).order_by(*key), yield_per=500)


def _sought(
    *, begin: date, end: date, names: Iterable[str], site_id: Any, source: str | None
) -> list[ColumnElement[bool]]:
    row = FigureRow
    sought = [row.day >= begin, row.day < end, row.name.in_([*names])]
    if site_id is not None:
        sought.append(row.site_id == site_id)
    if source is not None:
        sought.append(row.source == source)
    return sought


def sum_public(session: Session, *, begin: date, end: date, site_id: Any) -> dict[str, int]:
    """Return the sums of a site's public figures in [begin, end); of figures that belong to no member, the maximum of
    a day.
    """
    row = FigureRow
    # One value per day: the primary key begins with the day, so only this site's rows are read.
    days = [begin + timedelta(days=day) for day in range((end - begin).days)]
    names = [name for name, figure in _figures.items() if figure.is_public]
    found = select(row.name, func.sum(row.amount), func.max(row.amount)).group_by(row.name)
    found = found.where(row.day.in_(days), row.name.in_(names), row.site_id == site_id)
    rows = {name: (total, maximum) for name, total, maximum in session.execute(found)}
    return {name: int(rows.get(name, (0, 0))[1 if _figures[name].of_site else 0]) for name in names}


def find_last_day(session: Session) -> date | None:
    """Return the last day with counted figures, or None."""
    return session.execute(select(func.max(FigureRow.day))).scalar_one()


def list_sources(session: Session, *, begin: date) -> list[str]:
    """Return the traffic sources with counted figures since `begin`, without the empty one."""
    row = FigureRow
    found = select(row.source).where(row.day >= begin, row.source != "").distinct().order_by(row.source)
    return list(session.execute(found).scalars())
