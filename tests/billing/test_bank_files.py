"""A bank's files as banks hand them out: an entry is settled, returned, or listed with day, amount and reason."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import Session
from cli.direct_debit import direct_debit
from modules.billing import api
from modules.billing.debit.providers import bank_archive
from modules.billing.debit.providers.bank_files import list_groups
from modules.billing.debit.queries import mandates as mandate_queries
from modules.billing.debit.service import bank_reports
from modules.billing.debit.service.bank_reports import ImportResult, Line
from modules.billing.errors.debit import BankArchiveRefused, BankFileInvalid, BankFileTooLarge
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.billing.debiting import Payer, mandate_of, run_sealed, run_sql, send, take_in
from tests.billing.shopping import sound
from tests.billing.test_cli import run
from tests.commands import refusal
from tests.racing import race

CASES = Path(__file__).parents[1] / "cases" / "bank"
PENDING, UNNAMED = "pending", "names no payment"


@pytest.fixture
def two(debit_shop: Site, payer: Payer, new_payer: Callable[..., Payer]) -> tuple[Payer, Payer]:
    """Two members, whose collections of 19.99 the bank has."""
    return payer, new_payer()


@pytest.fixture
def fill(debit_shop: Site, two: tuple[Payer, Payer]) -> Callable[..., bytes]:
    """Put the names of the two collections, of the first one's group and of the file into a case that is changed."""
    for one in two:
        one.pay()
    wanted = {one.iban: one.ref for one in send(debit_shop)}
    first, second = (wanted[one.iban] for one in two)
    batch_id = run_sql("SELECT batch_id FROM billing.dd_collection WHERE end_to_end_id = :ref", ref=first)
    groups = list_groups(run_sealed(SimpleNamespace(id=batch_id)))
    file = run_sql("SELECT message_id FROM billing.dd_batch WHERE id = :id", id=batch_id)
    group = next(name for name, refs in groups.items() if refs == [first])

    def put_in(content: bytes) -> bytes:
        for stands, real in (("REF-ONE", first), ("REF-TWO", second), ("GROUP-ONE", group), ("FILE-ONE", file)):
            content = content.replace(stands.encode(), real.encode())
        return content

    def filled(name: str, *changes: tuple[str, str]) -> bytes:
        if not name.endswith(".zip"):
            case = (CASES / f"{name}.xml").read_text()
            for old, new in changes:
                assert old in case
                case = case.replace(old, new)
            return put_in(case.encode())
        with zipfile.ZipFile(CASES / name) as archive:
            return packed(*((one, put_in(archive.read(one))) for one in archive.namelist()))

    return filled


def told(outcome: Any) -> list[tuple[str, int | None, str]]:
    """Return what became of each line, its amount, and why; the amounts add up to the file's."""
    assert sum(line.amount or 0 for line in outcome.lines) == outcome.total
    return [(line.status, line.amount, line.reason) for line in outcome.lines]


