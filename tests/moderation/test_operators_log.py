"""What operators change on a site from the command line stands in the access log, in the application's words."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cli.audit import audit
from cli.direct_debit import direct_debit
from cli.icebreaker import icebreaker
from cli.invitation import invitation
from cli.lander import lander
from cli.page import page
from modules.accounts.contracts import Member
from modules.sites.contracts import Site
from tests.commands import run

pytestmark = pytest.mark.usefixtures("commands_here")

PAGE = "title: About us\ndescription: Who we are.\n\nWe sing.\n"
WORDS = ("--headline", "Who lives near you?", "--lead", "It is free.", "--button", "Join")


def told(record: Any) -> list[tuple[str, str, dict[str, Any]]]:
    """Return what the log tells of a record, the first deed first: action, reason, and what was decided."""
    rows = json.loads(run(audit, "list", "--record", str(record), "--json"))
    assert {row["staff"] for row in rows} <= {"operator"}
    return [(row["action"], row["reason"], row["detail"]) for row in reversed(rows)]


@pytest.mark.spec("10.4")
def test_pages_are_written_and_taken_away(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "about.md"
    file.write_text(PAGE)
    run(page, "set", site.key, "about", "en", str(file))
    run(page, "remove", site.key, "about", "en", "--yes")
    assert told(f"{site.id}~about~en") == [("write", "command line", {"version": 1}), ("remove", "command line", {})]


@pytest.mark.spec("10.4")
def test_words_of_landers_and_icebreakers_change(site: Site) -> None:
    run(lander, "set", site.key, "video", "--language", "en", *WORDS)
    run(lander, "remove", site.key, "video", "--language", "en", "--yes")
    run(icebreaker, "add", "--site", site.key, "--language", "en", "Which song stays with you?")
    run(icebreaker, "remove", "--site", site.key, "--language", "en", "1", "--yes")
    actions = [action for action, _, _ in told(site.id)]
    assert actions == ["set-lander", "remove-lander", "add-icebreaker", "remove-icebreaker"]


@pytest.mark.spec("10.4")
def test_invitations_are_made_and_taken_back_without_their_note(site: Site) -> None:
    [made] = json.loads(run(invitation, "create", site.key, "--note", "For Robin", "--json"))
    [listed] = json.loads(run(invitation, "list", site.key, "--json"))
    run(invitation, "revoke", site.key, made["code"], "--yes")
    log = told(listed["id"])
    assert [action for action, _, _ in log] == ["create", "revoke"]
    assert "Robin" not in json.dumps(log)


@pytest.mark.spec("10.4", "2.13")
def test_blocks_of_direct_debit_are_set_and_lifted_without_the_account(member: Member) -> None:
    actor = f"robin-{uuid4().hex[:8]}"
    run(direct_debit, "block", "--member", str(member.id), "--reason", "asked by their bank", "--actor", actor)
    run(direct_debit, "unblock", "--member", str(member.id))
    rows = json.loads(run(audit, "list", "--resource", "billing.debit-blocks", "--json"))
    [block_id] = {row["record_id"] for row in rows if row["detail"].get("as") == actor}
    assert [action for action, _, _ in told(block_id)] == ["block", "lift"]
