"""Resource, Column and Action: what staff see and do, as plain declarations without I/O."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

from sqlalchemy import Select

from app.kernel.http.schema import In, QueryIn

T = TypeVar("T")
Kind = Literal[
    "text",
    "long_text",
    "json",
    "words",
    "picture",
    "number",
    "money",
    "instant",
    "day",
    "yes_no",
    "badge",
    "badges",
    "reference",
]
# The groups of the console's menu, in order.
Group = Literal["cases", "people", "money", "sites", "engine", "staff"]
# How the console shows a text that is a key: a country's code, somebody who acts (`staff:<id>`, `member:<id>` or a
# word), a choice of a form, or a list of the console.
Meaning = Literal["country", "actor", "choice", "list"]
# What staff type to find a record from anywhere; the console knows what each looks like.
Word = Literal["address", "number", "code", "name"]
# The most rows that a list counts and pages through; to find more, staff narrow the search.
MAX_LISTED = 10_000
# Between the parts of an id that consists of several columns.
ID_SEPARATOR = "~"


# Columns that are searched by first and last day; the values are datetimes where the column holds moments.
TIMES = ("instant", "day")
# Includes the first and excludes the second.
Span = tuple[date | None, date | None]


@dataclass(frozen=True)
class Filter:
    """A condition on a column: the exact value (None: empty), a text as a whole or in part, ignoring case, a part of a
    name in any spelling, or a time span.
    """

    value: str | bool | UUID | Span | None
    match: Literal["same", "whole", "part", "name", "within"] = "same"


@dataclass(frozen=True)
class OpsQuery:
    """The requested page: records by `ids`, or else filtered by column, sorted and paged (from 1).

    limit: all matching rows up to this many, streamed and not counted (for an export). staff_id: the person who asks,
    for lists that depend on them.
    """

    page: int = 1
    per_page: int = 25
    sort: str = "id"
    is_descending: bool = False
    filters: Mapping[str, Filter] = field(default_factory=dict)
    ids: Sequence[UUID | str] | None = None
    limit: int | None = None
    staff_id: UUID | None = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows and the total number, which is counted up to MAX_LISTED; `has_more` is set beyond."""

    rows: Iterable[T]
    total: int
    has_more: bool = False


@dataclass(frozen=True)
class Column:
    """One value of a row. Use the constructors below.

    pii: masked until it is revealed, which is audited. in_list: False shows it on the record's page only. currency: the
    field with the currency of an amount. related: the page of the referenced record lists these. sort: lists can be
    sorted by it; it has an index, or the list is short. means: how a text that is a key is shown. is_name: a person's
    name, which is searched in any spelling.
    """

    source: str
    kind: Kind
    label: str
    reference: str | None = None
    choices: tuple[str, ...] = ()
    pii: bool = False
    sort: bool = False
    in_list: bool = True
    currency: str | None = None
    related: bool = False
    means: Meaning | None = None
    is_name: bool = False

    @property
    def query_names(self) -> tuple[str, ...]:
        """Return the names of the column's search parameters in the address of a list."""
        return (f"{self.source}_from", f"{self.source}_to") if self.kind in TIMES else (self.source,)


@dataclass(frozen=True)
class Action:
    """Something that staff can do: a service function, called with the session, the record's id, staff_id and the form.

    confirm: the question before it. creates: makes a new record instead of acting on one, and returns its id. danger:
    needs a field `reason` in its form. hand_drawn: a page drawn by hand has the button, so the generated ones have
    none. answers: what the function returns, a TypedDict, is the answer instead of the record. guarded: moves money
    or opens doors, so password and code must have been shown a short while ago. prefilled: the form begins with what
    the record holds. when: a column, and the values of it that the action is for; with another there is no button, and
    the service refuses. reveals: it answers what the console masks, so it needs what a reveal needs, and counts as one.
    file: the type of the file that the function returns, with its name and content. A file shows
    what the console masks, so it is answered for a `reason` in the form, and written down as a reveal. prepare: of an
    action that creates, what asks a network; it is called with the form before the transaction begins.
    """

    name: str
    label: str
    permission: str
    run: Callable[..., Any]
    form: type[In] | None = None
    confirm: str = ""
    creates: bool = False
    danger: bool = False
    hand_drawn: bool = False
    answers: bool = False
    reveals: bool = False
    guarded: bool = False
    prefilled: bool = False
    when: tuple[str, tuple[str | bool, ...]] | None = None
    file: str = ""
    prepare: Callable[..., None] | None = None


