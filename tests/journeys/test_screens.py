"""Every screen that stands so far: axe finds nothing on it, on a phone and at a desk, and nothing scrolls sideways."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from cli.dev.screens.command import walk
from cli.dev.screens.look import Installation, Look
from cli.dev.screens.table import SCREENS
from tests.journeys.conftest import DESK, PHONE, Person
from tests.running import Instance

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
SAMPLE = [screen for screen in SCREENS if screen.is_sample]


def look_at(person: Person, paths: list[str]) -> None:
    for path in paths:
        person.go(path)
        person.page.wait_for_load_state("networkidle")
        person.check()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.spec("2.1", "2.2", "2.3", "2.9", "2.14", "2.15", "2.16", "2.21", "2.22", "2.25", "2.29", "2.31", "8.1")
def test_the_sampled_screens_are_whole(
    width: int, installation: Instance, chromium: Browser, logins: list[dict[str, str]]
) -> None:
    """All of them, in every language and light, are `hearth test a11y`."""
    assert walk(Installation(installation.port, logins), chromium, [Look(width)], SAMPLE) == []


@SIZES
@pytest.mark.spec("1.10", "1.12")
def test_the_site_for_older_members_is_whole_in_german(
    viewport: ViewportSize, arrive: Callable[..., Person], logins: list[dict[str, str]]
) -> None:
    person = arrive(viewport, language="de", host="evergreen.localhost")
    person.context.add_cookies([{"name": "language", "value": "de", "url": person.base}])
    look_at(person, ["/", "/login", "/signup"])
    assert person.page.locator("html").get_attribute("data-niche") == "7"
    assert person.page.locator("html").get_attribute("lang") == "de"


@pytest.mark.spec("1.11", "2.31")
def test_a_page_paints_from_what_the_server_put_into_it(arrive: Callable[..., Person]) -> None:
    person = arrive()
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.go("/login")
    hosts: set[Any] = {url.split("/")[2] for url in asked if url.startswith("http")}
    assert hosts == {person.base.removeprefix("http://")}
    assert [url for url in asked if url.endswith(("/api/v1/settings", "/api/v1/me"))] == []
