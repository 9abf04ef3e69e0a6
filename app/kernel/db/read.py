"""Reading rows as contracts: the columns of a statement are matched to the fields of a dataclass by their names."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import MISSING, Field, fields
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from sqlalchemy import ColumnElement, Executable, Label, Row
from sqlalchemy.sql.elements import SQLColumnExpression

from app.kernel.db.prepared import AnyResult
from app.kernel.db.session import Base, Session

T = TypeVar("T")
AnyRow = Row[*tuple[Any, ...]]


class Result(Generic[T]):
    """What a statement found, as contracts; its words are those of SQLAlchemy's results."""

    def __init__(self, found: AnyResult, make: Callable[[AnyRow], T]) -> None:
        self._found = found
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._found)

    def all(self) -> list[T]:
        """Return all of them."""
        return [*self]

    def one(self) -> T:
        """Return the only one; raises NoResultFound or MultipleResultsFound."""
        return self._make(self._found.one())

    def one_or_none(self) -> T | None:
        """Return the only one, or None; raises MultipleResultsFound."""
        row = self._found.one_or_none()
        return None if row is None else self._make(row)


def read(session: Session, contract: type[T], statement: Executable, params: Any = None, **options: Any) -> Result[T]:
    """Run a statement whose columns are named as the fields of a dataclass.

    A column that is named `field.name` is a field of the dataclass in `field`, which may be None where all of its
    columns are empty. Raises TypeError for a column without a field, for two of one name, and for a field that has
    neither a column nor a default.
    """
    found = session.execute(statement, params, **options)
    return Result(found, _maker(contract, tuple(found.keys())))  # type: ignore[arg-type]


def part(field: str, *columns: SQLColumnExpression[Any]) -> list[Label[Any]]:
    """Return columns as those of the dataclass in a field."""
    return [column.label(f"{field}.{column.key}") for column in columns]  # type: ignore[attr-defined]


def columns_of(contract: type[Any], table: type[Base], *, without: Collection[str] = ()) -> list[ColumnElement[Any]]:
    """Return the columns of a table that are named as fields of a dataclass."""
    names = {field.name for field in fields(contract)} - {*without}
    return [column for column in table.__table__.columns if column.key in names]


@cache
def _maker(contract: Any, columns: tuple[str, ...]) -> Callable[[AnyRow], Any]:
    if len(set(columns)) < len(columns):
        raise TypeError(f"{contract.__name__}: two columns have one name: {', '.join(columns)}")
    return _make_from(contract, {name: place for place, name in enumerate(columns)})


def _make_from(contract: type[T], columns: dict[str, int]) -> Callable[[AnyRow], T]:
    """Return what makes a contract of a row, from the places of its columns."""
    types = get_type_hints(contract)
    known: tuple[Field[Any], ...] = fields(contract)  # type: ignore[arg-type]
    given = {name.partition(".")[0] for name in columns}
    unknown = given - {field.name for field in known}
    missing = {field.name for field in known if not _has_default(field)} - given
    if unknown or missing:
        raise TypeError(f"{contract.__name__}: no field for {sorted(unknown)}, no column for {sorted(missing)}")
    getters = [_getter(types[field.name], field, columns) for field in known]
    return lambda row: contract(*[get(row) for get in getters])


def _getter(declared: Any, field: Field[Any], columns: dict[str, int]) -> Callable[[AnyRow], Any]:
    """Return what takes a field from a row: its column, the contract that several columns make, or its default."""
    start = f"{field.name}."
    own = {name.removeprefix(start): place for name, place in columns.items() if name.startswith(start)}
    if field.name in columns and own:
        raise TypeError(f"a column is named {field.name}, and others are parts of it")
    if field.name in columns:
        return itemgetter(columns[field.name])
    if not own:
        return lambda _: _default(field)
    (contract,) = set(get_args(declared)) - {NoneType} or {declared}
    make, places = _make_from(contract, own), [*own.values()]
    if NoneType not in get_args(declared):
        return make
    return lambda row: None if all(row[place] is None for place in places) else make(row)


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
