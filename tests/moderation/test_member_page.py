"""A member's page in the console, as support needs it: facts of all modules, and the mails that are asked for again."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, insert, select

from app.kernel.db.session import transaction
from app.kernel.ids import new_id
from modules.accounts.contracts import EmailPurpose, Member, TrafficSource
from modules.accounts.sessions.models import EmailToken
from modules.moderation import api
from modules.moderation.contracts.decisions import Rule
from modules.moderation.contracts.staff import Role
from modules.moderation.ops.review import ACCESSES
from modules.moderation.queue.models import ConversationAccess
from modules.notifications.contracts import Cause, NoticeType
from modules.notifications.service import settings
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.accounts import open_session
from tests.factories.billing import give_credits
from tests.factories.moderation import Colleague, audit_about
from tests.factories.profiles import make_fictional
from tests.factories.sites import disclose
from tests.fixture_types import MakeColleague, MakeMember

Browser = Callable[[Colleague], Client]
REASON = {"reason": "Wrote that no mail came"}


def act(browser: Client, member: Member, action: str, **form: Any) -> Any:
    path = f"/ops/api/accounts.members/{member.id}/actions/{action}"
    return browser.post(path, {**REASON, **form}, key=uuid4().hex)


def links(member: Member, purpose: EmailPurpose) -> int:
    """Return how many links of a kind a member was mailed."""
    with transaction(read_only=True) as session:
        which = (EmailToken.member_id == member.id, EmailToken.purpose == purpose)
        return int(session.execute(select(func.count()).select_from(EmailToken).where(*which)).scalar_one())


def actions_and_reasons(member: Member) -> list[tuple[str, str]]:
    return [(one.action, one.reason) for one in audit_about(member.id)]


def test_it_says_from_where_a_member_came_and_when_they_were_here(support: Client, make_member: MakeMember) -> None:
    source = TrafficSource(network="lantern", ref="spring", sub1="a", sub2=None, sub3="c")
    member, other = make_member(traffic_source=source, language="nl"), make_member()
    path = "/ops/api/accounts.members"
    nobody_yet = support.get(f"{path}/{member.id}").json
    assert (nobody_yet["seen_at"], nobody_yet["open_logins"]) == (None, 0)
    with transaction() as session:
        for _ in range(2):
            open_session(session, member_id=member.id)
    row = support.get(f"{path}/{member.id}").json
    came = [row[name] for name in ("source_network", "source_ref", "sub1", "sub2", "sub3")]
    assert (came, row["language"], row["open_logins"]) == (["lantern", "spring", "a", "", "c"], "nl", 2)
    assert row["seen_at"] is not None
    assert act(support, member, "end-sessions").json["open_logins"] == 0
    row = support.get(f"{path}/{other.id}").json
    assert (row["source_network"], row["open_logins"]) == ("", 0)


def test_balance_and_silenced_mails_are_shown_to_whose_work_it_is(
    support: Client, staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember
) -> None:
    member, other = make_member(), make_member()
    with transaction() as session:
        credits_now = give_credits(session, member_id=member.id, credits=42)
        settings.disable_mail(session, member_id=member.id, types=[NoticeType.LIKE], cause=Cause.BOUNCE)
    balance = f"/ops/api/billing.balances?owner_id={member.id}"
    stopped = f"/ops/api/notifications.stopped?member_id={member.id}"
    assert [row["balance"] for row in support.get(balance).json["data"]] == [credits_now]
    assert [(row["type"], row["cause"]) for row in support.get(stopped).json["data"]] == [("like", "bounce")]
    assert support.get(f"/ops/api/notifications.stopped?member_id={other.id}").json["data"] == []
    moderator = staff_browser(colleague(Role.MODERATOR))
    assert [moderator.get(path).json["code"] for path in (balance, stopped)] == ["forbidden"] * 2


@pytest.mark.spec("10.6")
def test_whose_conversations_were_read_stands_on_the_pages_of_both(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember
) -> None:
    """The tabs are generated of what is related; who may not read the list has none (`related-lists.tsx`)."""
    one, other = make_member(), make_member()
    linden, admin = colleague(Role.WRITER), staff_browser(colleague(Role.ADMIN))
    read = {"staff_id": linden.id, "role": "writer", "one_id": one.id, "other_id": other.id}
    with transaction() as session:
        session.execute(insert(ConversationAccess).values(read | {"id": new_id(), "conversation_id": new_id()}))
    tabs = {column.source: column.related for column in ACCESSES.columns if column.reference == "accounts.members"}
    assert tabs == {"one_id": True, "other_id": True}
    for column, member in (("one_id", one), ("other_id", other)):
        assert len(admin.get(f"/ops/api/moderation.accesses?{column}={member.id}").json["data"]) == 1
    moderator = staff_browser(colleague(Role.MODERATOR))
    assert moderator.get(f"/ops/api/moderation.accesses?one_id={one.id}").json["code"] == "forbidden"


@pytest.mark.spec("10.4")
def test_the_activation_mail_goes_out_again_until_the_address_is_confirmed(
    support: Client, make_member: MakeMember
) -> None:
    waiting, active = make_member(confirmed=False), make_member()
    before = links(waiting, EmailPurpose.ACTIVATE)
    assert act(support, waiting, "send-activation").status_code == 200
    assert links(waiting, EmailPurpose.ACTIVATE) == before + 1
    assert actions_and_reasons(waiting) == [("send-activation", REASON["reason"])]
    refused = act(support, active, "send-activation")
    assert (refused.status_code, refused.json["code"]) == (409, "accounts.not-waiting-for-activation")
    for _ in range(6):
        last = act(support, waiting, "send-activation")
    assert last.json["code"] == "accounts.too-many-activation-mails"
    assert act(support, waiting, "send-activation", reason="").status_code == 422


@pytest.mark.spec("8.6", "10.4")
def test_a_link_for_a_new_password_goes_out_three_times_a_day_whoever_asks(
    support: Client, client: Client, member: Member
) -> None:
    assert client.post("/api/v1/password-reset", {"email": member.email}).status_code < 300
    assert [act(support, member, "send-reset").status_code for _ in range(2)] == [200, 200]
    refused = act(support, member, "send-reset")
    assert (refused.status_code, refused.json["code"]) == (429, "accounts.too-many-resets")
    assert links(member, EmailPurpose.RESET) == 3
    assert actions_and_reasons(member) == [("send-reset", REASON["reason"])] * 2


def test_who_has_no_password_gets_no_link_for_one(support: Client, make_member: MakeMember, site: Site) -> None:
    banned = make_member()
    with transaction() as session:
        api.ban_member(session, member_id=banned.id, rule=Rule.FRAUD, facts="Asked for money.", days=7)
        disclose(session, site)
        fictional = make_fictional(session, site=sites_api.get_site(session, site.id))
    for member in (banned, fictional):
        refused = act(support, member, "send-reset")
        assert (refused.status_code, refused.json["code"]) == (409, "accounts.no-password-to-reset")
        assert links(member, EmailPurpose.RESET) == 0


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("action", ["send-activation", "send-reset"])
def test_only_support_and_admins_send_them(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, action: str
) -> None:
    member = make_member(confirmed=False)
    before = [links(member, purpose) for purpose in EmailPurpose]
    for role in (Role.MODERATOR, Role.FINANCE, Role.WRITER):
        assert act(staff_browser(colleague(role)), member, action).json["code"] == "forbidden"
    assert [links(member, purpose) for purpose in EmailPurpose] == before
