"""The states of a screen: answers of the server that differ from usual while it is shown."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Error, Page, Route

from cli.dev.screens.table import SOMEBODY, Screen

# The data in every page (member-web/index.html).
BOOT = re.compile(r'(<script type="application/json" id="hearth-boot">)(.*?)(</script>)', re.DOTALL)
REFUSAL = {"status": 500, "code": "internal", "title": "Internal Server Error", "detail": ""}


@contextmanager
def state(page: Page, screen: Screen) -> Iterator[None]:
    """Hold, fail or change answers of the API while a screen is shown."""
    held: list[Route] = []

    # Playwright sets attributes on the functions it gets, which a list's method does not allow.
    def hold(route: Route) -> None:
        held.append(route)

    rules: list[tuple[str, Callable[[Route], None]]] = []
    if screen.holds:
        rules.append((f"**/api/{screen.holds}", hold))
    if screen.breaks:
        rules.append((f"**/api/{screen.breaks}", _refuse))
    rules += [(f"**/api/{glob}", _changing(changes)) for glob, changes in screen.answers]
    if screen.user:
        rules.append(("**/api/v1/me", _changing(screen.user)))
    if rules:
        rules.insert(0, ("**/*", _coming_with(screen.user)))
    for glob, handler in rules:
        page.route(glob, handler)
    try:
        yield
    finally:
        for route in held:
            # The page may have aborted the call.
            with suppress(Error):
                route.abort()
        for glob, _ in rules:
            page.unroute(glob)


def _refuse(route: Route) -> None:
    route.fulfill(status=500, content_type="application/problem+json", body=json.dumps(REFUSAL))


def _changing(changes: Mapping[str, Any] | Sequence[Any]) -> Callable[[Route], None]:
    """Return a route that changes members of the server's answer; calls that would change something are not made.

    A list replaces the answer.
    """

    def change(route: Route) -> None:
        if isinstance(changes, Sequence):
            route.fulfill(json=changes)
            return
        made = {key: _somebody(route) if value == SOMEBODY else value for key, value in changes.items()}
        if route.request.method != "GET":
            route.fulfill(json=made)
            return
        answer = _ask(route)
        if answer.ok:
            made = {**answer.json(), **made}
        route.fulfill(json=made)

    return change


def _ask(route: Route, path: str | None = None) -> APIResponse:
    """Make the page's own call to the server, or another one; only browsers resolve *.localhost."""
    where = urlsplit(route.request.url)
    headers = {**route.request.all_headers(), "host": where.netloc}
    return route.fetch(
        url=f"http://127.0.0.1:{where.port}{path or where.path + '?' + where.query}", headers=headers, method="GET"
    )


def _somebody(route: Route) -> Any:
    """Return the first card of the search, with the fields of all overlays."""
    card = _ask(route, "/api/v1/search?country=&gender=&min_age=18&max_age=99").json()["results"][0]
    return {**card, "main_image": card["photo"]}


def _coming_with(user: Mapping[str, Any]) -> Callable[[Route], None]:
    """Return a route for a page with other data about the member and without answers, so that it makes each call."""

    def rewrite(found: re.Match[str]) -> str:
        boot = {**json.loads(found[2]), "answers": {}}
        if user:
            boot["user"] = {**boot["user"], **user}
        # A "<" could end the script.
        return found[1] + json.dumps(boot).replace("<", "\\u003c") + found[3]

    def change(route: Route) -> None:
        if route.request.resource_type != "document":
            route.fallback()
            return
        answer = _ask(route)
        route.fulfill(response=answer, body=BOOT.sub(rewrite, answer.text()))

    return change
