"""Push messages and who sits at the browser: allowed, ended by a logout, and never told to the next member.

Headless Chromium has no push service. What stands in for it hands out subscriptions that were made before, and keeps
the one that holds where a browser's own would outlive the page.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Person
from tests.journeys.test_app import happen, member, wait_until, worker_of
from tests.journeys.test_first_conversation import PASSWORD
from tests.notifications.push_service import Device

pytestmark = pytest.mark.xdist_group("service-worker")
SERVICE = "https://fcm.googleapis.com"
STAND_IN = """(() => {
    const ready = %s;
    const handle = found => found && {
        toJSON: () => found,
        unsubscribe: () => { localStorage.removeItem('stand-in'); return Promise.resolve(true); },
    };
    const held = () => handle(JSON.parse(localStorage.getItem('stand-in')));
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    PushManager.prototype.getSubscription = () => Promise.resolve(held());
    PushManager.prototype.subscribe = () => {
        const given = Number(localStorage.getItem('stand-in given'));
        localStorage.setItem('stand-in given', given + 1);
        localStorage.setItem('stand-in', JSON.stringify(ready[given]));
        return Promise.resolve(held());
    };
})()"""
HOLDS = "localStorage.getItem('stand-in') !== null"
KNOWN = """async () => {
    const browsers = await (await fetch('/api/v1/push-subscriptions')).json();
    return browsers.map(one => one.is_current);
}"""
# What the worker's browser does without a page.
RENEWS = """subscription => Object.defineProperty(self.registration, 'pushManager', { value: {
    subscribe: options => { self.asked.push(['subscribe', options]); return Promise.resolve(subscription); },
} })"""
CHANGE = """async subscription => {
    const waited = [];
    const event = new ExtendableEvent('pushsubscriptionchange');
    const unsubscribe = () => Promise.resolve(self.asked.push(['unsubscribe']));
    event.newSubscription = { ...subscription, unsubscribe };
    event.waitUntil = one => void waited.push(one);
    self.dispatchEvent(event);
    await Promise.all(waited);
    return self.asked.splice(0);
}"""
PUSH_KEY = "async () => (await (await fetch('/api/v1/settings')).json()).push_key"
LOG_OUT = """async () => {
    const headers = { 'X-Hearthside-Client': 'web', 'Idempotency-Key': crypto.randomUUID() };
    return (await fetch('/api/v1/session', { method: 'DELETE', headers })).status;
}"""


def new_subscription() -> dict[str, Any]:
    return Device(SERVICE).subscription


def known(page: Page) -> list[bool]:
    """Return what the server knows of the member's browsers that get push messages: whether each is this one."""
    found: list[bool] = page.evaluate(KNOWN)
    return found


def log_out(person: Person) -> None:
    page = person.page
    page.get_by_role("button", name=re.compile("account menu$")).click()
    page.get_by_role("menuitem", name="Log out").click()
    page.wait_for_url(f"{person.base}/")


@pytest.mark.spec("4.6", "7.4", "7.5")
def test_a_logout_ends_push_messages_here_and_there_and_the_next_member_gets_none(
    arrive: Callable[..., Person],
) -> None:
    here, email = member(arrive)
    page = here.page
    here.context.add_init_script(STAND_IN % json.dumps([new_subscription() for _ in range(3)]))
    here.go("/notifications")
    page.get_by_role("button", name="Turn on here").click()
    expect(page.get_by_text("Push notifications are on in this browser.")).to_be_visible()
    assert known(page) == [True]
    elsewhere = arrive()
    elsewhere.enter(here.member)
    assert known(elsewhere.page) == [False]

    log_out(here)
    wait_until(page, f"!({HOLDS})")
    assert known(elsewhere.page) == []

    # Another member at the same browser is told nothing, and not even asked by themselves.
    _, others = member(arrive)
    here.log_in(others, PASSWORD)
    here.go("/notifications")
    expect(page.get_by_text("Push notifications are off in this browser.")).to_be_visible()
    assert known(page) == []
    log_out(here)

    # The first one said yes here before: their browser tells them again.
    here.log_in(email, PASSWORD)
    wait_until(page, HOLDS)
    here.go("/notifications")
    expect(page.get_by_text("Push notifications are on in this browser.")).to_be_visible()
    assert known(page) == [True]


@pytest.mark.spec("7.4", "7.17")
def test_a_browser_whose_push_address_changes_tells_the_new_one(arrive: Callable[..., Person]) -> None:
    person, _ = member(arrive)
    page = person.page
    person.go("/likes")
    worker = worker_of(person)
    assert worker.evaluate(CHANGE, new_subscription()) == []
    assert known(page) == [True]

    # A browser that gives none is asked for one with the site's key.
    worker.evaluate(RENEWS, new_subscription())
    options = {"userVisibleOnly": True, "applicationServerKey": page.evaluate(PUSH_KEY)}
    assert happen(worker, "pushsubscriptionchange") == [["subscribe", options]]
    assert known(page) == [True, True]

    assert page.evaluate(LOG_OUT) == 204
    assert worker.evaluate(CHANGE, new_subscription()) == [["unsubscribe"]], "nobody is logged in here"
