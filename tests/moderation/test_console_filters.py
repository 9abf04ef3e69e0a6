"""Every list of the console, asked for what it cannot hold: refused in words, whatever the list and the filter."""

import pytest

from app.kernel.resources import Resource
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests import editing
from tests.conftest import Client
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole

EACH = pytest.mark.parametrize("resource", RESOURCES, ids=[resource.key for resource in RESOURCES])
# Postgres holds no NUL in a text, and nobody may find that out by a crash.
NUL = "%00"


@pytest.fixture
def all_roles(colleague: MakeColleague, staff_browser: OpenConsole) -> Client:
    """A browser of somebody who may see everything."""
    return staff_browser(colleague(*Role))


@pytest.mark.spec("10.4")
@EACH
def test_what_no_text_holds_is_no_filter_and_no_id(all_roles: Client, resource: Resource) -> None:
    path = f"/ops/api/{resource.key}"
    for name in (name for column in resource.searched for name in column.query_names):
        refused = all_roles.get(f"{path}?{name}=a{NUL}")
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, f"/{name}"), name
    assert all_roles.get(f"{path}?ids=a{NUL}").status_code == 422
    assert all_roles.get(f"{path}/a{NUL}").status_code == 404
    assert all_roles.get(f"{path}?sort={NUL}").status_code == 422


@pytest.mark.spec("3.3", "10.4")
def test_what_no_text_holds_is_refused_in_a_list_too(
    all_roles: Client, site: Site, make_member: MakeMember, login: LogIn
) -> None:
    named = {"name": site.company.name}
    [company] = all_roles.get("/ops/api/sites.companies", query_string=named).json["data"]
    form = {name: company[name] for name in company if name not in ("id", "creditor_id", "account", "added")}
    path = f"/ops/api/sites.companies/{company['id']}"
    refused = editing.act(all_roles, path, "change", {**form, "tradenames": ["Ember", "a\0"]})
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/tradenames")
    browser = login(make_member())
    assert browser.patch("/api/v1/profile", {"interests": ["a\0"]}).status_code == 422
