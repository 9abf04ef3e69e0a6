"""`hearth member delete|reactivate|erase` and `hearth erase`, as an operator uses them."""

from collections.abc import Callable
from typing import Any

import click
import pytest
from click.testing import CliRunner

from cli import instance
from cli.erase import erase as erase_group
from cli.errors import CliError
from cli.member import member as member_group
from modules.accounts.contracts import MemberStatus
from tests.accounts.leaving import status_of

Make = Callable[..., Any]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands work on the engines of the test."""
    monkeypatch.setattr(instance, "use", lambda: None)


def run(group: Any, *arguments: str, typed: str | None = None) -> str:
    done = CliRunner().invoke(group, arguments, input=typed, catch_exceptions=False, standalone_mode=False)
    return done.output


def refusal(group: Any, *arguments: str) -> str:
    with pytest.raises(CliError) as refused:
        CliRunner().invoke(group, arguments, catch_exceptions=False, standalone_mode=False)
    return refused.value.message


@pytest.mark.spec("4.2")
def test_an_account_is_deleted_brought_back_and_erased(site: Any, make_member: Make, drain: Callable[[], None]) -> None:
    member = make_member(name="Robin")
    here = ("--site", site.key)
    assert "Robin is deleted" in run(member_group, "delete", member.email, *here)
    assert status_of(member) is MemberStatus.DELETED
    assert "this is for members who are active" in refusal(member_group, "delete", member.email, *here)
    assert "Robin is back" in run(member_group, "reactivate", str(member.id), *here)
    assert status_of(member) is MemberStatus.ACTIVE
    assert "this is for members who are deleted" in refusal(member_group, "reactivate", member.email, *here)
    with pytest.raises(click.Abort):
        CliRunner().invoke(
            member_group, ["erase", member.email, *here], input="n\n", catch_exceptions=False, standalone_mode=False
        )
    assert status_of(member) is MemberStatus.ACTIVE
    assert "is erased" in run(member_group, "erase", member.email, *here, "--yes")
    assert status_of(member) is MemberStatus.ERASED
    drain()
    assert "Nobody who was erased has come back" in run(erase_group, "reapply")
