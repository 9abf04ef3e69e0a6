"""The rows of one member in all tables that declare to hold something of members, found by the foreign keys."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, ForeignKeyConstraint, and_, or_, select

from app.kernel.db.session import Base, Session
from app.kernel.personal.tables import personal_tables

MEMBER = "accounts.member"
Row = dict[str, Any]


def find_rows(session: Session, member_id: UUID) -> dict[str, list[Row]]:
    """Return a member's rows by `schema.table`, also where there are none: those that point at the account or, where
    none of a table's columns can, at other rows of the member's. A table that points at neither is not there.
    """
    found: dict[str, list[Row]] = {}
    personal = personal_tables()
    for table in Base.metadata.sorted_tables:
        if table.fullname not in personal:
            continue
        if table.fullname == MEMBER:
            wanted = [table.c.id == member_id]
        else:
            keys = [key for key in table.foreign_key_constraints if _target(key) in found.keys() - {table.fullname}]
            direct = [key for key in keys if _target(key) == MEMBER]
            wanted = [_points_at(found[_target(key)], key) for key in direct or keys]
        if wanted:
            rows = session.execute(select(table).where(or_(*wanted))).mappings()
            found[table.fullname] = [dict(row) for row in rows]
    return found


def count_again(session: Session, table: str, rows: list[Row]) -> int:
    """Return how many of these rows are still in the table."""
    model = Base.metadata.tables[table]
    keys = model.primary_key.columns
    same = [[column == row[column.name] for column in keys] for row in rows]
    return sum(session.execute(select(*keys).where(*key)).first() is not None for key in same)


def _target(key: ForeignKeyConstraint) -> str:
    return key.referred_table.fullname


def _points_at(rows: list[Row], key: ForeignKeyConstraint) -> ColumnElement[bool]:
    return and_(*(one.parent.in_({row[one.column.name] for row in rows}) for one in key.elements))