def packed(*files: tuple[str, bytes]) -> bytes:
    """Return a zip."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, one in files:
            archive.writestr(name, one)
    return content.getvalue()


@pytest.mark.parametrize("case", ["credit", "credit-old", "entry-text-only", "entry-batch-only", "camt.054"])
def test_a_collection_is_settled_however_its_bank_names_it(
    case: str, fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    outcome = take_in(fill(case))
    assert told(outcome) == [("settled", 1999, "")]
    assert (str(outcome.lines[0].day), [one.credits for one in two]) == ("2026-11-30", [130, 10])
    sound()


@pytest.mark.parametrize(
    ("case", "reason", "rest"),
    [
        ("return-rtrinf", "AC04", []),
        ("return-rddt-updd-109", "AC04", [("ignored", -300, "charges of the bank")]),
        ("return-code-of-entry", "AC04", [("ignored", -300, "charges of the bank")]),
        ("return-iddt-updd", "", []),
        ("return-prdd", "", []),
        ("return-german-only", "", []),
        ("reversal-indicator", "", []),
    ],
)
def test_a_return_is_known_by_its_code_and_its_charges_are_not_the_member_s(
    case: str, reason: str, rest: list[Any], fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    take_in(fill("credit"))
    assert told(take_in(fill(case))) == [("returned", -1999, reason), *rest]
    assert two[0].credits == 10
    assert mandate_of(two[0]) == ("invalid" if reason else "active")
    debt = "SELECT charged_back_minor FROM billing.payment JOIN billing.credit_order o ON o.id = order_id"
    assert run_sql(f"{debt} WHERE o.member_id = :id", id=two[0].member.id) == 1999
    sound()


def test_a_debit_that_names_a_collection_is_its_return_whatever_code_the_bank_has(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    take_in(fill("credit"))
    own_code = (
        "<Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>UPDD</SubFmlyCd></Fmly></Domn>",
        "<Prtry><Cd>N658</Cd></Prtry>",
    )
    charge = fill("return-iddt-updd", own_code, ("19.99", "3.50"), ("480.01", "496.50"))
    assert told(take_in(charge)) == [("ignored", -350, "350 cents left, 1999 were asked for")]
    assert two[0].credits == 130
    back = fill("return-iddt-updd", own_code)
    assert told(take_in(back)) == [("returned", -1999, "")]
    assert told(take_in(back + b"\n")) == [("ignored", -1999, "it is returned already")]
    assert two[0].credits == 10
    sound()


def test_payments_without_amounts_of_their_own_are_listed_with_their_sum(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    one = fill("credit")
    details = one[one.index(b"<TxDtls>") : one.index(b"</TxDtls>") + len(b"</TxDtls>")]
    bare = details.replace(b'<Amt Ccy="EUR">19.99</Amt>', b"")
    lines = told(take_in(one.replace(details, bare * 2)))
    assert lines[-1] == ("ignored", 1999, "not explained by the details of its entry")
    assert {why for _, _, why in lines[:-1]} == {"an amount that is not told came, 1999 were asked for"}
    assert two[0].credits == 10


def test_a_return_that_its_bank_takes_back_is_no_second_one(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    favour = fill("reversal-in-our-favour")
    assert [status for status, _, _ in told(take_in(favour))] == ["ignored"]
    take_in(fill("credit"))
    assert two[0].credits == 130
    take_in(fill("return-iddt-updd"))
    [(status, amount, why)] = told(take_in(favour + b"\n"))
    assert (status, amount) == ("ignored", 1999)
    assert "earlier return" in why
    sound()


def test_what_is_pending_settles_nothing_until_it_is_booked_and_then_once(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    assert told(take_in(fill("camt.052"))) == [("settled", 1999, ""), ("ignored", 1999, PENDING)]
    assert [one.credits for one in two] == [130, 10]
    assert [status for status, _, _ in told(take_in(fill("camt.054")))] == ["ignored"]
    assert told(take_in(fill("camt.053-both"))) == [
        ("ignored", 1999, "it is settled already"),
        ("settled", 1999, ""),
    ]
    assert [one.credits for one in two] == [130, 130]
    sound()


def test_what_names_no_payment_is_listed_with_its_day_and_amount(
    fill: Callable[..., bytes], tmp_path: Path, two: tuple[Payer, Payer]
) -> None:
    file = tmp_path / "statement.xml"
    file.write_bytes(fill("entry-nothing"))
    shown = run(direct_debit, "import", str(file), "--actor", "linden", "--dry-run").output
    assert all(part in shown for part in ("2026-11-30", "19.99 EUR", UNNAMED))
    outcome = json.loads(run(direct_debit, "import", str(file), "--actor", "linden", "--json").output)
    listed = {"status": "ignored", "ref": "", "reason": UNNAMED, "day": "2026-11-30", "amount": 1999, "currency": "EUR"}
    assert (outcome["settled"], outcome["total"], outcome["ignored"]) == (0, 1999, [listed])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((b"<NbOfTxs>1<", b"<NbOfTxs>2<"), "2 payments of 1999 cents came, 1 of 1999 were asked for"),
        ((b'<TtlAmt Ccy="EUR">19.99', b'<TtlAmt Ccy="EUR">19.98'), "1 payments of 1998 cents came"),
        ((b"<PmtInfId>", b"<PmtInfId>X"), "no group of ours that the bank has"),
    ],
)
def test_a_group_that_is_not_ours_to_the_cent_is_left_to_a_person(
    change: tuple[bytes, bytes], why: str, fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    lines = told(take_in(fill("entry-batch-only").replace(*change)))
    assert {status for status, _, _ in lines} == {"ignored"}
    assert lines[0][2].startswith(why)
    assert two[0].credits == 10


@pytest.mark.parametrize(
    ("group", "amount", "number", "settled", "left"),
    [
        ("<PmtInfId>GROUP-ONE</PmtInfId>", "19.99", 1, 1, []),
        ("", "39.98", 2, 2, []),
        ("<PmtInfId>ELSE</PmtInfId>", "19.99", 1, 0, [("ELSE", "no group of ours that the bank has")]),
        ("", "19.99", 1, 0, [("FILE-ONE", "1 payments of 1999 cents came, 2 of 3998 were asked for")]),
    ],
)
def test_a_bank_may_name_a_group_by_its_file_too_or_a_whole_file(
    group: str,
    amount: str,
    number: int,
    settled: int,
    left: list[tuple[str, str]],
    fill: Callable[..., bytes],
    two: tuple[Payer, Payer],
) -> None:
    named = ("<PmtInfId>GROUP-ONE</PmtInfId><NbOfTxs>1<", f"<MsgId>FILE-ONE</MsgId>{group}<NbOfTxs>{number}<")
    outcome = take_in(fill("entry-batch-only", named, ("19.99", amount)))
    file = run_sql("SELECT message_id FROM billing.dd_batch ORDER BY exported_at DESC NULLS LAST LIMIT 1")
    assert [(line.ref.replace(file, "FILE-ONE"), line.reason) for line in outcome.ignored] == left
    assert [one.credits for one in two] == [130] * settled + [10] * (2 - settled)
    assert sum(line.amount or 0 for line in outcome.lines) == outcome.total
    sound()


def test_two_entries_with_the_same_words_settle_one_collection(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    once = fill("entry-text-only")
    entry = once[once.index(b"<Ntry>") : once.index(b"</Ntry>") + len(b"</Ntry>")]
    twice = once.replace(entry, entry * 2).replace(b"519.99", b"539.98")
    assert told(take_in(twice)) == [("settled", 1999, ""), ("ignored", 1999, "it is settled already")]
    assert [one.credits for one in two] == [130, 10]


def test_words_that_name_two_payments_name_none(fill: Callable[..., bytes], two: tuple[Payer, Payer]) -> None:
    both = fill("entry-text-only").replace(b"reference ", b"reference " + b"A" * 32 + b" ")
    assert told(take_in(both)) == [("ignored", 1999, "names more than one payment")]
    within = fill("entry-text-only").replace(b"</AddtlNtryInf>", b"0</AddtlNtryInf>")
    assert told(take_in(within)) == [("ignored", 1999, UNNAMED)]


def test_a_statement_that_lacks_an_entry_says_so(fill: Callable[..., bytes], two: tuple[Payer, Payer]) -> None:
    outcome = take_in(fill("credit").replace(b"519.99", b"539.98"))
    assert outcome.settled == 1
    [missing] = outcome.ignored
    assert "differ from its entries by 19.99 EUR" in missing.reason


@pytest.mark.parametrize("amount", ["19.999", "1E3", "-19.99", "", "19,99", "9" * 20])
def test_an_amount_that_is_none_settles_nothing(
    amount: str, fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    strange = fill("credit").replace(b">19.99<", f">{amount}<".encode())
    assert told(take_in(strange))[0] == ("ignored", None, "its amount cannot be read")
    assert two[0].credits == 10


def test_a_zip_is_read_like_the_files_in_it_each_once(fill: Callable[..., bytes], two: tuple[Payer, Payer]) -> None:
    one, other = fill("credit"), fill("camt.053-both")
    content = packed(
        ("../../2026-11-30_1.xml", one),
        ("again.xml", one),
        ("2026-11-30_2.xml", other),
        ("read\nme.pdf", b"%PDF-1.7"),
        ("more.zip", packed(("deep.xml", one))),
    )
    outcome = take_in(content)
    assert (outcome.settled, outcome.kind) == (2, "camt.053")
    assert [(line.ref, line.reason) for line in outcome.ignored][1:] == [
        ("read?me.pdf", "no file of a bank that we can read"),
        ("more.zip", "a zip in a zip is not opened"),
    ]
    assert take_in(content).is_repeat
    assert take_in(one).is_repeat
    assert [one.credits for one in two] == [130, 130]
    sound()


def test_of_files_that_say_nothing_of_ours_each_line_is_told_once() -> None:
    in_, out = uuid4().hex, uuid4().hex
    statement = sepa_bank.booked(sepa_bank.came(in_, 5), sepa_bank.went(out, 500))
    lines = [Line("ignored", ref, "not our concern", None, minor, "EUR") for ref, minor in ((in_, 5), (out, -500))]
    assert take_in(statement) == ImportResult("camt.053", total=-495, lines=lines)
    assert take_in(statement) == ImportResult("camt.053", is_repeat=True)
    outcome = take_in(packed(("one.xml", statement), ("two.xml", sepa_bank.refused_group(in_, "group", "AC04"))))
    known = Line("ignored", "one.xml", "this file was taken in before", None, None, "")
    other = Line("ignored", in_, "no payments of a file of ours", None, None, "EUR")
    assert outcome == ImportResult("camt.053, pain.002", lines=[known, other])


def test_a_statement_that_comes_again_in_another_zip_settles_nothing_twice(
    fill: Callable[..., bytes], two: tuple[Payer, Payer]
) -> None:
    assert take_in(fill("camt053-one.zip")).settled == 1
    assert [one.credits for one in two] == [130, 10]
    assert take_in(fill("camt053-two.zip")).settled == 1
    assert [one.credits for one in two] == [130, 130]
    sound()


def test_a_zip_without_a_file_of_a_bank_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "holiday.zip"
    file.write_bytes(packed(("beach.jpg", b"\xff\xd8")))
    assert "camt.053" in refusal(direct_debit, "import", str(file), "--actor", "linden")
    for content in (b"PK\x03\x04 and no more", packed()):
        with pytest.raises((BankFileInvalid, BankArchiveRefused)):
            take_in(content)


def test_a_zip_keeps_within_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BankArchiveRefused):
        take_in(packed(*((f"{number}.xml", b"x") for number in range(bank_archive.MAX_FILES + 1))))
    with pytest.raises(BankArchiveRefused):
        take_in(packed(("bomb.xml", b" " * (2 * bank_archive.SMALL))))
    monkeypatch.setattr(bank_archive, "MAX_BYTES", 2000)
    with pytest.raises(BankFileTooLarge):
        take_in(packed(("one.xml", b"x" * 1500), ("two.xml", b"x" * 1500)))
    with pytest.raises(BankFileTooLarge):
        take_in(b" " * 2001)


def test_a_large_file_is_taken_in_by_portions_and_again_after_its_end(
    fill: Callable[..., bytes], two: tuple[Payer, Payer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bank_reports, "PORTION", 1)
    locked: list[int] = []
    names = mandate_queries.list_debited

    def list_debited(session: Session, *, end_to_end_ids: Any) -> Any:
        if len(locked) == 1:
            locked.append(0)
            raise KeyboardInterrupt
        found = names(session, end_to_end_ids=end_to_end_ids)
        locked.append(len(found))
        return found

    monkeypatch.setattr(mandate_queries, "list_debited", list_debited)
    with pytest.raises(KeyboardInterrupt):
        take_in(fill("camt.053-both"))
    assert [one.credits for one in two] == [130, 10]
    again = take_in(fill("camt.053-both"))
    assert told(again) == [("ignored", 1999, "it is settled already"), ("settled", 1999, "")]
    assert max(locked) == 1
    assert [one.credits for one in two] == [130, 130]
    assert take_in(fill("camt.053-both")).is_repeat
    sound()


def test_one_file_that_is_taken_in_by_many_at_once_counts_once(
    fill: Callable[..., bytes], two: tuple[Payer, Payer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bank_reports, "PORTION", 1)
    both, returned = fill("camt.053-both"), fill("return-rtrinf")
    outcomes = race([lambda: take_in(both)] * 4)
    assert sum(outcome.settled for outcome in outcomes) == 2
    assert sum(outcome.returned for outcome in race([lambda: take_in(returned)] * 4)) == 1
    assert [one.credits for one in two] == [10, 130]
    sound()


def test_a_try_changes_nothing(fill: Callable[..., bytes], two: tuple[Payer, Payer]) -> None:
    files = api.read_bank_file(fill("credit"))
    assert api.import_bank_files(files, actor="linden", dry_run=True).settled == 1
    assert two[0].credits == 10
    assert api.import_bank_files(files, actor="linden").settled == 1
    assert two[0].credits == 130
