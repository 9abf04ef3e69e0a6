"""Each staff member sees the console, and its refusals, in the language that they chose (spec 10.4)."""

from collections.abc import Callable

import pytest

from modules.moderation.contracts.staff import Role
from tests.conftest import Client
from tests.factories.moderation import Colleague
from tests.fixture_types import MakeColleague

Browser = Callable[[Colleague], Client]

pytestmark = pytest.mark.spec("1.5", "10.4")


def language_of(browser: Client) -> str | None:
    chosen: str | None = browser.get("/ops/api/session").json["staff"]["language"]
    return chosen


def test_a_language_is_kept_for_the_next_browser_and_for_no_colleague(
    staff_browser: Browser, colleague: MakeColleague
) -> None:
    staff, other = colleague(Role.SUPPORT), colleague(Role.SUPPORT)
    browser = staff_browser(staff)
    assert language_of(browser) is None
    assert browser.put("/ops/api/session/language", {"language": "de"}).status_code == 204
    assert language_of(staff_browser(staff)) == "de"
    assert language_of(staff_browser(other)) is None


@pytest.mark.parametrize("language", ["pt", "", None, ["de"]])
def test_a_language_that_the_console_lacks_is_refused(
    staff_browser: Browser, colleague: MakeColleague, language: object
) -> None:
    browser = staff_browser(colleague(Role.SUPPORT))
    assert browser.put("/ops/api/session/language", {"language": language}).status_code == 422
    assert language_of(browser) is None


def test_a_refusal_comes_in_the_language_of_the_console(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague(Role.SUPPORT))
    address = "/ops/api/moderation.cases"

    def refusal(**headers: str) -> str:
        detail: str = browser.get(address, headers=headers).json["detail"]
        return detail

    assert refusal() == refusal(**{"Accept-Language": "en"}) != refusal(**{"Accept-Language": "de"})
    # The cookie is that of a site on which the person may be a member.
    assert refusal(Cookie="language=fr") == refusal()
