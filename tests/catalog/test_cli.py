"""`hearth search`: comparing the index with Postgres, and building it afresh."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from cli.errors import CliError
from cli.search import search
from modules.catalog import search_index
from tests.factories.catalog import find, make_findable, settle
from tests.factories.social import viewer_of
from tests.fixture_types import MakeMember, Pair

pytestmark = pytest.mark.search_engine


def run(*arguments: str) -> Any:
    return CliRunner().invoke(search, arguments, catch_exceptions=False)


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    anna = make_findable(make_member, name="Anna")
    bram = make_findable(make_member, name="Bram", gender="man", seeking_genders=["woman"])
    assert run("reindex").exit_code == 0
    return anna, bram


@pytest.mark.spec("2.2")
def test_an_index_that_agrees_is_one_line_and_exit_code_0(pair: Pair) -> None:
    agreed = run("verify")
    assert agreed.exit_code == 0
    (server,) = search_index.servers()
    assert agreed.stdout.startswith(f"{server.name} matches PostgreSQL: ")
    assert run("verify", "--json").stdout == "[]\n"


@pytest.mark.spec("2.2")
def test_differences_are_named_with_exit_code_1_and_a_rebuild_mends_them(pair: Pair) -> None:
    anna, bram = pair
    (server,) = search_index.servers()
    server.remove([bram.id])
    assert server.is_idle(within=60)
    differing = run("verify", "--json")
    assert (differing.exit_code, json.loads(differing.stdout)) == (
        1,
        [{"server": server.name, "member": str(bram.id), "difference": "missing"}],
    )
    said = run("verify")
    assert str(bram.id) in said.stdout
    assert "1 missing, 0 extra, 0 stale. Fix it with `hearth search reindex`." in said.stdout

    built = run("reindex")
    assert built.exit_code == 0
    assert built.stdout.startswith(f"{server.name} has ")
    assert run("verify").exit_code == 0
    settle()
    assert [card.name for card in find(viewer_of(anna)).results] == ["Bram"]


@pytest.mark.parametrize("command", ["verify", "reindex"])
def test_an_engine_that_is_away_is_one_line(pair: Pair, index_away: None, command: str) -> None:
    with pytest.raises(CliError, match="Search is temporarily unavailable"):
        CliRunner().invoke(search, [command], catch_exceptions=False, standalone_mode=False)
