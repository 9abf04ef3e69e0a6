"""`hearth photos`, as an operator types it."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner, Result

import cli.photos as command
from app.kernel.db.session import transaction
from cli.photos import RESOURCE, photos
from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories import profiles as make
from tests.fixture_types import LogIn
from tests.running import count_bars
from tests.trail import trail_of


def run(*arguments: str) -> Result:
    """One command in this process."""
    return CliRunner().invoke(photos, arguments)


@pytest.mark.spec("4.3")
def test_waiting_photos_are_listed_looked_at_and_decided(
    client: Client, monkeypatch: pytest.MonkeyPatch, member: Member
) -> None:
    with transaction() as session:
        first, second, third = (make.add_photo(session, member.id, approved=False) for _ in range(3))
    rows = {row["id"]: row for row in json.loads(run("list", "--limit", "9999", "--json").stdout)}
    assert {str(first), str(second), str(third)} <= set(rows)
    assert client.get(rows[str(first)]["look_at"]).status_code == 200
    assert run("approve", str(first)).stdout == "Approved 1 photo.\n"
    assert run("refuse", str(second), "--reason", "not-you").stdout == "Photo refused.\n"
    assert run("approve", "--all", "--dry-run").stdout.endswith(" would be approved.\n")
    assert CliRunner().invoke(photos, ["approve", "--all"], input="n\n").exit_code == 1
    assert str(third) in run("list", "--limit", "9999").stdout, "neither a try nor a no changes anything"
    assert trail_of(third, RESOURCE) == []
    bars = count_bars(monkeypatch, command)
    assert run("approve", "--all", "--yes").exit_code == 0
    done, total = bars["photos"]
    assert done == total
    assert trail_of(first, RESOURCE) == trail_of(third, RESOURCE) == [("approve", "command line", {})]
    assert trail_of(second, RESOURCE) == [("refuse", "not-you", {})]
    assert json.loads(run("list", "--json").stdout) == []
    refused = json.loads(run("list", "--status", "refused", "--limit", "9999", "--json").stdout)
    assert "not-you" in {row["reason"] for row in refused if row["id"] == str(second)}
    assert str(third) in run("list", "--status", "active", "--limit", "9999").stdout


@pytest.mark.spec("4.3", "6.4")
def test_the_address_that_is_printed_opens_one_picture_and_nothing_else(
    client: Client, login: LogIn, member: Member
) -> None:
    with transaction() as session:
        shown, other = (make.add_photo(session, member.id, approved=False) for _ in range(2))
    rows = {row["id"]: row["look_at"] for row in json.loads(run("list", "--limit", "9999", "--json").stdout)}
    path, query = urlsplit(rows[str(shown)]).path, urlsplit(rows[str(shown)]).query
    assert client.get(f"{path}?{query}").status_code == 200
    ends = parse_qs(query)["e"][0]
    others = [
        *(path.replace("/full.", f"/{size}.") for size in ("full-blurred", "card-blurred")),
        urlsplit(rows[str(other)]).path,
        path.replace("/media/", "/ops/api/media/"),
        "/ops/api/profiles.photos",
        "/api/v1/me",
    ]
    elsewhere = [*(f"{other}?{query}" for other in others), f"{path}?{query.replace(ends, str(int(ends) + 600))}"]
    assert path not in others
    assert [url for url in elsewhere if client.get(url).status_code not in (401, 403, 404)] == []
    owner = login(member)
    assert [url for url in elsewhere if "/media/" in url and owner.get(url).status_code not in (401, 403, 404)] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["approve"], "choose photos by ID"),
        (["approve", "0d3f8a52-9c1b-4b6e-8f7a-2f1f0b9f6c11"], "no longer waiting"),
        (["approve", "0d3f8a52-9c1b-4b6e-8f7a-2f1f0b9f6c11", "--all"], "choose photos by ID"),
        (["approve", "seven"], "not a valid UUID"),
        (["refuse", "0d3f8a52-9c1b-4b6e-8f7a-2f1f0b9f6c11", "--reason", "ugly"], "no-person"),
    ],
)
@pytest.mark.usefixtures("_engines")
def test_nonsense_is_refused_with_one_line(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output
