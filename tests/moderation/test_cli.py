"""`hearth staff`: letting people into the console and keeping them out, as an operator does."""

import json
import re
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pyotp
import pytest
from click.testing import CliRunner

from app.kernel import clock
from app.kernel.db.session import transaction
from cli.errors import CliError
from cli.staff import RESOURCE, staff
from modules.moderation import api
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.policies.permissions import PERMISSIONS
from tests import commands
from tests.conftest import Client
from tests.factories.moderation import PASSWORD, audit_about
from tests.trail import trail_of

NEW = ("--name", "Linden", "--role", "moderator")


@pytest.fixture
def email() -> str:
    return f"{uuid4().hex[:12]}@staff.example"


run, refusal = partial(commands.run, staff), partial(commands.refusal, staff)


def code_of(output: str) -> str:
    return pyotp.TOTP(pyotp.parse_uri(re.findall(r"otpauth://\S+", output)[0]).secret).at(clock.now())


def recovery_codes(output: str) -> list[str]:
    return re.findall(r"^  ([a-z0-9-]+)$", output, re.M)


def sign_in(client: Client, email: str, code: str, password: str = PASSWORD) -> Any:
    # A network of one's own, because tries are counted by network too, over all tests.
    address = ".".join(["10", *(str(byte) for byte in uuid4().bytes[:3])])
    given = {"email": email, "password": password, "code": code}
    return client.post("/ops/api/session", given, environ_base={"REMOTE_ADDR": address})


def listed(email: str) -> dict[str, Any]:
    [one] = [one for one in json.loads(run("list", "--json")) if one["email"] == email]
    return dict(one)


def id_of(email: str) -> UUID:
    with transaction(read_only=True) as session:
        return api.get_staff_by_email(session, email).id


def audited(email: str) -> list[tuple[str, str]]:
    """Return what was written down of an account: (action, reason), the oldest first."""
    return [(one.action, one.reason) for one in audit_about(id_of(email))]


@pytest.mark.spec("10.4")
def test_who_is_let_in_signs_in_with_what_was_printed(client: Client, email: str) -> None:
    output = run("create", email, *NEW, "--role", "support")
    assert output.startswith(f"{email} can log in at /ops as moderator, support.\n")
    [password] = re.findall(r"^Password: (\S+)$", output, re.M)
    assert len(recovery_codes(output)) >= 8
    answer = sign_in(client, email, code_of(output), password)
    assert answer.status_code == 200, answer.json
    assert answer.json["staff"]["roles"] == ["moderator", "support"]
    assert audited(email)[0] == ("create", "command line")


@pytest.mark.spec("10.4", "10.10")
def test_a_program_reads_what_a_new_colleague_needs(client: Client, email: str) -> None:
    made = json.loads(run("create", email, *NEW, "--language", "nl", "--reason", "starts in June", "--json"))
    assert (made["email"], made["roles"], len(made["recovery_codes"])) == (email, ["moderator"], 10)
    assert sign_in(client, email, made["recovery_codes"][0], made["password"]).status_code == 200
    assert trail_of(made["staff_id"], RESOURCE) == [
        ("create", "starts in June", {"roles": ["moderator"], "languages": ["nl"]})
    ], "and no secret"
    quiet = json.loads(run("create", f"b{email}", *NEW, "--password-stdin", "--json", typed=PASSWORD))
    assert quiet["password"] is None


def test_why_stands_in_the_access_log(email: str) -> None:
    run("create", email, *NEW)
    run("reset", email, "--yes", "--reason", "lost the phone")
    run("roles", email, "--role", "finance", "--reason", "moved")
    run("languages", email, "--reason", "learned all")
    run("enable", email, "--reason", "is back")
    assert [one[:2] for one in trail_of(id_of(email), RESOURCE)] == [
        ("create", "command line"),
        ("reset", "lost the phone"),
        ("set-roles", "moved"),
        ("set-languages", "learned all"),
        ("enable", "is back"),
    ]
    assert trail_of(id_of(email), RESOURCE)[1][2] == {"reset": ["authenticator", "password"]}


def test_a_password_from_standard_input_is_never_printed(client: Client, email: str) -> None:
    output = run("create", email, *NEW, "--password-stdin", typed=f"{PASSWORD}\n")
    assert "Password" not in output
    assert PASSWORD not in output
    assert sign_in(client, email, code_of(output)).status_code == 200


@pytest.mark.spec("10.4")
def test_a_password_is_taken_that_the_console_takes_and_no_other(client: Client, email: str) -> None:
    """It is typed there again: with blanks at its ends, and at most 200 characters."""
    longest = " seven different loud songs ".ljust(199, "x") + " "
    output = run("create", email, *NEW, "--password-stdin", typed=f"{longest}\n")
    assert sign_in(client, email, code_of(output), longest).status_code == 200
    with pytest.raises(CliError, match="at most 200 characters"):
        CliRunner().invoke(
            staff,
            ["create", f"b{email}", *NEW, "--password-stdin"],
            input=f"{longest}x\n",
            catch_exceptions=False,
            standalone_mode=False,
        )


