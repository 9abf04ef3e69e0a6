"""A mistake in a declaration stops the process at its start."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from marshmallow.fields import String
from marshmallow.validate import OneOf

from app.console.catalogue import Catalogue, DeclarationError
from app.kernel.http.schema import In, Text
from app.kernel.resources import Column, OpsQuery, Page, Resource, day, money, ref, text
from app.registry import RESOURCES as OWN
from modules.moderation import api as moderation_api
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies.permissions import PERMISSIONS as PERMISSIONS_OF
from tests.console import planted
from tests.console.planted import BOATS, PERMISSIONS, RESOURCES

TELLS = re.compile(
    r"birth|born|address|street|iban|account$|holder|^label$|phone|e?mail$|network|(^|_)ip$|signup_message"
)
# The application's own words, colleagues, a profile that is nobody's, the network of advertisers that a member came
# through, the end of an account's number, and of what a payment method is shown as no more than a few characters
# (tests/billing/test_saved_methods.py).
NOBODYS = {
    "accounts.members source_network",
    "billing.debit-mandates iban_label",
    "billing.mandates label",
    "moderation.fictional-profiles date_of_birth",
    "moderation.staff email",
    "sites.companies account",
    "sites.companies address",
    "sites.companies support_phone",
    "sites.sites support_email",
    "sites.sites support_phone",
}

# Keys of two or three letters, codes, and the words of profiles that are nobody's.
NOBODYS_WORDS = {
    "billing.bundles set-price country",
    "billing.bundles set-price currency",
    "billing.discounts change country",
    "billing.discounts create code",
    "billing.discounts create country",
    "billing.discounts create currency",
    "moderation.fictional-profiles create about",
    "moderation.fictional-profiles create city",
    "moderation.fictional-profiles create country",
    "moderation.fictional-profiles create headline",
    "moderation.fictional-profiles create name",
    "moderation.fictional-profiles set-facts city",
    "moderation.fictional-profiles set-facts country",
    "moderation.fictional-profiles set-facts name",
    "moderation.fictional-profiles set-words about",
    "moderation.fictional-profiles set-words headline",
}


@dataclass(frozen=True)
class Nameless:
    id: UUID


class SkipperIn(In):
    skipper = Text(max=40)


def unannotated(session: Any, query: OpsQuery):  # type: ignore[no-untyped-def]
    return Page([], 0)


def nameless(session: Any, query: OpsQuery) -> Page[Nameless]:
    return Page([], 0)


def test_the_planted_resource_and_those_of_the_modules_are_accepted() -> None:
    assert Catalogue(RESOURCES, permissions=PERMISSIONS).get("harbour.boats") is BOATS
    assert {"accounts.members", "sites.sites"} <= {r.key for r in OWN}
    Catalogue(OWN, permissions=moderation_api.KNOWN_PERMISSIONS)


@pytest.mark.spec("10.4")
def test_ten_fields_and_two_actions_are_declared_in_under_forty_lines() -> None:
    """Forms, what the actions do and the resource: all but the table and the services that are called."""
    _, begun = Path(planted.__file__).read_text().split("# The declaration begins here.\n")
    declared, _ = begun.split("# The declaration ends here.\n")
    assert "BOATS = Resource(" in declared
    assert (len(BOATS.columns), len(BOATS.actions)) == (10, 2)
    assert len([line for line in declared.splitlines() if line.strip()]) < 40


@pytest.mark.spec("10.4")
def test_what_tells_a_person_is_masked_until_it_is_revealed() -> None:
    open_to_all = {
        f"{resource.key} {column.source}"
        for resource in OWN
        for column in resource.columns
        if TELLS.search(column.source) and not column.pii
    }
    assert open_to_all == NOBODYS


@pytest.mark.spec("4.2", "10.4")
def test_what_is_said_to_or_about_a_member_is_not_kept_once_more_with_the_form() -> None:
    """The audit stays for good; words stand in it only where they are the reason, or the application's own."""
    kept = {
        f"{resource.key} {action.name} {name}"
        for resource in OWN
        if resource.group in ("cases", "people", "money")
        for action in resource.actions
        for name, field in (action.form().fields if action.form else {}).items()
        if type(field) in (String, Text) and not (field.load_only or name == "reason")
        if not any(isinstance(rule, OneOf) for rule in field.validators)
    }
    assert kept == NOBODYS_WORDS


