"""The site as an app: without a network, when a new version comes, and when a notice is pressed.

Headless Chromium has neither push messages nor notices: the worker is driven by events of its own kind, and what it
asks its browser for is written down.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from cli.paths import ROOT
from tests.journeys.conftest import PHONE, Person
from tests.journeys.people import newcomer

# One of these puts another build in the place of the one that all are served.
pytestmark = pytest.mark.xdist_group("service-worker")
Arrive = Callable[..., Person]
WORKER = ROOT / "member-web" / "dist" / "sw.js"
READY = """() => navigator.serviceWorker.ready.then(() => new Promise(resolve => {
    if (navigator.serviceWorker.controller) resolve();
    else navigator.serviceWorker.addEventListener('controllerchange', () => resolve());
}))"""
KEPT = """async () => {
    const requests = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
}"""
# What the worker asks for goes into `asked`; the browser of the tests can do none of it.
RECORD = """() => {
    self.asked = [];
    const note = what => (...facts) => void self.asked.push([what, ...facts]) ?? Promise.resolve();
    self.registration.showNotification = note('notice');
    Object.defineProperty(self.navigator, 'setAppBadge', { value: note('badge') });
    self.clients.openWindow = note('open');
    WindowClient.prototype.focus = note('focus');
}"""
HAPPEN = """async ([name, facts]) => {
    const waited = [];
    const event = new ExtendableEvent(name);
    const { data, ...rest } = facts;
    Object.assign(event, rest, data && { data: { json: () => data } }, { waitUntil: one => void waited.push(one) });
    if (rest.notification) rest.notification.close = () => void self.asked.push(['close']);
    self.dispatchEvent(event);
    await Promise.all(waited);
    return self.asked.splice(0);
}"""

# A page hears nothing before it listens; only then its worker may tell it something.
LISTEN = """if (navigator.serviceWorker) navigator.serviceWorker.addEventListener = function (kind, ...rest) {
    if (kind === 'message') window.isListening = true;
    return EventTarget.prototype.addEventListener.call(this, kind, ...rest);
}"""
GONE = "() => self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(open => open.length === 0)"


def member(arrive: Arrive) -> tuple[Person, str]:
    """Somebody new, whose browser keeps a worker."""
    return newcomer(arrive, workers="allow", host="127.0.0.1")


def worker_of(person: Person) -> Worker:
    person.page.evaluate(READY)
    (worker,) = person.context.service_workers
    worker.evaluate(RECORD)
    return worker


def happen(worker: Worker, name: str, **facts: Any) -> list[list[Any]]:
    """Let something happen to the worker; returns what it asks its browser for."""
    asked: list[list[Any]] = worker.evaluate(HAPPEN, [name, facts])
    return asked


def wait_until(page: Page, expression: str, where: Worker | None = None) -> None:
    """Wait until something is so in the page or a worker; the page's rules forbid Playwright's own way."""
    for _ in range(400):
        if (where or page).evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never {expression}")


def kept(page: Page) -> list[str]:
    """Return the addresses of all that the browser keeps for the worker."""
    paths: list[str] = page.evaluate(KEPT)
    return paths


def test_without_a_network_there_is_a_page_that_leads_back(arrive: Arrive) -> None:
    person = arrive(PHONE, workers="allow")
    page = person.page
    person.go("/pricing?lang=de")
    page.evaluate(READY)
    wait_until(page, "caches.match('/offline.html').then(kept => kept?.headers.get('Content-Language') === 'de')")
    person.context.set_offline(True)
    page.goto(person.base + "/pages/faq")
    expect(page.get_by_role("heading", level=1)).to_have_text("Du bist offline")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    person.check()
    person.context.set_offline(False)
    page.get_by_role("link", name="Erneut versuchen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fragen und Antworten")


@pytest.mark.spec("7.17")
def test_nothing_of_a_member_is_kept(arrive: Arrive) -> None:
    person, _ = member(arrive)
    page = person.page
    for path in ("/likes", "/chats", "/profile", "/members"):
        person.go(path)
    page.evaluate(READY)
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    assert [path for path in kept(page) if not path.startswith("/assets/")] == ["/offline.html"]
    assert "app." not in page.evaluate("caches.match('/offline.html').then(kept => kept.text())")


@pytest.fixture
def new_build() -> Iterator[Callable[[], None]]:
    """Let the installation serve the worker of another build, whose first script is another one."""
    built = WORKER.read_text()

    def run() -> None:
        WORKER.write_text(re.sub(r"/assets/index-[^`'\"]+\.js", "/icons/badge-96.png", built))

    yield run
    WORKER.write_text(built)


def test_a_new_version_waits_until_somebody_wants_it(arrive: Arrive, new_build: Callable[[], None]) -> None:
    person = arrive(workers="allow")
    page = person.page
    person.go("/login")
    page.evaluate(READY)
    page.evaluate("window.isSamePage = true")
    new_build()
    page.evaluate("navigator.serviceWorker.getRegistration().then(registration => registration.update())")
    page.get_by_label("Email address").fill("half@writ")
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    person.check()
    # One that does not wait has taken over by the time in which it is asked for once more.
    page.evaluate("navigator.serviceWorker.getRegistration().then(registration => registration.update())")
    assert page.evaluate("window.isSamePage")
    assert (
        page.evaluate("navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting?.state)") == "installed"
    )
    expect(page.get_by_label("Email address")).to_have_value("half@writ")
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    page.get_by_role("heading", level=1).wait_for()
    assert page.evaluate("window.isSamePage") is None
    assert page.evaluate("navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)") is None


@pytest.mark.spec("7.17", "4.19")
def test_a_push_message_is_shown_and_leads_to_its_page(arrive: Arrive) -> None:
    person, _ = member(arrive)
    page = person.page
    page.add_init_script(LISTEN)
    person.go("/likes")
    wait_until(page, "window.isListening === true")
    worker = worker_of(person)
    message = {
        "title": "Anna wrote to you",
        "body": "Open the conversation",
        "url": "/visitors",
        "tag": "message",
        "badge": 3,
        "silent": False,
        "language": "en",
    }
    with page.expect_request(re.compile("/api/v1/likes")):
        badge, notice = happen(worker, "push", data=message)
    assert badge == ["badge", 3]
    assert notice[:2] == ["notice", "Anna wrote to you"]
    assert json.dumps(notice[2]["data"]) == '{"url": "/visitors"}'

    page.evaluate("window.isSamePage = true")
    asked = happen(worker, "notificationclick", notification={"data": {"url": "/visitors"}})
    assert asked == [["close"], ["focus"]]
    page.wait_for_url("**/visitors")
    assert page.evaluate("window.isSamePage"), "what is open there is not loaded anew"
    asked = happen(worker, "notificationclick", notification={"data": {"url": "https://elsewhere.example/"}})
    assert asked == [["close"], ["focus"]]
    page.wait_for_url(person.base + "/")
    page.goto("about:blank")
    # The page that was left ends in its own time.
    wait_until(page, GONE, worker)
    asked = happen(worker, "notificationclick", notification={"data": {"url": "//elsewhere.example/chats"}})
    assert asked == [["close"], ["open", "/"]]
