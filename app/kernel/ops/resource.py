"""Resource, Column and Action: what staff see and may do, as plain declarations without I/O."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

from marshmallow import Schema

T = TypeVar("T")
Kind = Literal["text", "number", "instant", "day", "yes_no", "badge", "badges", "reference"]


@dataclass(frozen=True)
class Filter:
    """What a column must hold. A text is sought as a part, whatever the case, unless it `is_whole`."""

    value: str | bool | UUID
    is_whole: bool = True


@dataclass(frozen=True)
class OpsQuery:
    """A page that was asked for: `ids` for given records, else filters by column, sorted and cut (pages from 1)."""

    page: int = 1
    per_page: int = 25
    sort: str = "id"
    is_descending: bool = False
    filters: Mapping[str, Filter] = field(default_factory=dict)
    ids: Sequence[UUID] | None = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows, and how many there are in all."""

    rows: Sequence[T]
    total: int


@dataclass(frozen=True)
class Column:
    """One value of a row. Use the constructors below.

    pii: masked until it is revealed, which is audited. in_list: False shows it on the record's own page only.
    """

    source: str
    kind: Kind
    label: str
    reference: str | None = None
    choices: tuple[str, ...] = ()
    pii: bool = False
    sort: bool = False
    in_list: bool = True


@dataclass(frozen=True)
class Action:
    """Something that staff may do: a service function, called with the session, staff_id, record_id and the form.

    confirm: the question before it. creates: makes a new record instead of acting on one, and returns its id. danger:
    needs a field `reason` in its form.
    """

    name: str
    label: str
    permission: str
    run: Callable[..., Any]
    form: type[Schema] | None = None
    confirm: str = ""
    creates: bool = False
    danger: bool = False


@dataclass(frozen=True)
class Resource:
    """Records that staff may list and open. `rows(session, query)` returns a Page of a frozen dataclass with an `id`.

    title: the column that names a record. icon: a name of Material's icons. reveal: the permission to see pii columns.
    filters: columns to search by; a text is searched for as a part, a masked one must be given whole.
    """

    key: str
    label: str
    title: str
    icon: str
    permission: str
    rows: Callable[..., Any]
    columns: tuple[Column, ...]
    filters: tuple[str, ...] = ()
    default_sort: str = "id"
    actions: tuple[Action, ...] = ()
    reveal: str | None = None

    def column(self, source: str) -> Column | None:
        """Return the column of a value, or None."""
        return next((column for column in self.columns if column.source == source), None)

    def action(self, name: str) -> Action | None:
        """Return an action by name, or None."""
        return next((action for action in self.actions if action.name == name), None)


def text(source: str, label: str, **options: Any) -> Column:
    """Return a column of text."""
    return Column(source, "text", label, **options)


def number(source: str, label: str, **options: Any) -> Column:
    """Return a column of numbers, aligned to the right."""
    return Column(source, "number", label, **options)


def instant(source: str, label: str, **options: Any) -> Column:
    """Return a column of moments, shown with the time of day."""
    return Column(source, "instant", label, **options)


def day(source: str, label: str, **options: Any) -> Column:
    """Return a column of dates."""
    return Column(source, "day", label, **options)


def yes_no(source: str, label: str, **options: Any) -> Column:
    """Return a column of yes or no."""
    return Column(source, "yes_no", label, **options)


def badge(source: str, label: str, choices: Sequence[str], **options: Any) -> Column:
    """Return a column with one of a few words."""
    return Column(source, "badge", label, choices=tuple(choices), **options)


def badges(source: str, label: str, choices: Sequence[str], **options: Any) -> Column:
    """Return a column with some of a few words."""
    return Column(source, "badges", label, choices=tuple(choices), **options)


def ref(source: str, label: str, to: str, **options: Any) -> Column:
    """Return a column that names a record of the resource `to`."""
    return Column(source, "reference", label, reference=to, **options)