def references_of(resource: Resource, allowed: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Return what a resource's pages and forms refer to for somebody who is allowed so much."""
    yield from ((column.source, column.reference) for column in resource.columns if column.reference)
    for action in resource.actions:
        if action.form and action.permission in allowed:
            yield from (
                (f"{action.name} {n}", f.metadata.get("reference", "")) for n, f in action.form().fields.items()
            )


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", Role)
def test_who_sees_a_reference_may_read_what_it_leads_to(role: Role) -> None:
    allowed = PERMISSIONS_OF[role]
    readable = {resource.key for resource in OWN if resource.permission in allowed}
    assert [
        (resource.key, source, target)
        for resource in OWN
        if resource.key in readable
        for source, target in references_of(resource, allowed)
        if target and target not in readable
    ] == []


def but_is(source: str, column: Column, **over: Any) -> Resource:
    """Return the boats with another column in the place of one."""
    columns = tuple(column if one.source == source else one for one in BOATS.columns)
    return replace(BOATS, columns=columns, **over)


def for_boats_that(source: str, value: str | bool) -> Resource:
    """Return the boats, of which only those that hold a value may be sunk."""
    return replace(BOATS, actions=(replace(BOATS.actions[0], when=(source, (value,))),))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            lambda: replace(BOATS, key="harbour.boats-two", permission=""),
            "no role knows the permission 'harbour.boats-two.read'",
        ),
        (lambda: replace(BOATS, permission="harbour.boats.write"), "harbour.boats.write"),
        (lambda: replace(BOATS, reveal="harbour.boats.peek"), "no role knows the permission 'harbour.boats.peek'"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[0], permission=""),)), "no role knows"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[0], form=None),)), "asks for no reason"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[1], file="text/css"),)), "or shows what is masked"),
        (lambda: replace(BOATS, actions=(BOATS.actions[1], BOATS.actions[1])), "more than one action creates"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[0], prefilled=True),)), "sink begins with reason"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[1], form=SkipperIn, prefilled=True),)), "with skipper"),
        (lambda: for_boats_that("colour", "blue"), "sink is for colour 'blue', which no record holds"),
        (lambda: for_boats_that("is_afloat", "yes"), "sink is for is_afloat 'yes', which no record holds"),
        (lambda: for_boats_that("mast", True), "sink is for mast True, which no record holds"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("mast", "Mast"))), "its rows have no mast"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, ref("id", "X", to="no.such"))), "refers to no.such"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("remark", "X", pii=True, sort=True))), "masked"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, money("length", "X"))), "length has no currency"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("remark", "X", related=True))), "must refer to records"),
        (lambda: replace(BOATS, filters=("sister_id", "length")), "length is a filter, and no list is searched"),
        (lambda: replace(BOATS, filters=("sister_id", "flags")), "flags is a filter, and no list is searched"),
        (lambda: but_is("skipper", day("skipper", "X", pii=True)), "skipper is a filter, and no list is searched"),
        (
            lambda: but_is("name", text("is_afloat", "X"), title="is_afloat"),
            "is_afloat is a filter, and holds no texts",
        ),
        (lambda: but_is("colour", ref("colour", "X", to="harbour.boats")), "colour is a filter, and holds no ids"),
        (lambda: replace(BOATS, filters=("name",)), "sister_id is related"),
        (lambda: replace(BOATS, exact=("mast",)), "there is no column mast"),
        (lambda: replace(BOATS, filters=("mast",)), "there is no column mast"),
        (lambda: replace(BOATS, finds={"remark": "name"}), "it is found by remark, which is no filter of a text"),
        (lambda: replace(BOATS, finds={"is_afloat": "name"}), "it is found by is_afloat, which is no filter of a text"),
        (lambda: replace(BOATS, title="mast"), "there is no column mast"),
        (lambda: replace(BOATS, title=("name", "mast")), "there is no column mast"),
        (
            lambda: replace(BOATS, columns=(*BOATS.columns, text("id", "Number")), title="id"),
            "id is no name for people",
        ),
        (lambda: replace(BOATS, title=("name", "flags")), "flags is no name for people"),
        (lambda: replace(BOATS, title="skipper"), "skipper is masked, and would name the record"),
        (lambda: replace(BOATS, default_sort="colour"), "cannot be sorted by colour"),
        (lambda: replace(BOATS, rows=nameless), "its rows have no name"),
        (lambda: replace(BOATS, rows=unannotated), "does not say that it returns a Page"),
    ],
)
def test_what_is_wrong_is_said(change: Callable[[], Any], problem: str) -> None:
    with pytest.raises(DeclarationError, match=r"^harbour\.boats") as refused:
        Catalogue([change()], permissions=PERMISSIONS)
    assert problem in str(refused.value)


def test_two_resources_cannot_share_a_key() -> None:
    with pytest.raises(DeclarationError, match="one key"):
        Catalogue([BOATS, BOATS], permissions=PERMISSIONS)
