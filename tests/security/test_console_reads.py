"""What every role is told by the console: nobody reads what is not theirs to read.

It is read in a world of its own, for the matrix of what may be done (test_console.py) does some of it.
"""

import re
from collections.abc import Iterator

import pytest

from app.kernel.resources import Resource
from modules.moderation.contracts.staff import Role
from tests.security import desks
from tests.security.desks import Desk
from tests.security.test_console import ask
from tests.security.test_matrix import holds
from tests.security.world import BORN, World

# Which canary is where, in a resource's records or in a view of them; who may read that meets it there, and only there.
MAY_BE = {
    "card": {"billing.mandates"},
    "complaint": {"moderation.complaints", "moderation.complaints/case"},
    "report": {"moderation.reports"},
    "objection": {"moderation.appeals"},
    "question to a fictional profile": {"moderation.fiction/case"},
    "folder of a waiting photo": {"profiles.photos"},
    "order": {
        *("billing.orders", "billing.orders/standing", "billing.evidence", "billing.payments", "billing.ledger"),
        *("billing.refunds", "billing.refunds/case", "billing.chargebacks"),
    },
    "saved method": {"billing.mandates"},
}


def canaries(world: World) -> dict[str, list[str]]:
    """Return what is looked for, by its kind."""
    named = ("free", "premium", "owner", "third", "far", "fourth")
    things = {name: world.people[name].things for name in named}
    hidden = [secret for secret in world.secrets if "/" in secret or "." in secret or re.fullmatch(r"\w{40,}", secret)]
    return {
        "address": [world.people[name].member.email for name in named],
        "words for the installation": [f"signup canary of {name}" for name in named],
        "letter": [*(f"letter of {name}" for name in named if name != "owner"), desks.REPORTED],
        "token": [things[name][token] for name in named for token in ("token", "second_token")],
        "secret of the installation or of a place": hidden,
        "day of birth": [str(BORN)],
        "card": [f"card of {name}" for name in named],
        "complaint": [f"complaint of {name}" for name in named],
        "report": [desks.REPORTS],
        "objection": [desks.OBJECTION],
        "question to a fictional profile": [desks.ASKED],
        "folder of a waiting photo": [str(things[name]["waiting_folder"]) for name in named],
        "order": [*(str(things[name]["order_id"]) for name in named), str(things["third"]["refunded_id"])],
        "account": [things["third"]["iban"]],
        "saved method": [str(things[name]["mandate_id"]) for name in named],
    }


@pytest.mark.spec("10.4", "6.8")
@pytest.mark.parametrize("role", Role)
def test_a_role_reads_what_its_work_needs_and_no_secret(role: Role, world: World) -> None:
    desk, looked_for = Desk(world, role), canaries(world)
    found = {
        (kind, place)
        for resource in desk.resources
        for place, told in read(desk, resource)
        for kind, ones in looked_for.items()
        if any(holds(told, one) for one in ones)
    }
    assert found == {(kind, place) for kind, where in MAY_BE.items() for place in where & open_places(desk)}


# What a list itself shows of these, its file holds, too.
IN_FILES = ("card", "objection", "order", "saved method")


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", Role)
def test_a_file_holds_no_masked_value_and_no_words_of_a_case(role: Role, world: World) -> None:
    desk, looked_for = Desk(world, role), canaries(world)
    files = {
        one.key: told(desk, f"/ops/api/{one.key}/export.csv")
        for one in desk.resources
        if one.export in desk.permissions
    }
    assert [key for key, file in files.items() if not file.removeprefix("\ufeff").startswith("id,")] == []
    found = {
        (kind, key)
        for key, file in files.items()
        for kind, ones in looked_for.items()
        if any(holds(file, x) for x in ones)
    }
    assert found <= {(kind, place) for kind in IN_FILES for place in MAY_BE[kind]}


def open_places(desk: Desk) -> set[str]:
    """Return the resources that a role may read, and the views that it may open."""
    views = ((one.key, view) for one in desk.resources for view in one.views if view.permission in desk.permissions)
    return {*(one.key for one in desk.resources), *(f"{key}/{view.name}" for key, view in views)}


def read(desk: Desk, resource: Resource) -> Iterator[tuple[str, str]]:
    """Return all that a role is told of a resource, and where: its list, its file, its first records, their views."""
    base = f"/ops/api/{resource.key}"
    yield resource.key, told(desk, f"{base}?per_page=100")
    if resource.export in desk.permissions:
        yield resource.key, told(desk, f"{base}/export.csv")
    for record_id in desk.ids(resource.key)[:12]:
        yield resource.key, told(desk, f"{base}/{record_id}")
        ask(desk, "POST", f"{base}/{record_id}/actions/take")  # a case may be read by whoever has it in hand
        for view in resource.views:
            if view.permission in desk.permissions:
                yield f"{resource.key}/{view.name}", told(desk, f"{base}/{record_id}/views/{view.name}")
        ask(desk, "POST", f"{base}/{record_id}/actions/release")


def told(desk: Desk, path: str) -> str:
    with desk.browser.get(path) as answer:
        return str(answer.get_data(as_text=True))
