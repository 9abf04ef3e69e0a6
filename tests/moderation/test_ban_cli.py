"""`hearth member ban|unban`: an operator's ban has its reasons too, and one for good waits for a signature."""

from functools import partial
from typing import Any

import click
import pytest
from sqlalchemy import select

from app.kernel.db.session import transaction
from cli.member import member as group
from modules.accounts.contracts import Member, MemberStatus
from modules.moderation import api
from modules.moderation.contracts.decisions import Rule
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.models import DecisionRow
from modules.moderation.errors import MeasureUnfit
from modules.moderation.fiction.service import profiles as fiction_profiles
from modules.sites.contracts import Site
from tests import commands
from tests.accounts.leaving import status_of
from tests.factories.moderation import audit_about
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_cases_in_the_console import act

pytestmark = pytest.mark.usefixtures("commands_here")

REASON = "The same words went to 40 people within an hour."


run, refusal = partial(commands.run, group), partial(commands.refusal, group)


@pytest.mark.spec("10.5")
def test_an_operator_bans_with_reasons_and_lifts_it(site: Site, make_member: MakeMember) -> None:
    member = make_member(name="Robin")
    who, said = (member.email, "--site", site.key), ("--rule", "spam", "--reason", REASON)
    assert "Describe what happened" in refusal(
        "ban", *who, "--rule", "spam", "--reason", "Spam.", "--days", "7", "--yes"
    )
    with pytest.raises(click.Abort):
        run("ban", *who, *said, "--days", "7")
    assert status_of(member) is MemberStatus.ACTIVE
    assert "Robin is banned for 7 days" in run("ban", *who, *said, "--days", "7", "--yes")
    assert status_of(member) is MemberStatus.BANNED
    assert "this command needs active" in refusal("ban", *who, *said, "--days", "7")
    assert "Robin is no longer banned" in run("unban", *who, "--reason", "a mistake")
    assert status_of(member) is MemberStatus.ACTIVE
    assert [row.facts for row in decided(member)] == [REASON]
    assert audited(member) == ["decide", "lift"]


@pytest.mark.spec("10.5")
def test_a_ban_for_good_waits_for_the_signature_of_somebody_who_was_asked(
    site: Site, make_member: MakeMember, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    member, linden = make_member(name="Robin"), colleague(Role.MODERATOR)
    said = ("--rule", "spam", "--reason", REASON, "--yes")
    assert "is waiting for a signature in the console" in run("ban", member.email, "--site", site.key, *said)
    assert status_of(member) is MemberStatus.ACTIVE
    [proposed] = decided(member)
    assert (proposed.state, proposed.decided_by, proposed.second_by) == ("proposed", None, None)
    desk = staff_browser(linden)
    seen = act(desk, "decisions", proposed.id, "evidence")
    assert (seen.status_code, seen.json["member"]["name"]) == (200, "Robin")
    assert act(desk, "decisions", proposed.id, "countersign").status_code == 200
    assert status_of(member) is MemberStatus.BANNED
    [signed] = decided(member)
    assert (signed.state, signed.second_by) == ("in-force", linden.id)
    assert {*audited(member)} == {"countersign", "decide", "evidence"}


@pytest.mark.spec("10.5", "10.9")
def test_a_fictional_profile_is_neither_banned_nor_back() -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        vera = make_fictional(session, site=site)
    where, why = ("--site", site.key), ("--rule", "fake", "--reason", REASON, "--yes")
    for days in ((), ("--days", "7")):
        assert "is a fictional profile, which cannot be banned; retire it in the console" in refusal(
            "ban", str(vera.id), *where, *why, *days
        )
    with pytest.raises(MeasureUnfit), transaction() as session:
        api.ban_member(session, member_id=vera.id, rule=Rule.FAKE, facts=REASON, days=7)
    with transaction() as session:
        fiction_profiles.retire(session, profile_id=vera.id)
    assert "is a fictional profile" in refusal("unban", str(vera.id), *where, "--reason", "a mistake")
    assert decided(vera) == []


def decided(member: Member) -> list[Any]:
    row = DecisionRow
    with transaction(read_only=True) as session:
        asked = select(row.id, row.facts, row.state, row.decided_by, row.second_by).where(row.member_id == member.id)
        return list(session.execute(asked).all())


def audited(member: Member) -> list[str]:
    return sorted(event.action for one in decided(member) for event in audit_about(one.id))
