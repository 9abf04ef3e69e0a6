"""`hearth direct-debit`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import cli.direct_debit as command
from cli.audit import audit
from cli.direct_debit import direct_debit
from modules.billing.debit.service import bank_reports
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.debiting import Payer, run_sql
from tests.billing.test_cli import run
from tests.commands import refusal
from tests.running import count_bars


def said(*arguments: str) -> str:
    answer = run(direct_debit, *arguments)
    assert answer.exit_code == 0, answer.output
    return str(answer.output)


@pytest.mark.spec("2.13")
def test_two_people_collect_and_the_bank_answers(
    debit_shop: Site, payer: Payer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    payer.pay()
    creditor_id = str(run_sql("SELECT creditor_id FROM billing.dd_mandate WHERE member_id = :id", id=payer.member.id))
    create = ("batch", "create", "--until", "2100-01-01", "--actor", "linden")
    tried = next(one for one in said(*create, "--dry-run").splitlines() if creditor_id in one)
    assert tried == f"1 collections, 19.99 EUR, {creditor_id}: not created"
    line = next(one for one in said(*create).splitlines() if creditor_id in one)
    assert line.startswith("1 collections, 19.99 EUR")
    said("batch", "discard", line.split()[-1], "--yes")
    made = next(one for one in json.loads(said(*create, "--json")) if one["creditor_id"] == creditor_id)
    assert (made["collections"], made["total"], made["state"]) == (1, "19.99 EUR", "draft")
    batch_id = made["id"]
    assert "Someone else" in refusal(direct_debit, "batch", "release", batch_id, "--yes", "--actor", "linden")
    assert "Released" in said("batch", "release", batch_id, "--yes", "--actor", "robin")
    file = tmp_path / "collections.xml"
    said("batch", "export", batch_id, "--out", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert "already" in refusal(direct_debit, "batch", "export", batch_id, "--out", str(file))
    assert payer.iban not in said("batch", "show", batch_id)
    [wanted] = sepa_bank.read_collections(file.read_bytes())
    statement = tmp_path / f"{uuid4().hex}.xml"
    statement.write_bytes(sepa_bank.booked(sepa_bank.came(wanted.ref, 1999)))
    bars = count_bars(monkeypatch, command)
    # A try tells the same and keeps nothing: the file would count only once.
    for more in (("--dry-run",), ()):
        outcome = json.loads(said("import", str(statement), "--actor", "linden", "--json", *more))
        assert (outcome["settled"], outcome["ignored"]) == (1, [])
    assert bars == {"lines": (1, 1)}
    assert imports_of(statement) == ["linden"]
    listed = json.loads(said("batch", "list", "--json"))
    assert next(one for one in listed if one["id"] == batch_id)["state"] == "exported"
    log = json.loads(run(audit, "list", "--record", batch_id, "--json").output)
    assert [(one["staff"], one["action"]) for one in reversed(log)] == [
        ("operator", "make"),
        ("operator", "release"),
        ("operator", "export"),
    ]
    assert "nothing to send" in refusal(direct_debit, "refunds", creditor_id, "--out", str(tmp_path / "refunds.xml"))
    assert not (tmp_path / "refunds.xml").exists()


def imports_of(file: Path) -> list[str]:
    """Return who took a file in, as the access log has it."""
    entries = json.loads(run(audit, "list", "--record", file.name, "--json").output)
    return [one["detail"]["as"] for one in entries if one["action"] == "import"]


def test_an_import_that_fails_is_not_in_the_access_log_as_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any, **_how: Any) -> None:
        raise RuntimeError("the storage went away")

    file = tmp_path / f"{uuid4().hex}.xml"
    file.write_bytes(sepa_bank.booked(sepa_bank.came(uuid4().hex, 1999)))
    with monkeypatch.context() as patch:
        patch.setattr(bank_reports, "_import_portion", fail)
        assert isinstance(run(direct_debit, "import", str(file), "--actor", "linden").exception, RuntimeError)
    assert imports_of(file) == []
    said("import", str(file), "--actor", "linden")
    assert imports_of(file) == ["linden"]


def test_somebody_is_blocked_and_let_in_again(payer: Payer, new_payer: Callable[..., Payer]) -> None:
    said("block", "--iban", payer.iban, "--reason", "asked by their bank", "--actor", "robin")
    assert payer.start().status_code == 403
    assert new_payer().start().status_code == 201
    assert said("unblock", "--iban", payer.iban) == "Blocks removed: 1.\n"
    assert payer.start().status_code == 201
    assert "IBAN" in refusal(direct_debit, "block", "--iban", "NL00", "--reason", "why", "--actor", "robin")
    assert "a member or an account" in refusal(direct_debit, "block", "--reason", "why", "--actor", "robin")
