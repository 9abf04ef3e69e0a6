"""An engine that answers and refuses is told from one that is away: they are put right in different places."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from app.kernel.config import config
from cli.checks import REFUSES, _search
from cli.search import search
from modules.catalog import search_index
from modules.catalog.service import index
from tests.commands import refusal
from tests.factories.catalog import make_findable
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole

pytestmark = pytest.mark.search_engine


@pytest.fixture
def wrong_key(make_member: MakeMember, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let somebody wait to be copied, and give the engine another key; returns what it says."""
    make_findable(make_member, name="Anna")
    wrong = replace(config(), meili_key="wrong")
    monkeypatch.setattr(search_index, "config", lambda: wrong)
    return "invalid_api_key"


@pytest.fixture
def failed_copy(make_member: MakeMember) -> Iterator[str]:
    """Let the engine fail with what it took, as it does on a full disk; returns what it says."""
    make_findable(make_member, name="Anna")
    (server,) = search_index.servers()
    _copy(server, "no id of a document!")
    yield "invalid_document_id"
    _copy(server, uuid4().hex)
    server.check()


def _copy(server: search_index.Server, document_id: str) -> None:
    server.put([{"id": document_id}])
    assert server.is_idle(within=60)


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("cause", ["wrong_key", "failed_copy"])
def test_staff_and_operators_read_that_the_engine_refuses_and_why(
    cause: str, request: pytest.FixtureRequest, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    reason = request.getfixturevalue(cause)
    assert _search() == (False, f"Meilisearch refuses requests: {reason}", REFUSES)
    browser = staff_browser(colleague())
    told = {one["name"]: one for one in browser.get("/ops/api/engines").json["engines"]}
    assert (told["search"]["is_well"], told["search"]["refusal"]) == (False, reason)
    assert told["database"]["refusal"] is None
    assert told["search"]["address"] is None, "there is one server only"
    table = csv.DictReader(io.StringIO(browser.get("/ops/api/engines.csv").data.decode("utf-8-sig")))
    assert {row["name"]: row["state"] for row in table}["search"] == f"refuses: {reason}"


@pytest.mark.spec("10.10")
def test_an_engine_that_is_away_does_not_refuse(
    index_away: None, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    is_well, seen, mend = _search()
    assert (is_well, seen.partition(":")[0], mend == REFUSES) == (False, "Meilisearch does not respond", False)
    told = {one["name"]: one for one in staff_browser(colleague()).get("/ops/api/engines").json["engines"]}
    assert (told["search"]["is_well"], told["search"]["refusal"]) == (False, None)
    with capture_logs() as logged:
        index.push_waiting_changes()
    assert [line["event"] for line in logged] == ["search index away; its changes wait"]


@pytest.mark.spec("10.10")
def test_the_log_says_that_changes_wait_for_an_engine_that_refuses(wrong_key: str) -> None:
    with capture_logs() as logged:
        index.push_waiting_changes()
    assert [line["event"] for line in logged][-1:] == ["search engine refuses; its changes wait"]


@pytest.mark.spec("10.10")
def test_a_command_that_the_engine_refuses_says_so_in_one_line(wrong_key: str) -> None:
    assert refusal(search, "verify").startswith(f"Meilisearch refuses ({wrong_key}); ")
