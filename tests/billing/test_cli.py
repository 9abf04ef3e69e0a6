"""`hearth ledger` and `hearth credits`."""

import json
import re
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel.db.session import transaction
from cli.credits import credits
from cli.ledger import ledger
from modules.billing import api
from modules.sites.contracts import Site
from tests.billing.shopping import open_shop, ref_of
from tests.billing.test_orders import order as buy
from tests.commands import refusal
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator
from tests.trail import trail_of


def run(command: Any, *arguments: str) -> Any:
    return CliRunner().invoke(command, arguments)


@pytest.mark.spec("10.10")
def test_what_is_left_is_told_to_programs(make_member: MakeMember) -> None:
    ada = make_member(name="Ada")
    for what, balance in (("grant", 13), ("take", 10)):
        told = json.loads(run(credits, what, str(ada.id), "3", "--yes", "--reason", "a try", "--json").output)
        assert told == {"member": str(ada.id), "balance": balance}


def test_support_gives_and_takes(make_member: MakeMember, site: Site) -> None:
    ada = make_member(name="Ada")
    given = run(credits, "grant", str(ada.id), "5", "--reason", "we are sorry")
    assert (given.output, given.exit_code) == ("Ada now has 15 credits.\n", 0)
    many = ("grant", str(ada.id), "1001", "--reason", "a slip")
    assert run(credits, *many).exit_code == 1, "many are asked after"
    taken = run(credits, "take", ada.email, "12", "--yes", "--site", site.key, "--reason", "a mistake")
    assert taken.output == "Ada now has 3 credits.\n"
    with transaction(read_only=True) as session:
        note = text("SELECT actor, note FROM billing.ledger_tx ORDER BY at DESC LIMIT 1")
        assert tuple(session.execute(note).one()) == ("cli", "a mistake")
    assert run(credits, "take", str(ada.id), "3", "--reason", "a slip").exit_code == 1, "whoever takes is asked"
    assert run(credits, *many, "--yes").output == "Ada now has 1004 credits.\n"
    assert trail_of(ada.id, "accounts.members") == [
        ("grant-credits", "we are sorry", {"credits": 5}),
        ("take-credits", "a mistake", {"credits": 12}),
        ("grant-credits", "a slip", {"credits": 1001}),
    ]


@pytest.mark.spec("10.10")
def test_what_a_member_has_is_shown_and_how_it_came_to_that(
    site: Site, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    open_shop(site)
    ada = make_member(name="Ada")
    bought = buy(login(ada), credits=700).get_json()
    simulator.pay(ref_of(bought["id"]))
    api.sync_order(UUID(bought["id"]))
    run(credits, "take", str(ada.id), "17", "--yes", "--reason", "a mistake")
    shown = run(credits, "show", ada.email, "--site", site.key, "--json")
    facts = json.loads(shown.output)
    assert {name: facts[name] for name in ("member", "balance", "bought", "given")} == {
        "member": str(ada.id),
        "balance": 693,
        "bought": 693,
        "given": 0,
    }, "given ones are spent first"
    assert facts["worth"] == ["79.20 EUR"], "seven of 700 for 79.99"
    assert [(one["reason"], one["credits"], one["balance_after"]) for one in facts["lines"]] == [
        ("support", -17, 693),
        ("purchase", 700, 710),
        ("signup", 10, 10),
    ]
    people = run(credits, "show", str(ada.id), "--limit", "1").output
    assert re.search(r"^balance +693$", people, re.M)
    assert "support" in people
    assert "purchase" not in people
    nothing = json.loads(run(credits, "show", str(make_member(confirmed=False).id), "--json").output)
    assert (nothing["balance"], nothing["worth"], nothing["lines"]) == (0, [], [])
    assert "no member" in refusal(credits, "show", "who@example.org", "--site", site.key)


def test_what_makes_no_sense_is_one_line(make_member: MakeMember, site: Site) -> None:
    ada = make_member(name="Ada")
    assert "enough credits" in refusal(credits, "take", str(ada.id), "11", "--yes", "--reason", "too much")
    assert "neither" in refusal(credits, "grant", "nobody", "5", "--reason", "x")
    assert "--site" in refusal(credits, "grant", ada.email, "5", "--reason", "x")
    assert "no member" in refusal(credits, "grant", "who@example.org", "5", "--site", site.key, "--reason", "x")
    assert "a reason" in refusal(credits, "grant", str(ada.id), "5", "--reason", " ")
    for odd in (("grant", str(ada.id), "0", "--reason", "x"), ("grant", str(ada.id), "5")):
        assert run(credits, *odd).exit_code == 2


def test_the_audit_says_that_everything_adds_up(make_member: MakeMember) -> None:
    make_member()
    sound = run(ledger, "audit")
    assert sound.exit_code == 0
    assert sound.output.startswith("All sums are right: ")
    assert run(ledger, "audit", "--json").output == "[]\n"


def test_the_audit_ends_with_1_and_the_differences(make_member: MakeMember) -> None:
    ada = make_member()
    _change_a_lot(ada.id, -1)
    try:
        found = run(ledger, "audit", "--json")
        assert found.exit_code == 1
        assert {line["check"] for line in json.loads(found.output)} == {
            "wallets equal their lots",
            "lots equal their uses",
        }
        people = run(ledger, "audit")
        assert people.exit_code == 1
        assert str(ada.id) in people.output
    finally:
        _change_a_lot(ada.id, 1)


def _change_a_lot(member_id: Any, credits: int) -> None:
    with transaction() as session:
        session.execute(
            text(
                "UPDATE billing.credit_lot SET remaining = remaining + :credits WHERE account_id ="
                " (SELECT id FROM billing.ledger_account WHERE owner_id = :id)"
            ),
            {"credits": credits, "id": member_id},
        )
