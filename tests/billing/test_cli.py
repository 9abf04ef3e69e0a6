"""`hearth ledger` and `hearth credits`."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel.db import transaction
from cli.credits import credits
from cli.errors import CliError
from cli.ledger import ledger


def run(command: Any, *arguments: str) -> Any:
    return CliRunner().invoke(command, arguments)


def refusal(command: Any, *arguments: str) -> str:
    """Run a command that must be refused and return its one line."""
    with pytest.raises(CliError) as refused:
        CliRunner().invoke(command, arguments, catch_exceptions=False, standalone_mode=False)
    return refused.value.message


def test_support_gives_and_takes(make_member: Callable[..., Any], site: Any) -> None:
    ada = make_member(name="Ada")
    given = run(credits, "grant", str(ada.id), "5", "--reason", "we are sorry")
    assert (given.output, given.exit_code) == ("Ada has 15 credits now.\n", 0)
    assert run(credits, "grant", str(ada.id), "1001", "--reason", "a slip").exit_code == 1, "many are asked after"
    taken = run(credits, "take", ada.email, "12", "--yes", "--site", site.key, "--reason", "a mistake")
    assert taken.output == "Ada has 3 credits now.\n"
    with transaction(read_only=True) as session:
        note = text("SELECT actor, note FROM billing.ledger_tx ORDER BY at DESC LIMIT 1")
        assert tuple(session.execute(note).one()) == ("cli", "a mistake")


def test_what_makes_no_sense_is_one_line(make_member: Callable[..., Any], site: Any) -> None:
    ada = make_member(name="Ada")
    assert "enough credits" in refusal(credits, "take", str(ada.id), "11", "--yes", "--reason", "too much")
    assert "neither" in refusal(credits, "grant", "nobody", "5", "--reason", "x")
    assert "--site" in refusal(credits, "grant", ada.email, "5", "--reason", "x")
    assert "no member" in refusal(credits, "grant", "who@example.org", "5", "--site", site.key, "--reason", "x")
    assert "a reason" in refusal(credits, "grant", str(ada.id), "5", "--reason", " ")
    for odd in (("grant", str(ada.id), "0", "--reason", "x"), ("grant", str(ada.id), "5")):
        assert run(credits, *odd).exit_code == 2


def test_the_audit_says_that_everything_adds_up(make_member: Callable[..., Any]) -> None:
    make_member()
    sound = run(ledger, "audit")
    assert sound.exit_code == 0
    assert sound.output.startswith("Everything adds up: ")
    assert run(ledger, "audit", "--json").output == "[]\n"


def test_the_audit_ends_with_1_and_the_differences(make_member: Callable[..., Any]) -> None:
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
