"""What tables hold of members: each model declares it above its class, and SQLAlchemy keeps it in the table's `info`.

`Base.metadata` knows the declarations of all modules once app/registry.py is imported (docs/decisions/0063).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, cast

from sqlalchemy import Table

from app.kernel.db.session import Base

# The name under which a table's `info` holds its declaration.
INFO = "personal"

# Why the copy of a member's data leaves a table out.
COPIED_ELSEWHERE = "another part of the copy has the same"
WORKING_NOTE = "a note of the application to itself that is gone when its work is done"
HASHES = "hashes, from which nobody is told"
SECRET = "a secret that gives access"
OF_OTHERS = "about others, or of what others said of them"

Model = TypeVar("Model", bound=type[Base])


class Erasure(StrEnum):
    """What becomes of a member's rows when the member is erased."""

    DELETED = "deleted"
    EMPTIED = "emptied"  # they stay without what was said
    KEPT = "kept"


@dataclass(frozen=True)
class Personal:
    """Declares, as the decorator of a model, what becomes of its rows when a member is erased, and where the member's
    copy of their data tells them.

    `note` says why rows stay and for how long, or when else they go. `keeps_ids` are the columns that may go on naming
    who is erased, `keeps_words_by_law` and `keeps_words_until_decided` those that may go on holding words of or about
    them. `is_left_behind` is the SQL of a condition: what it finds of the erased should be gone. `copied` is the part
    of the module's part of data.json; where there is none, `not_copied` says why.
    """

    erasure: Erasure
    note: str = ""
    keeps_ids: Collection[str] = ()
    keeps_words_by_law: Collection[str] = ()
    keeps_words_until_decided: Collection[str] = ()
    is_left_behind: str = ""
    copied: str = ""
    not_copied: str = ""

    def __call__(self, model: Model) -> Model:
        """Declare this of a model's table."""
        return _declare(model, self)


def not_personal(model: Model) -> Model:
    """Declare that a model's table holds nothing of any member."""
    return _declare(model, None)


def _declare(model: Model, declaration: Personal | None) -> Model:
    cast(Table, model.__table__).info[INFO] = declaration
    return model


def personal_tables() -> dict[str, Personal]:
    """Return what is declared of every table that holds something of members, by `schema.table`."""
    declared = {name: table.info.get(INFO) for name, table in Base.metadata.tables.items()}
    return {name: one for name, one in declared.items() if one is not None}


def kept_ids() -> set[str]:
    """Return the columns, as `schema.table.column`, that may go on naming who is erased."""
    return {f"{table}.{column}" for table, one in personal_tables().items() for column in one.keeps_ids}


def words_kept_by_law() -> set[str]:
    """Return the columns, as `schema.table.column`, in which the law has us keep words of or about the erased."""
    return {f"{table}.{column}" for table, one in personal_tables().items() for column in one.keeps_words_by_law}


def words_kept_until_decided() -> set[str]:
    """Return the columns, as `schema.table.column`, that may hold words of the erased until a case is decided."""
    return {f"{table}.{column}" for table, one in personal_tables().items() for column in one.keeps_words_until_decided}
