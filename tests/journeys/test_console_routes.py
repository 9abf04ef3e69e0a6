"""Every page of the console, only opened: no error, no request that fails, nothing wider than a phone or a desk."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from modules.moderation.contracts import Role
from tests.factories.billing import buy_credits
from tests.factories.moderation import make_complaint, make_report
from tests.journeys.conftest import Person
from tests.journeys.faults import Faults, too_wide
from tests.journeys.house import acting
from tests.journeys.people import PATIENCE, settle
from tests.journeys.staff import Colleague
from tests.running import Instance

SECTIONS = "[...document.querySelectorAll('nav.rail a')].map((link) => link.getAttribute('href'))"
ROW = "main tbody tr.RaDataTable-clickableRow"
CASE = ".desk-queue a.waiting"
# Pages of which at least one record is opened: one of each desk, and an order.
OPENED = ("/ops/review/", "/ops/complaints/", "/ops/refunds/", "/ops/billing.orders/")
CREDITS = 1200


@pytest.fixture
def work(house: Instance) -> None:
    """One thing to decide on each desk that has records of its own: a case, a complaint, and a refund of an order."""
    from modules.billing import api

    member, other = settle(), settle()
    with acting() as session:
        make_complaint(session, member)
        make_report(session, other, member)
        order_id = buy_credits(session, member=member, credits=CREDITS)
        note = "They bought the same twice, and wrote on the same day."
        api.request_refund(session, order_id=order_id, credits=CREDITS, actor="test", note=note)


@pytest.mark.spec("10.4")
def test_the_page_to_sign_in_opens_without_a_fault(arrive: Callable[..., Person]) -> None:
    person = arrive()
    faults, requests = Faults(person.page), Requests(person.page)
    person.page.goto(f"{person.base}/ops/")
    expect(person.page.get_by_role("button", name="Sign in")).to_be_visible()
    requests.rest()
    nobody = f"403: GET {person.base}/ops/api/session"
    assert [line for line in {*faults.take(), *too_wide(person.page)} if line != nobody] == []


@pytest.mark.usefixtures("work")
@pytest.mark.spec("10.6")
def test_every_page_of_the_console_opens_without_a_fault(hire: Callable[..., Colleague]) -> None:
    sections: set[str] = set()
    records: set[str] = set()
    lines = [line for role in Role for line in faults_of(hire(role), sections, records)]
    assert not lines, "\n".join(lines)
    assert len(sections) > 40, sections
    assert len(records) > 10, records
    assert not [start for start in OPENED if not any(start in url for url in records)], records


def faults_of(colleague: Colleague, sections: set[str], records: set[str]) -> Iterator[str]:
    """Open the sections of a colleague that nobody opened yet, and the first record of each; yields their faults, and
    adds what was opened.
    """
    page, faults, requests = colleague.page, Faults(colleague.page), Requests(colleague.page)
    page.goto(f"{colleague.base}/ops/account")
    requests.rest()
    yield from (f"/ops/account: {line}" for line in [*faults.take(), *too_wide(page)])
    for section in page.evaluate(SECTIONS):
        if section in sections:
            continue
        sections.add(section)
        page.locator(f"nav.rail a[href='{section}']").click()
        requests.rest()
        yield from (f"{section}: {line}" for line in [*faults.take(), *too_wide(page)])
        if page.locator(f"{ROW}, {CASE}").count():
            listed = page.url
            page.locator(f"{ROW}, {CASE}").first.click(position={"x": 2, "y": 2})  # beside the links in its cells
            requests.rest()
            if page.url != listed:
                records.add(page.url)
            yield from (f"{page.url}: {line}" for line in [*faults.take(), *too_wide(page)])


class Requests:
    """The requests of a page that are under way, also after its first load, of which "networkidle" knows nothing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.under_way: set[Request] = set()
        page.on("request", lambda request: self.under_way.add(request))
        page.on("requestfinished", lambda request: self.under_way.discard(request))
        page.on("requestfailed", lambda request: self.under_way.discard(request))

    def rest(self) -> None:
        """Wait until the page has its heading, and nothing was on its way for half a second."""
        self.page.get_by_role("heading", level=1).first.wait_for()
        end, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 5:
            assert time.monotonic() < end, [request.url for request in self.under_way]
            self.page.wait_for_timeout(100)
            quiet = 0 if self.under_way else quiet + 1
