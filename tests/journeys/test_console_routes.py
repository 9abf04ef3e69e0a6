"""Every page of the console, only opened: no error, no request that fails, nothing wider than the screen."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from modules.moderation.contracts.staff import Role
from tests.journeys.conftest import Person
from tests.journeys.faults import Faults, too_wide
from tests.journeys.people import PATIENCE
from tests.journeys.staff import Colleague

SECTIONS = "[...document.querySelectorAll('nav.rail a')].map((link) => link.getAttribute('href'))"
ROW = "main tbody tr.RaDataTable-clickableRow"


@pytest.mark.spec("10.6")
def test_every_page_of_the_console_opens_without_a_fault(hire: Callable[..., Colleague]) -> None:
    sections: set[str] = set()
    records: set[str] = set()
    lines = [line for role in Role for line in faults_of(hire(role), sections, records)]
    assert not lines, "\n".join(lines)
    assert len(sections) > 40, sections
    assert len(records) > 10, records


@pytest.mark.spec("10.6")
def test_signing_in_and_the_own_account_have_no_fault(
    arrive: Callable[..., Person], hire: Callable[..., Colleague]
) -> None:
    newcomer, colleague = arrive().page, hire(Role.MODERATOR)
    # The answer to the question who is signed in.
    nobody = f"403: GET {colleague.base}/ops/api/session"
    for page, path, expected in ((newcomer, "/ops/", {nobody}), (colleague.page, "/ops/account", set())):
        faults, requests = Faults(page), Requests(page)
        page.goto(f"{colleague.base}{path}")
        requests.rest()
        assert {*faults.take(), *too_wide(page)} == expected


@pytest.mark.spec("10.6")
def test_the_pictures_of_a_list_are_small_also_after_the_review_desk(hire: Callable[..., Colleague]) -> None:
    colleague = hire(Role.MODERATOR)
    page, requests = colleague.page, Requests(colleague.page)
    page.goto(f"{colleague.base}/ops/review")
    requests.rest()
    page.locator("nav.rail a[href='/ops/profiles.photos']").click()
    expect(page.locator("main td img").first).to_have_css("width", "56px")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.spec("10.6")
def test_what_is_said_of_a_form_lies_on_none_of_its_buttons(width: int, hire: Callable[..., Colleague]) -> None:
    colleague = hire(Role.ADMIN)
    page, requests = colleague.page, Requests(colleague.page)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{colleague.base}/ops/sites.companies")
    requests.rest()
    page.locator(ROW).first.click(position={"x": 2, "y": 2})
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Name", exact=False).first.fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The form is not valid")).to_be_visible()
    page.get_by_role("button", name="Save").click(trial=True)


def faults_of(colleague: Colleague, sections: set[str], records: set[str]) -> Iterator[str]:
    """Open the sections of a colleague that nobody opened yet, and the first record of each; yields their faults, and
    adds what was opened.
    """
    page, faults, requests = colleague.page, Faults(colleague.page), Requests(colleague.page)
    page.goto(f"{colleague.base}/ops/")
    requests.rest()
    for section in page.evaluate(SECTIONS):
        if section in sections:
            continue
        sections.add(section)
        page.locator(f"nav.rail a[href='{section}']").click()
        requests.rest()
        yield from (f"{section}: {line}" for line in [*faults.take(), *too_wide(page)])
        if page.locator(ROW).count():
            page.locator(ROW).first.click(position={"x": 2, "y": 2})  # beside the links in its cells
            requests.rest()
            if page.url.endswith("/show"):
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
