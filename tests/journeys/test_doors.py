"""At the front door: landing pages, the question before coming in, pages that load slowly or not at all."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, ViewportSize, expect

from cli.dev.screens.look import ALIVE
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.people import newcomer

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
# How long the bar at the top takes to fill, in milliseconds, while there is one.
BAR = (
    "document.getAnimations().map(one => one.effect.getTiming().duration).filter(duration => duration === 5000).length"
)


@SIZES
@pytest.mark.spec("2.51", "2.40", "2.42")
def test_a_visitor_is_asked_once_before_coming_in(viewport: ViewportSize, arrive: Callable[..., Person]) -> None:
    person = arrive(viewport)
    person.page.goto(f"{person.base}/?country=NL")
    dialog = person.page.get_by_role("dialog", name="Before you enter")
    dialog.wait_for()
    person.check()
    person.page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    person.page.keyboard.press("Tab")
    person.page.get_by_role("button", name="I am 18 or older: enter").click()
    expect(dialog).to_be_hidden()
    person.go("/landers/video?country=NL")
    expect(dialog).to_be_hidden()


@pytest.mark.spec("2.51", "2.41", "2.43")
def test_who_leaves_is_sent_nowhere(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.page.goto(f"{person.base}/login?country=BE")
    person.page.get_by_role("heading", level=1).wait_for()
    expect(person.page.get_by_role("dialog")).to_be_hidden()
    person.page.goto(f"{person.base}/login?country=DE")
    person.page.get_by_role("button", name="Leave this site").click()
    person.page.wait_for_url("about:blank")


@SIZES
@pytest.mark.spec("2.29", "3.8", "2.42")
def test_a_lander_leads_to_the_signup_and_keeps_where_the_visitor_came_from(
    viewport: ViewportSize, arrive: Callable[..., Person]
) -> None:
    person = arrive(viewport)
    person.go("/landers/iconslanding/spring?network=birds&sub1=7")
    person.page.get_by_role("button", name="Tea").click()
    person.page.get_by_label("I am").select_option("woman")
    person.check()
    person.page.get_by_role("button", name="Continue").click()
    person.page.wait_for_url("**/signup?gender=woman&interests=tea")
    kept = person.page.evaluate("localStorage.getItem('hearth-traffic-source')")
    assert kept == '{"network":"birds","sub1":"7"}'


@pytest.mark.spec("5.8", "7.7")
def test_a_bounce_is_told_only_where_the_address_asks_for_it(arrive: Callable[..., Person]) -> None:
    told: list[str] = []
    for query in ("", "?lb"):
        person = arrive()
        person.page.on("request", lambda request: note(told, request))
        person.go(f"/landers/gallery{query}")
        person.page.wait_for_load_state("networkidle")
        with person.page.expect_event("request", lambda request: "page-hidden" in request.url):
            hide(person.page)
    assert [json.loads(body)["path"] for body in told] == ["/landers/gallery"]


def note(told: list[str], request: Request) -> None:
    if request.url.endswith("/page-bounces"):
        told.append(request.post_data or "")


def hide(page: Page) -> None:
    """Let the page think that it is hidden: a headless browser never hides one."""
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { value: 'hidden' });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )


@pytest.mark.spec("9.5")
def test_a_slow_page_shows_a_bar_and_a_quick_one_none(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.go("/login")
    held: list[Route] = []
    person.page.route("**/assets/pricing-*.js", lambda route: held.append(route))
    person.page.get_by_role("link", name="Hearthside").click()
    person.page.get_by_role("heading", name="Meet someone.").wait_for()
    assert person.page.evaluate(BAR) == 0
    person.page.get_by_role("contentinfo").get_by_role("link", name="Prices").click()
    person.page.wait_for_function(f"() => {BAR} === 1")
    for route in held:
        route.continue_()
    person.page.wait_for_url("**/pricing")
    person.page.wait_for_function(f"() => {BAR} === 0")


@pytest.mark.parametrize("status", [None, 500], ids=["late", "failing"])
@pytest.mark.spec("2.2", "3.11")
def test_the_filters_stand_still_when_their_counts_come(arrive: Callable[..., Person], status: int | None) -> None:
    person, _ = newcomer(arrive, DESK)
    page = person.page
    held: list[Route] = []
    page.route("**/api/v1/search/facets*", lambda route: held.append(route))
    person.go("/likes")
    with page.expect_request("**/api/v1/search/facets*"):
        page.get_by_role("banner").get_by_role("link", name="Search").click()
    words = page.get_by_label("Keywords")
    page.get_by_role("status").filter(has_text="people").wait_for()
    before = words.bounding_box()
    held.pop().fulfill(status=status, json={}) if status else held.pop().continue_()
    page.get_by_role("button", name="Show all").wait_for()
    assert words.bounding_box() == before
    person.problems.clear()


@pytest.mark.spec("4.18", "8.1")
def test_a_page_that_is_gone_from_the_server_reloads_once(arrive: Callable[..., Person]) -> None:
    person = arrive()
    person.go("/")
    loads: list[Page] = []
    person.page.on("load", lambda page: loads.append(page))
    person.page.route("**/assets/pricing-*.js", lambda route: route.fulfill(status=404, body=""))
    prices = person.page.get_by_role("contentinfo").get_by_role("link", name="Prices")
    with person.page.expect_event("load"):
        prices.click()
    person.page.wait_for_function(ALIVE)
    # Within a minute of a reload there is no other: the page says so instead.
    prices.click()
    person.page.get_by_role("heading", name="Something went wrong").wait_for()
    assert len(loads) == 1
    person.problems.clear()


@pytest.mark.spec("8.1", "2.44")
def test_an_address_that_is_none_says_so_and_leads_home(arrive: Callable[..., Person]) -> None:
    person = arrive(PHONE)
    person.go("/nowhere/at/all")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("This page could not be found")
    person.page.get_by_role("link", name="Back to the home page").click()
    person.page.wait_for_url(f"{person.base}/")


@pytest.mark.spec("2.1", "2.2", "2.29")
@pytest.mark.parametrize("path", ["/", "/members", "/landers/video"])
def test_a_page_paints_from_what_came_with_it(path: str, arrive: Callable[..., Person]) -> None:
    asked: list[str] = []
    person = arrive()
    person.page.on("request", lambda request: asked.append(request.url.partition("/api/v1")[2]))
    person.go(path)
    if path != "/landers/video":
        person.page.locator("main article").first.wait_for()
    assert [question for question in asked if question.startswith(("/search", "/landers"))] == []
