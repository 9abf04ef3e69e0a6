"""What the console's forms begin with can be sent back, and of two people who change one record the second hears it."""

from typing import Any
from uuid import uuid4

import pytest
from flask import json

from app.console.prefilled import beginning
from app.kernel.db.session import transaction
from app.kernel.resources import Action, OpsQuery, Resource, read_records
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from modules.sites import api
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.sites import make_site, set_site
from tests.fixture_types import MakeColleague, OpenConsole

PREFILLED = [(resource, action) for resource in RESOURCES for action in resource.actions if action.prefilled]
SETTINGS = [(resource, action) for resource, action in PREFILLED if resource.key == "sites.sites"]
EMPTY: dict[str, Any] = {
    "description": "",
    "support_phone": "",
    "cdn_prefix": "",
    "reply_credits": None,
    "site_entry_countries": [],
    "visible_profile_fields": [],
    "visible_profile_notes": [],
    "search_fields": [],
    "fictional_enabled": False,
    "fictional_warning": "",
    "fictional_singular": "",
    "fictional_plural": "",
}
FULL = {
    "description": "For who writes slowly",
    "support_phone": "+31 20 555 0100",
    "cdn_prefix": "/files",
    "reply_credits": 3,
    "site_entry_countries": ["BE"],
    "visible_profile_fields": ["gender"],
    "visible_profile_notes": ["gender"],
    "search_fields": ["country"],
    "fictional_enabled": True,
    "fictional_warning": "Some profiles are invented.",
    "fictional_singular": "Invented profile",
    "fictional_plural": "Invented profiles",
}


@pytest.fixture
def admins(colleague: MakeColleague, staff_browser: OpenConsole) -> tuple[Client, Client]:
    """Browsers of two who keep the installation, the first of whom keeps its money too."""
    return staff_browser(colleague(Role.ADMIN, Role.FINANCE)), staff_browser(colleague(Role.ADMIN))


def form_of(resource: Resource, action: Action, record_id: Any) -> dict[str, Any]:
    """Return what the form of an action begins with."""
    with transaction(read_only=True) as session:
        row = next(iter(read_records(session, resource, OpsQuery(ids=[record_id])).rows))
        return beginning(resource, action, row)


def act(browser: Client, resource: Resource, record_id: Any, action: Action, form: dict[str, Any]) -> Any:
    path = f"/ops/api/{resource.key}/{record_id}/actions/{action.name}"
    return browser.post(path, form, key=uuid4().hex)


@pytest.mark.spec("3.2", "10.4")
@pytest.mark.parametrize("settings", [EMPTY, FULL], ids=["empty", "full"])
def test_the_settings_of_a_site_can_be_sent_back_as_they_are(
    admins: tuple[Client, Client], site: Site, settings: dict[str, Any]
) -> None:
    set_site(site, **settings)
    seen: set[str] = set()
    for resource, action in SETTINGS:
        form = form_of(resource, action, site.id)
        before = json.loads(json.dumps(form))
        answer = act(admins[0], resource, site.id, action, {**form, "before": before})
        assert answer.status_code == 200, (action.name, answer.json)
        assert form_of(resource, action, site.id) == before
        seen |= {*form}
    assert {*EMPTY} <= seen
    with transaction(read_only=True) as session:
        held = api.get_site(session, site.id)
    assert {name: getattr(held, name) for name in settings} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()
    }


@pytest.mark.spec("3.2", "3.3", "2.30", "9.7")
def test_other_forms_can_be_sent_back_too(admins: tuple[Client, Client]) -> None:
    with transaction() as session:
        site = make_site(session)
    text = {"site_id": str(site.id), "token": "faq", "language": "en", "title": "Questions", "description": ""}
    made = admins[0].post("/ops/api/sites.pages", {**text, "body": "None so far."}, key=uuid4().hex)
    day = {"value_percentage": 20, "expires": "2099-02-28"}
    code = {"site_id": str(site.id), "code": f"SNOW{uuid4().hex[:8]}", **day}
    discount = admins[0].post("/ops/api/billing.discounts", code, key=uuid4().hex)
    assert discount.status_code == 201, discount.json
    records = {
        "sites.companies": site.company.id,
        "sites.pages": made.json["id"],
        "sites.message-costs": f"{site.id}~NL",
        "billing.discounts": discount.json["id"],
    }
    tried = set()
    for resource, action in PREFILLED:
        if resource.key in records:
            form = form_of(resource, action, records[resource.key])
            answer = act(admins[0], resource, records[resource.key], action, {**form, "before": form})
            assert answer.status_code == 200, (resource.key, answer.json)
            tried.add((resource.key, action.name))
            if action.name == "set-end":
                assert form == {"last_day": "2099-02-28"}
                assert answer.json == discount.json
    assert {*records} == {key for key, _ in tried}


@pytest.mark.spec("3.2", "10.4")
def test_of_two_who_change_a_site_the_second_hears_what_the_first_changed(
    admins: tuple[Client, Client], site: Site
) -> None:
    resource, action = next(pair for pair in SETTINGS if pair[1].name == "set-prices")
    before = form_of(resource, action, site.id)
    mine, theirs = {**before, "gift_credits": 21}, {**before, "photo_credits": 8, "reply_credits": 2}
    assert act(admins[0], resource, site.id, action, {**theirs, "before": before}).status_code == 200
    refused = act(admins[1], resource, site.id, action, {**mine, "before": before})
    assert (refused.status_code, refused.json["code"]) == (409, "changed-meanwhile")
    assert {error["pointer"]: error["detail"] for error in refused.json["errors"]} == {
        "/photo_credits": "Someone has changed this to: 8",
        "/reply_credits": "Someone has changed this to: 2",
    }
    with transaction(read_only=True) as session:
        held = api.get_site(session, site.id)
    assert (held.photo_credits, held.gift_credits) == (8, before["gift_credits"])
    # Whoever has read it may send it again.
    again = act(admins[1], resource, site.id, action, {**mine, "before": refused.json["now"]})
    assert (again.status_code, again.json["gift_credits"], again.json["photo_credits"]) == (
        200,
        21,
        before["photo_credits"],
    )


@pytest.mark.spec("1.12", "3.2")
def test_what_is_wrong_with_a_domain_is_said_of_the_domain(admins: tuple[Client, Client], site: Site) -> None:
    with transaction() as session:
        other = make_site(session)
    resource, action = next(pair for pair in SETTINGS if pair[1].name == "set-base")
    form = form_of(resource, action, site.id)
    for domain, status, code in ((other.domain, 409, "sites.host-taken"), ("no host", 422, "sites.host-invalid")):
        refused = act(admins[0], resource, site.id, action, {**form, "domain": domain, "before": form})
        assert (refused.status_code, refused.json["code"]) == (status, code)
        assert [error["pointer"] for error in refused.json["errors"]] == ["/domain"]