@dataclass(frozen=True)
class View:
    """The data of a hand-written page about one record: a read, called with the session, the record's id, staff_id and
    the form, which comes as the query. It returns a TypedDict and records nothing.
    """

    name: str
    permission: str
    run: Callable[..., Any]
    form: type[QueryIn] | None = None


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a SELECT, as `rows_of` makes it; a record has only the columns that its resource declares.

    key: the columns that identify a row together if it has no id; its id consists of them. optional: columns that may
    be NULL although no table says so, because what they are computed from may not exist.
    """

    statement: Select[*tuple[Any, ...]]
    key: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


def _declaring_module() -> str:
    name: str = sys._getframe(2).f_globals["__name__"]
    return name


@dataclass(frozen=True)
class Resource:
    """Records that staff can list and open.

    rows: their SELECT, or a function of session and query that returns a Page of a frozen dataclass with an `id`.
    title: the columns that name a record together, in their order; never its id alone. empty: the text for an empty
    list. icon: a name of Material's icons. permission: to see them, `<key>.read` unless set. reveal: to see pii
    columns, `<key>.reveal` if there are any. filters: columns to search by; a text is searched in part, a masked or an
    `exact` one as a whole, a time by its first and its last day. finds: the filters by which a record is found from
    anywhere in the console, each with what is typed for it; its id always works. on_reveal: called with session, the
    record's id and staff_id to record more about a reveal than the audit. quick_reveal: pii is read in daily work, so
    it needs no fresh confirmation and has a higher limit. among_facts: a record has only a few of these that refer to
    it, so its page shows them below its facts instead of in a list beside them. module: where it is declared.
    """

    key: str
    label: str
    title: str | tuple[str, ...]
    icon: str
    group: Group
    rows: Callable[..., Any] | Rows
    columns: tuple[Column, ...]
    empty: str
    permission: str = ""
    filters: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    finds: Mapping[str, Word] = field(default_factory=dict)
    default_sort: str = "id"
    actions: tuple[Action, ...] = ()
    views: tuple[View, ...] = ()
    reveal: str | None = None
    on_reveal: Callable[..., None] | None = None
    quick_reveal: bool = False
    among_facts: bool = False
    module: str = field(default_factory=_declaring_module)

    def __post_init__(self) -> None:
        """Set the permissions that were not given."""
        object.__setattr__(self, "permission", self.permission or f"{self.key}.read")
        if any(column.pii for column in self.columns):
            object.__setattr__(self, "reveal", self.reveal or f"{self.key}.reveal")

    @property
    def export(self) -> str:
        """Return the permission to export the list; roles do not have it unless it is granted."""
        return f"{self.key}.export"

    def column(self, source: str) -> Column | None:
        """Return the column of a value, or None."""
        return next((column for column in self.columns if column.source == source), None)

    @property
    def searched(self) -> tuple[Column, ...]:
        """Return the columns that the list can be searched by."""
        return tuple(column for source in self.filters if (column := self.column(source)))

    @property
    def named_by(self) -> tuple[str, ...]:
        """Return the columns that name a record together."""
        return (self.title,) if isinstance(self.title, str) else self.title

    @property
    def text_title(self) -> str | None:
        """Return the only column that names a record, if it is a text; None if several name it."""
        column = self.column(self.title) if isinstance(self.title, str) else None
        return column.source if column and column.kind == "text" and not column.means else None

    @property
    def is_found_by_title(self) -> bool:
        """Return whether a record is found by a part of its name; else it is found by its id alone."""
        return self.text_title in self.filters and self.text_title not in self.exact

    @property
    def buttons(self) -> tuple[Action, ...]:
        """Return the actions with a button on the generated pages."""
        return tuple(action for action in self.actions if not action.hand_drawn)

    def view(self, name: str) -> View | None:
        """Return a view by name, or None."""
        return next((view for view in self.views if view.name == name), None)

    def action(self, name: str) -> Action | None:
        """Return an action by name, or None."""
        return next((action for action in self.actions if action.name == name), None)


def text(source: str, label: str, **options: Any) -> Column:
    """Return a column of text."""
    return Column(source, "text", label, **options)


def long_text(source: str, label: str, **options: Any) -> Column:
    """Return a column of multi-line text, for a record's own page."""
    return Column(source, "long_text", label, in_list=False, **options)


def json(source: str, label: str, **options: Any) -> Column:
    """Return a column of a nested value, for a record's own page."""
    return Column(source, "json", label, in_list=False, **options)


def picture(source: str, label: str, **options: Any) -> Column:
    """Return a column of pictures' addresses, shown small; None if there is no picture."""
    return Column(source, "picture", label, **options)


def words(source: str, label: str, **options: Any) -> Column:
    """Return a column of a few texts."""
    return Column(source, "words", label, **options)


def money(source: str, label: str, *, currency: str = "currency", **options: Any) -> Column:
    """Return a column of amounts in minor units, with their currency in the field `currency` of the row."""
    return Column(source, "money", label, currency=currency, **options)


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
    """Return a column with one of several choices."""
    return Column(source, "badge", label, choices=tuple(choices), **options)


def badges(source: str, label: str, choices: Sequence[str], **options: Any) -> Column:
    """Return a column with several of some choices."""
    return Column(source, "badges", label, choices=tuple(choices), **options)


def ref(source: str, label: str, to: str, **options: Any) -> Column:
    """Return a column that refers to a record of the resource `to`."""
    return Column(source, "reference", label, reference=to, **options)