def test_what_makes_no_sense_is_refused_and_nobody_is_let_in(email: str) -> None:
    run("create", email, *NEW)
    assert "already" in refusal("create", email, *NEW)
    assert refusal("create", "no address", *NEW)
    assert refusal("disable", "nobody@staff.example", "--reason", "x", "--yes")
    for odd in (("create", email, "--name", "L", "--role", "king"), ("create", email, *NEW[:2]), ("disable", email)):
        assert CliRunner().invoke(staff, odd).exit_code == 2


def test_a_new_authenticator_key_signs_out_and_the_old_one_is_void(client: Client, email: str) -> None:
    old = run("create", email, *NEW, "--password-stdin", typed=PASSWORD)
    assert sign_in(client, email, code_of(old)).status_code == 200
    new = run("reset", email, "--keep-password", "--yes")
    assert client.get("/ops/api/session").json["authentication_required"] is True
    assert sign_in(client, email, code_of(old)).status_code == 422
    assert sign_in(client, email, code_of(new)).status_code == 200
    assert "Password" not in new
    assert ("reset", "command line") in audited(email)


def test_who_forgot_the_password_gets_another(client: Client, email: str) -> None:
    run("create", email, *NEW, "--password-stdin", typed=PASSWORD)
    assert refusal("reset", email, "--password-stdin")
    assert CliRunner().invoke(staff, ("reset", email, "--keep-password", "--password-stdin")).exit_code == 2
    new = run("reset", email, "--password-stdin", typed="three-quiet-harbours\n")
    assert "three-quiet-harbours" not in new
    assert sign_in(client, email, code_of(new)).status_code == 422
    assert sign_in(client, email, code_of(new), password="three-quiet-harbours").status_code == 200
    assert "\nPassword: " in run("reset", email, "--yes")
    told = json.loads(run("reset", email, "--yes", "--json"))
    assert (told["email"], len(told["recovery_codes"])) == (email, 10)
    assert sign_in(client, email, code_of(told["provisioning_uri"]), password=told["password"]).status_code == 200


def test_nobody_is_signed_out_or_kept_out_before_the_operator_said_yes(client: Client, email: str) -> None:
    output = run("create", email, *NEW, "--password-stdin", typed=PASSWORD)
    for asked in (["reset", email], ["disable", email, "--reason", "x"]):
        assert CliRunner().invoke(staff, asked, input="n\n").exit_code == 1
    assert sign_in(client, email, code_of(output)).status_code == 200
    assert [event for event, _ in audited(email)] == ["create", "sign-in"]


def test_roles_count_from_the_next_click(client: Client, email: str) -> None:
    output = run("create", email, *NEW, "--password-stdin", typed=PASSWORD)
    before = sign_in(client, email, code_of(output)).json["permissions"]
    assert run("roles", email, "--role", "admin") == f"{email} now has the roles admin.\n"
    after = client.get("/ops/api/session").json
    assert after["staff"]["roles"] == ["admin"]
    assert set(after["permissions"]) == PERMISSIONS[Role.ADMIN] != set(before)
    assert listed(email)["roles"] == ["admin"]


@pytest.mark.spec("10.9")
def test_languages_of_a_writer_are_named_and_taken_back(email: str) -> None:
    run("create", email, *NEW, "--language", "nl", "--language", "de")
    assert listed(email)["languages"] == ["de", "nl"]
    assert run("languages", email, "--language", "pl") == f"{email} now writes in pl.\n"
    assert listed(email)["languages"] == ["pl"]
    assert run("languages", email) == f"{email} now writes in all languages.\n"
    assert listed(email)["languages"] == []
    assert [event for event, _ in audited(email)] == ["create", "set-languages", "set-languages"]


def test_who_is_kept_out_is_out_at_once_until_let_in_again(client: Client, email: str) -> None:
    output = run("create", email, *NEW, "--password-stdin", typed=PASSWORD)
    assert sign_in(client, email, code_of(output)).status_code == 200
    done = run("disable", email, "--reason", "Left in May", "--yes")
    assert done == f"{email} is logged out and can no longer log in.\n"
    assert client.get("/ops/api/session").json["authentication_required"] is True
    assert listed(email)["disabled_at"] is not None
    assert sign_in(client, email, recovery_codes(output)[0]).status_code == 422
    assert run("enable", email) == f"{email} can log in again.\n"
    assert sign_in(client, email, recovery_codes(output)[1]).status_code == 200
    assert [event for event in audited(email) if event[0] in ("disable", "enable")] == [
        ("disable", "Left in May"),
        ("enable", "command line"),
    ]
