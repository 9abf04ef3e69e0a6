"""The browsers that a member's push messages go to."""

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.relay import finish
from modules.accounts import api as accounts_api
from modules.accounts.events import MemberDeleted
from modules.notifications import jobs
from modules.notifications.service.subscriptions import MAX_BROWSERS
from tests.accounts.leaving import delete_now
from tests.conftest import Client
from tests.fixture_types import MakeMember, Pair
from tests.notifications.notifying import Login, send
from tests.notifications.push_service import PushService
from tests.notifications.pushing import SUBSCRIPTIONS, Subscribe, wait_over


def test_a_member_sees_their_browsers_and_ends_one(pair: Pair, login: Login, subscribe: Subscribe) -> None:
    writer, reader = pair
    here = login(reader)
    phone, laptop = subscribe(reader), subscribe(reader, here)
    send(writer, reader)
    wait_over(reader)
    listed = here.get(SUBSCRIPTIONS).get_json()
    assert [(one["user_agent"], one["used_at"] is not None) for one in listed] == [("Chrome on a test", True)] * 2
    assert sorted(one["is_current"] for one in listed) == [False, True]
    assert phone.endpoint not in str(listed), "addresses are secrets"
    (other,) = [one for one in listed if not one["is_current"]]
    assert here.delete(f"{SUBSCRIPTIONS}/{other['id']}").status_code == 204
    assert here.delete(f"{SUBSCRIPTIONS}/{other['id']}").status_code == 404
    assert [one["is_current"] for one in here.get(SUBSCRIPTIONS).get_json()] == [True]
    assert login(writer).get(SUBSCRIPTIONS).get_json() == []
    assert (len(phone.received), len(laptop.received)) == (1, 1)


def test_a_browser_goes_to_who_logged_in_there(
    pair: Pair, make_member: MakeMember, login: Login, subscribe: Subscribe
) -> None:
    writer, reader = pair
    device = subscribe(reader)
    next_one = make_member(name="Cleo")
    assert login(next_one).post(SUBSCRIPTIONS, device.subscription).status_code == 204
    send(writer, reader)
    wait_over(reader)
    assert device.received == []
    assert login(reader).get(SUBSCRIPTIONS).get_json() == []
    assert len(login(next_one).get(SUBSCRIPTIONS).get_json()) == 1


def test_a_browser_that_subscribes_again_is_still_one(pair: Pair, login: Login, subscribe: Subscribe) -> None:
    _, reader = pair
    here = login(reader)
    device = subscribe(reader)
    assert here.post("/api/user.php?push=1", {"subscription": device.subscription}).status_code == 204
    assert [one["is_current"] for one in here.get(SUBSCRIPTIONS).get_json()] == [True]


def test_the_one_that_was_used_longest_ago_makes_room(pair: Pair, login: Login, subscribe: Subscribe) -> None:
    _, reader = pair
    here = login(reader)
    devices = [subscribe(reader, here) for _ in range(MAX_BROWSERS + 1)]
    assert len(here.get(SUBSCRIPTIONS).get_json()) == MAX_BROWSERS
    with transaction(read_only=True) as session:
        kept = set(session.execute(text("SELECT endpoint FROM notifications.push_subscription")).scalars())
    assert devices[0].endpoint not in kept
    assert devices[-1].endpoint in kept


def test_logged_out_browsers_are_forgotten(pair: Pair, login: Login, subscribe: Subscribe) -> None:
    _, reader = pair
    browser = login(reader)
    gone, here = subscribe(reader, browser), subscribe(reader)
    assert browser.delete("/api/v1/session").status_code == 204
    assert len(login(reader).get(SUBSCRIPTIONS).get_json()) == 1
    jobs.remove_logged_out_browsers()
    with transaction(read_only=True) as session:
        kept = set(session.execute(text("SELECT endpoint FROM notifications.push_subscription")).scalars())
    assert gone.endpoint not in kept
    assert here.endpoint in kept


@pytest.mark.spec("3.2")
def test_pages_know_the_key_to_subscribe_with(client: Client, service: PushService) -> None:
    assert client.get("/api/v1/settings").get_json()["push_key"] == service.push_key


@pytest.mark.spec("7.4")
def test_who_came_back_keeps_the_browser_of_today_though_their_leaving_is_told_late(
    pair: Pair, login: Login, subscribe: Subscribe
) -> None:
    _, reader = pair
    subscribe(reader)
    delete_now(reader)
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=reader.id)
    subscribe(reader)
    assert finish(MemberDeleted) == 0
    with transaction(read_only=True) as session:
        kept = text("SELECT count(*) FROM notifications.push_subscription WHERE member_id = :id")
        assert session.execute(kept, {"id": reader.id}).scalar_one() == 1
    assert len(login(reader).get(SUBSCRIPTIONS).get_json()) == 1
