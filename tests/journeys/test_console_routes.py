"""Every page of the console, only opened: no error, no request that fails, nothing wider than the screen."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from modules.moderation.contracts import Role
from tests.journeys.faults import Faults, too_wide
from tests.journeys.staff import Colleague

SECTIONS = "[...document.querySelectorAll('nav.rail a')].map((link) => link.getAttribute('href'))"
ROW = "main tbody tr.RaDataTable-clickableRow"


@pytest.mark.spec("10.6")
def test_every_page_of_the_console_opens_without_a_fault(hire: Callable[..., Colleague]) -> None:
    seen: set[str] = set()
    lines = [line for role in Role for line in faults_of(hire(role), seen)]
    assert not lines, "\n".join(lines)
    assert len(seen) > 40, seen


def faults_of(colleague: Colleague, seen: set[str]) -> Iterator[str]:
    """Open the sections of a colleague that nobody opened yet, and the first record of each; yields their faults."""
    page, faults = colleague.page, Faults(colleague.page)
    page.goto(f"{colleague.base}/ops/")
    rest(page)
    for section in page.evaluate(SECTIONS):
        if section in seen:
            continue
        seen.add(section)
        page.locator(f"nav.rail a[href='{section}']").click()
        rest(page)
        yield from (f"{section}: {line}" for line in [*faults.take(), *too_wide(page)])
        if page.locator(ROW).count():
            page.locator(ROW).first.click()
            rest(page)
            yield from (f"{page.url}: {line}" for line in [*faults.take(), *too_wide(page)])


def rest(page: Page) -> None:
    """Wait until a page has its heading, and nothing is on its way."""
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")
