"""Every operation of the console for every role: what stands in no row of the permissions is refused."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from app.kernel import figures
from app.kernel.ops import Resource
from app.opsgen import overview
from app.registry import RESOURCES
from modules.moderation import policies
from modules.moderation.contracts import Role
from tests.conftest import Client
from tests.factories.moderation import Colleague
from tests.opsgen.conftest import colleague, staff_browser  # noqa: F401 - fixtures


def operations(resource: Resource) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Return method, path and needed permissions of all that a resource offers."""
    path, record = f"/ops/api/{resource.key}", f"/ops/api/{resource.key}/{uuid4()}"
    read = resource.permission
    yield "GET", path, (read,)
    yield "GET", record, (read,)
    yield "GET", f"{path}/export.csv", (read, resource.export)
    if resource.reveal:
        yield "POST", f"{record}/reveal", (read, resource.reveal)
    for view in resource.views:
        yield "GET", f"{record}/views/{view.name}", (read, view.permission)
    for action in resource.actions:
        yield "POST", path if action.creates else f"{record}/actions/{action.name}", (read, action.permission)


def is_refused(browser: Client, method: str, path: str) -> bool:
    if method == "GET":
        with browser.get(path) as answer:
            return answer.status_code == 403
    return bool(browser.post(path, {}, key=uuid4().hex).status_code == 403)


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", Role)
def test_a_role_may_do_what_its_row_says_and_nothing_else(
    role: Role,
    colleague: Callable[..., Colleague],  # noqa: F811
    staff_browser: Callable[[Colleague], Client],  # noqa: F811
) -> None:
    browser, granted = staff_browser(colleague(role)), policies.PERMISSIONS[role]
    wrong = {
        f"{method} {path}": needed
        for resource in RESOURCES
        for method, path, needed in operations(resource)
        if is_refused(browser, method, path) == granted.issuperset(needed)
    }
    assert wrong == {}


def test_a_visitor_and_a_member_are_asked_to_sign_in(client: Client, login: Any, make_member: Any) -> None:
    for browser in (client, login(make_member())):
        for resource in RESOURCES:
            for method, path, _ in operations(resource):
                answer = browser.get(path) if method == "GET" else browser.post(path, {}, key=uuid4().hex)
                assert answer.json["code"] == "login-required", path
        for page in ("figures", "figures.csv", "engines"):
            assert browser.get(f"/ops/api/{page}").json["code"] == "login-required", page


def test_every_permission_is_one_that_something_asks_for() -> None:
    asked = {permission for resource in RESOURCES for _, _, needed in operations(resource) for permission in needed}
    asked |= {overview.ENGINES, overview.FIGURES, *(one.permission for one in figures.known().values())}
    assert policies.KNOWN_PERMISSIONS - asked == set()
