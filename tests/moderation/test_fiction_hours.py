"""When and by whom a fictional profile is answered for: its hours, its writers and their languages."""

from collections.abc import Callable
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import insert, select, update

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.staff import Role
from modules.moderation.fiction.models import FictionalHours, FictionalWriter
from modules.moderation.staff.models import StaffRow
from modules.sites.contracts import Site
from tests import editing
from tests.accounts.leaving import erase_now
from tests.conftest import Client, drain_now
from tests.factories.profiles import make_fictional
from tests.fixture_types import MakeColleague, OpenConsole
from tests.moderation.test_fiction import DESK, act, asked, site, state_of, vera, waiting, writer

__all__ = ["asked", "site", "vera", "writer"]
pytestmark = pytest.mark.spec("10.9")


def test_hours_and_writers_of_a_profile_are_kept(
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    vera: Member,
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    site: Site,
) -> None:
    _, conversation = asked()
    robin = colleague(Role.WRITER, name="Robin")
    theirs = staff_browser(robin)
    local = clock.now().isoweekday() % 7 + 2
    with transaction() as session:
        row = {"profile_id": vera.id, "days": [(local - 1) % 7 + 1], "opens": 0, "closes": 24}
        session.execute(insert(FictionalHours), row)
    assert state_of(writer, conversation) == "later"
    assert act(writer, conversation, "take").json["code"] == "moderation.fiction-closed"
    with transaction() as session:
        session.execute(update(FictionalHours).values(days=[1, 2, 3, 4, 5, 6, 7]))
        session.execute(insert(FictionalWriter), {"profile_id": vera.id, "staff_id": robin.id})
    assert state_of(writer, conversation) is None
    assert act(writer, conversation, "take").json["code"] == "not-found"
    assert state_of(theirs, conversation) == "waiting"


def test_hours_and_writers_of_a_profile_go_with_it(vera: Member, site: Site, colleague: MakeColleague) -> None:
    robin = colleague(Role.WRITER, name="Robin")
    with transaction() as session:
        ines = make_fictional(session, site=site, name="Ines")
        for one in (vera, ines):
            session.execute(insert(FictionalHours).values(profile_id=one.id, days=[5], opens=18, closes=23))
            session.execute(insert(FictionalWriter).values(profile_id=one.id, staff_id=robin.id))
    erase_now(vera)
    drain_now()
    with transaction(read_only=True) as session:
        for row in (FictionalHours, FictionalWriter):
            kept = select(row.profile_id).where(row.profile_id.in_([vera.id, ines.id]))
            assert session.execute(kept).scalars().all() == [ines.id]


@pytest.mark.spec("10.9")
@pytest.mark.parametrize("left", [{"disabled_at": clock.now()}, {"roles": [Role.SUPPORT]}])
def test_a_profile_whose_writers_have_left_is_everybodys(
    writer: Client, asked: Callable[..., tuple[Any, str]], vera: Member, colleague: MakeColleague, left: dict[str, Any]
) -> None:
    _, conversation = asked()
    robin = colleague(Role.WRITER, name="Robin")
    with transaction() as session:
        session.execute(insert(FictionalWriter), {"profile_id": vera.id, "staff_id": robin.id})
    assert state_of(writer, conversation) is None
    with transaction() as session:
        session.execute(update(StaffRow).where(StaffRow.id == robin.id).values(**left))
    assert state_of(writer, conversation) == "waiting"


def test_what_no_named_writer_speaks_is_everybodys_who_does(
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    vera: Member,
    staff_browser: OpenConsole,
    colleague: MakeColleague,
) -> None:
    ada, noor = colleague(Role.WRITER, name="Ada"), colleague(Role.WRITER, name="Noor")
    _, dutch = asked(language="nl")
    _, english = asked(language="en")
    with transaction() as session:
        session.execute(insert(FictionalWriter), {"profile_id": vera.id, "staff_id": ada.id})
        for one, languages in ((ada, ["en"]), (noor, ["nl", "en"])):
            session.execute(update(StaffRow).where(StaffRow.id == one.id).values(languages=languages))
    for browser, found in (
        (staff_browser(ada), (None, "waiting")),
        (staff_browser(noor), ("waiting", None)),
        (writer, ("waiting", None)),
    ):
        assert (state_of(browser, dutch), state_of(browser, english)) == found


@pytest.mark.parametrize(
    ("opens", "closes", "at", "state"),
    [
        (18, 2, "2026-11-20T18:00", "waiting"),
        (18, 2, "2026-11-20T23:59", "waiting"),
        (18, 2, "2026-11-21T01:59", "waiting"),
        (18, 2, "2026-11-21T02:00", "later"),
        (18, 2, "2026-11-20T17:59", "later"),
        (18, 2, "2026-11-20T01:30", "later"),
        (18, 2, "2026-11-21T18:30", "later"),
        (9, 17, "2026-11-20T16:59", "waiting"),
        (9, 17, "2026-11-20T17:00", "later"),
        (9, 17, "2026-11-21T10:00", "later"),
        (18, 24, "2026-11-20T23:59", "waiting"),
        (18, 24, "2026-11-21T00:00", "later"),
    ],
)
def test_hours_of_a_friday_may_pass_midnight(
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    vera: Member,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    opens: int,
    closes: int,
    at: str,
    state: str,
) -> None:
    _, conversation = asked()
    with transaction() as session:
        session.execute(insert(FictionalHours), {"profile_id": vera.id, "days": [5], "opens": opens, "closes": closes})
    moment = datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(site.timezone))
    monkeypatch.setattr("modules.moderation.fiction.queries.clock", SimpleNamespace(now=lambda: moment))
    assert state_of(writer, conversation) == state


def test_a_sunday_that_passes_midnight_ends_on_monday(
    writer: Client, asked: Callable[..., tuple[Any, str]], vera: Member, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, conversation = asked()
    with transaction() as session:
        session.execute(insert(FictionalHours), {"profile_id": vera.id, "days": [7], "opens": 22, "closes": 3})
    moment = datetime(2026, 11, 23, 1, tzinfo=ZoneInfo(site.timezone))
    monkeypatch.setattr("modules.moderation.fiction.queries.clock", SimpleNamespace(now=lambda: moment))
    assert state_of(writer, conversation) == "waiting"


def test_who_writes_gets_conversations_in_their_languages_only(
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    site: Site,
) -> None:
    robin, boss = colleague(Role.WRITER, name="Robin"), staff_browser(colleague(Role.ADMIN))
    theirs = staff_browser(robin)
    _, dutch = asked(language="nl")
    _, polish = asked(language="pl")

    def speak(who: Client, *languages: str) -> Any:
        form = {"languages": [*languages]}
        return editing.act(who, f"/ops/api/moderation.staff/{robin.id}", "set-languages", form)

    assert speak(theirs, "pl").status_code == 403
    kept = speak(boss, "pl", "de", "pl")
    assert (kept.status_code, kept.json["languages"]) == (200, ["de", "pl"])
    assert speak(boss, "tlh").status_code == 422
    assert waiting(theirs, site) == [polish]
    assert act(theirs, dutch, "take").json["code"] == "not-found"
    assert waiting(writer, site) == [dutch, polish]
    assert [writer.get(f"{DESK}/{one}").json["language"] for one in (dutch, polish)] == ["nl", "pl"]
    speak(boss)
    assert waiting(theirs, site) == [dutch, polish]
