"""Every table declares what it holds of members: what becomes of it when they are erased, and where their copy has it.

Whether what is declared is done, tests/accounts/test_erasing_everywhere.py asks the engines.
"""

import pytest

from app.kernel.db.session import Base
from app.kernel.personal.tables import INFO, Erasure, personal_tables
from app.registry import MODULES
from modules.accounts.events import MemberErased

TABLES = Base.metadata.tables
MEMBER = "accounts.member"


def members_in(table: str) -> set[str]:
    """Return the columns of a table that point at an account."""
    return {key.parent.name for key in TABLES[table].foreign_keys if key.target_fullname.rpartition(".")[0] == MEMBER}


@pytest.mark.spec("4.2")
def test_every_table_declares_what_it_holds_of_members() -> None:
    assert [name for name, table in TABLES.items() if INFO not in table.info] == []


@pytest.mark.spec("4.2")
def test_a_table_that_declares_to_hold_nothing_points_at_none_that_does() -> None:
    personal = personal_tables()
    pointing = {
        name: key.target_fullname
        for name in TABLES.keys() - personal.keys()
        for key in TABLES[name].foreign_keys
        if key.target_fullname.rpartition(".")[0] in personal
    }
    assert pointing == {}


@pytest.mark.spec("4.2")
def test_a_row_that_stays_declares_each_column_by_which_it_names_who_is_erased() -> None:
    silent = {
        name: members_in(name) - set(declared.keeps_ids)
        for name, declared in personal_tables().items()
        if declared.erasure is not Erasure.DELETED and members_in(name) - set(declared.keeps_ids)
    }
    assert silent == {}


def test_what_a_table_declares_to_keep_are_columns_of_it() -> None:
    for name, declared in personal_tables().items():
        assert set(declared.keeps_ids) <= members_in(name), name
        words = {*declared.keeps_words_by_law, *declared.keeps_words_until_decided}
        assert words <= set(TABLES[name].columns.keys()), name


@pytest.mark.spec("4.2")
def test_what_stays_and_what_the_copy_leaves_out_says_why() -> None:
    for name, declared in personal_tables().items():
        assert declared.erasure is Erasure.DELETED or declared.note, name
        assert bool(declared.copied) != bool(declared.not_copied), name


@pytest.mark.spec("4.2")
def test_each_module_that_declares_an_erasure_hears_of_it() -> None:
    hearing = {module.name for module in MODULES if MemberErased in {handler.event for handler in module.handlers}}
    erasing = {name.partition(".")[0] for name, one in personal_tables().items() if one.erasure is not Erasure.KEPT}
    assert erasing - hearing == {"platform"}, "accounts forgets answers that the kernel keeps"
