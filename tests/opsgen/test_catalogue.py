"""A mistake in a declaration stops the process at its start."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import pytest

from app.kernel.ops import OpsQuery, Page, money, ref, text
from app.opsgen.catalogue import Catalogue, DeclarationError
from app.registry import RESOURCES as OWN
from modules.moderation import api as moderation_api
from tests.opsgen.planted import BOATS, PERMISSIONS, RESOURCES


@dataclass(frozen=True)
class Nameless:
    id: UUID


def unannotated(session: Any, query: OpsQuery):  # type: ignore[no-untyped-def]
    return Page([], 0)


def nameless(session: Any, query: OpsQuery) -> Page[Nameless]:
    return Page([], 0)


def test_the_planted_resource_and_those_of_the_modules_are_accepted() -> None:
    assert Catalogue(RESOURCES, permissions=PERMISSIONS).get("harbour.boats") is BOATS
    assert {"accounts.members", "sites.sites"} <= {r.key for r in OWN}
    Catalogue(OWN, permissions=moderation_api.KNOWN_PERMISSIONS)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda: replace(BOATS, permission=""), "no role knows the permission ''"),
        (lambda: replace(BOATS, permission="harbour.boats.write"), "harbour.boats.write"),
        (lambda: replace(BOATS, reveal=None), "no role knows the permission ''"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[0], permission=""),)), "no role knows"),
        (lambda: replace(BOATS, actions=(replace(BOATS.actions[0], form=None),)), "asks for no reason"),
        (lambda: replace(BOATS, actions=(BOATS.actions[1], BOATS.actions[1])), "more than one action creates"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("mast", "Mast"))), "its rows have no mast"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, ref("id", "X", to="no.such"))), "refers to no.such"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("remark", "X", pii=True, sort=True))), "masked"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, money("length", "X"))), "length has no currency"),
        (lambda: replace(BOATS, columns=(*BOATS.columns, text("remark", "X", related=True))), "must refer to records"),
        (lambda: replace(BOATS, filters=("name",)), "sister_id is related"),
        (lambda: replace(BOATS, exact=("mast",)), "there is no column mast"),
        (lambda: replace(BOATS, filters=("mast",)), "there is no column mast"),
        (lambda: replace(BOATS, title="mast"), "there is no column mast"),
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
