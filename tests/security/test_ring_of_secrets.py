"""The installation's secret is rotated: what a former one sealed and signed goes on, and then the former one can go."""

import json
import os
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from cryptography.exceptions import InvalidTag
from flask import Flask
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.config import ConfigError, config, former_secret_files
from app.kernel.db.session import Session, transaction
from app.kernel.files.storage import storage
from app.kernel.mail import incoming, links
from app.kernel.secrets import resealing, sealing, signing
from app.registry import SEALED
from cli.backup.keys import collect, find_missing
from cli.checks import _secret as doctor
from cli.db import migrate
from cli.errors import CliError
from cli.folder import DataFolder
from cli.keys import keys
from cli.stack import Stack
from cli.supervisor import Supervisor
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.billing.errors.debit import DirectDebitBlocked
from modules.media import api as media_api
from modules.media.contracts import OPERATOR, Use
from modules.moderation.complaints.service import complaints
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.service import totp
from modules.notifications.contracts import MailType
from modules.notifications.service import settings
from modules.sites.contracts import Site
from tests.billing.conftest import debit_shop, gateway, new_payer, payer
from tests.billing.debiting import Payer, make_batch, release, run_sql
from tests.conftest import Client
from tests.factories.accounts import PASSWORD
from tests.factories.moderation import Colleague, make_complaint, make_staff
from tests.fixture_types import MakeMember
from tests.moderation.test_sign_in import sign_in
from tests.settings import SetEnv

__all__ = ["debit_shop", "gateway", "new_payer", "payer"]


MANDATES = "billing.dd_mandate.iban_sealed"
COLUMNS = {
    "billing.otp_challenge.iban_sealed",
    "billing.otp_challenge.phone_sealed",
    MANDATES,
    "billing.dd_batch.content_sealed",
    "moderation.staff.totp_secret",
    "platform.house_key.key_sealed",
}


@dataclass
class Ring:
    """The secrets of this process. Other tests sealed things too, so each that ever was stays at hand."""

    folder: Path
    first: str

    def use(self, secret: str, *former: str) -> None:
        """Take one secret to make things with, and others to open and check things with."""
        paths = [self.first if name == "first" else self._file(name) for name in (secret, *former)]
        os.environ["HEARTH_SECRET_FILE"] = paths[0]
        os.environ["HEARTH_FORMER_SECRET_FILES"] = " ".join(paths[1:])
        config.cache_clear()
        signing.read_key.cache_clear()

    def _file(self, name: str) -> str:
        path = self.folder / name
        if not path.exists():
            path.write_text(os.urandom(32).hex())
        return str(path)


@pytest.fixture
def ring(_engines: None, tmp_path: Path) -> Iterator[Ring]:
    """The ring, with the secret of all tests alone in it; everything is under that again afterwards."""
    made = Ring(tmp_path, os.environ["HEARTH_SECRET_FILE"])
    yield made
    made.use("first", "second", "third")
    resealing.reseal_columns(SEALED, quietly)
    made.use("first")


def quietly(*_: Any) -> None:
    """Show nothing."""


def run(*options: str) -> dict[str, dict[str, Any]]:
    """Run `hearth keys reseal`; returns its rows by their columns."""
    done = CliRunner().invoke(keys, ["reseal", "--json", *options], catch_exceptions=False)
    return {row["column"]: row for row in json.loads(done.stdout)}


def a_colleague() -> Colleague:
    with transaction() as session:
        return make_staff(session)


def totp_of(staff: Colleague) -> bytes:
    with transaction(read_only=True) as session:
        return bytes(session.execute(select(StaffRow.totp_secret).where(StaffRow.id == staff.id)).scalar_one())


@pytest.mark.spec("10.10")
def test_nothing_sealed_or_hashed_is_lost_when_the_secret_is_rotated(
    ring: Ring, debit_shop: Site, payer: Payer, new_payer: Callable[..., Payer], client: Client
) -> None:
    staff, waiting, blocked = a_colleague(), new_payer(), new_payer()
    payer.pay()
    batch = make_batch(debit_shop)
    release(batch)
    order_id = waiting.ask()
    with transaction() as session:
        billing_api.block_direct_debit(session, member_id=None, iban=blocked.iban, reason="stolen", actor="linden")
        invited = accounts_api.create_invitation(session, site=debit_shop)

    ring.use("second", "first")
    before = run("--dry-run")
    assert {name for name, row in before.items() if row["former"]} == COLUMNS
    assert sign_in(client, staff).status_code == 200
    assert waiting.confirm(order_id).status_code == 200, "a code that was sent before is good"
    assert run("--dry-run")[MANDATES]["former"] == before[MANDATES]["former"], "a new mandate is sealed afresh"
    resealed = run()
    assert {name for name, row in resealed.items() if row["resealed"]} == COLUMNS
    assert not any(row["former"] for row in run("--dry-run").values())

    ring.use("second")
    with transaction() as session:
        assert payer.iban.encode() in billing_api.export_batch(session, batch_id=batch.id)
        [listed] = accounts_api.list_invitations(session, site=debit_shop)
    assert listed.code == invited.code
    next_code = staff.totp.at(clock.now() + timedelta(seconds=30))  # each is good once
    assert sign_in(client, staff, code=next_code).status_code == 200
    assert sign_in(client, staff, code=staff.recovery_codes[0]).status_code == 200
    assert blocked.start().get_json()["code"] == DirectDebitBlocked.code
    payer.pay()
    assert run_sql("SELECT count(*) FROM billing.dd_mandate WHERE member_id = :id", id=payer.member.id) == 1


@pytest.mark.spec("10.10")
def test_what_was_signed_counts_for_as_long_as_its_secret_is_at_hand(
    ring: Ring, app: Flask, client: Client, make_member: MakeMember, set_env: SetEnv
) -> None:
    set_env(HEARTH_REPLY_DOMAIN="replies.example")
    member = make_member()
    with transaction() as session:
        case = make_complaint(session, member)
    page = complaints.complaint_path(case.id)
    folder = uuid4().hex
    key = media_api.storage_key(Use.PROFILE, folder, "full")
    storage().put(key, b"a picture")
    photo = media_api.sign(key, reader=OPERATOR)
    shown = f"/api/v1{links.with_key(page)}"
    stop = f"/api/v1/unsubscribe/{settings.unsubscribe_ticket(member.id, MailType.NEW_LIKE)}"
    answer = EmailMessage()
    answer["To"] = incoming.reply_address(case.id)
    browser = Client(app, client.host)
    device = log_in(browser, member)

    def answers() -> tuple[Any, ...]:
        told = client.get(photo), client.get(shown), client.post(stop)
        return (*(one.status_code for one in told), incoming.case_of(answer))

    good = (200, 200, 204, case.id)
    assert answers() == good
    # First every process learns the coming secret, then one after the other begins to sign with it.
    ring.use("first", "second")
    assert answers() == good
    ring.use("second", "first")
    assert answers() == good
    signed_anew = log_in(browser, member)
    assert signed_anew.partition(".")[0] == device.partition(".")[0], "the browser is known"
    assert signed_anew != device
    ring.use("first", "second")
    assert log_in(browser, member) == device, "who is behind knows what is ahead"
    ring.use("second")
    assert answers() == (404, 404, 404, None)
    storage().delete(key)


def log_in(client: Client, member: Member) -> str:
    """Log a browser in, and return its device cookie."""
    assert client.post("/api/v1/session", {"email": member.email, "password": PASSWORD}).status_code == 200
    cookie = client.http.get_cookie("hearth_device", domain=client.host)
    assert cookie is not None
    return str(cookie.value)


def test_sealing_afresh_goes_on_after_a_crash(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    staff = [a_colleague() for _ in range(3)]
    ring.use("second", "first")
    monkeypatch.setattr(resealing, "BATCH", 1)

    class Killed(Exception):
        pass

    def die(column: str, done: int, _: int) -> None:
        if column == "moderation.staff.totp_secret" and done == 1:
            raise Killed

    total = run("--dry-run")["moderation.staff.totp_secret"]["former"]
    with pytest.raises(Killed):
        resealing.reseal_columns(SEALED, die)
    assert run("--dry-run")["moderation.staff.totp_secret"]["former"] == total - 1
    assert run()["moderation.staff.totp_secret"]["resealed"] == total - 1
    ring.use("second")
    assert [totp.unseal(totp_of(one), one.id) for one in staff] == [one.totp.secret for one in staff]


def test_what_is_written_meanwhile_is_not_written_over(ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    staff = a_colleague()
    ring.use("second", "first")
    slow = sealing.reseal

    def while_somebody_writes(sealed: bytes, *, purpose: str, owner: UUID) -> bytes | None:
        fresh = slow(sealed, purpose=purpose, owner=owner)
        if owner == staff.id:
            write_beside(staff.id, totp.seal("ANOTHERSECRET", staff.id))
        return fresh

    monkeypatch.setattr(resealing, "reseal", while_somebody_writes)
    run()
    assert totp.unseal(totp_of(staff), staff.id) == "ANOTHERSECRET"


def write_beside(staff_id: UUID, sealed: bytes) -> None:
    """Write a staff member's secret on another connection."""
    from app.kernel.db.engines import engine

    with engine().begin() as connection:
        changed = text("UPDATE moderation.staff SET totp_secret = :sealed WHERE id = :id")
        connection.execute(changed, {"sealed": sealed, "id": staff_id})


@pytest.mark.parametrize(
    "spoil", [lambda good: good[:-1] + bytes([good[-1] ^ 1]), lambda good: good[:5], lambda _: b""]
)
def test_what_no_secret_opens_is_named(ring: Ring, spoil: Callable[[bytes], bytes]) -> None:
    staff = a_colleague()
    good = totp_of(staff)
    write_beside(staff.id, spoil(good))
    for options in (["--dry-run"], []):
        done = CliRunner().invoke(keys, ["reseal", *options], catch_exceptions=False)
        assert done.exit_code == 1
        assert f"no secret decrypts moderation.staff.totp_secret of {staff.id}; add" in done.stderr
    write_beside(staff.id, good)


def test_only_sealing_afresh_touches_the_seals_of_money(debit_shop: Site, payer: Payer) -> None:
    payer.pay()
    release(make_batch(debit_shop))
    for column in sorted(COLUMNS - {"moderation.staff.totp_secret", "platform.house_key.key_sealed"}):
        table, _, name = column.rpartition(".")
        with pytest.raises(IntegrityError, match="append-only"):
            run_sql(f"UPDATE {table} SET {name} = 'another' WHERE {name} IS NOT NULL")


def test_a_secret_that_is_none_is_refused(ring: Ring, tmp_path: Path) -> None:
    (tmp_path / "short").write_text("too short")
    ring.use("first", "short")
    with pytest.raises(ConfigError, match="HEARTH_FORMER_SECRET_FILES names a file with fewer than 32 bytes"):
        config()


def test_a_former_secret_lies_where_its_owner_likes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [tmp_path / "my house's keys" / "one", tmp_path / "two"]
    monkeypatch.setenv("HEARTH_FORMER_SECRET_FILES", shlex.join(map(str, places)))
    assert former_secret_files() == places
    monkeypatch.setenv("HEARTH_FORMER_SECRET_FILES", "'not closed")
    with pytest.raises(ConfigError, match="HEARTH_FORMER_SECRET_FILES: No closing quotation"):
        former_secret_files()


def test_the_key_of_hashes_is_made_once_and_goes_on_from_the_secret(ring: Ring) -> None:
    """As where hashes were made with the secret before there was a key: an upgrade must not forget whom it banned."""

    class TakenBack(Exception):
        pass

    def made(session: Session, *, is_new: bool) -> bytes:
        session.execute(text("DELETE FROM platform.house_key"))
        signing.ensure_key(session, is_new=is_new)
        signing.ensure_key(session, is_new=is_new)
        sealed = session.execute(select(signing.HashKey.key_sealed)).scalar_one()
        return sealing.unseal(bytes(sealed), purpose=signing.PURPOSE, owner=signing.HASHES)

    with pytest.raises(TakenBack), transaction() as session:
        assert made(session, is_new=False) == config().secret
        assert made(session, is_new=True) not in config().secrets
        ring.use("second", "first")
        with pytest.raises(ConfigError, match="migrate it once with its own secret as HEARTH_SECRET_FILE"):
            made(session, is_new=False)
        raise TakenBack
    with transaction() as session, pytest.raises(IntegrityError):
        session.execute(insert(signing.HashKey).values(id=uuid4(), key_sealed=b"another"))
    known = signing.keyed_hash("iban", "NL00")
    migrate(config().database_url)
    signing.read_key.cache_clear()
    assert signing.keyed_hash("iban", "NL00") == known


def test_an_installation_without_its_secret_hashes_nothing(ring: Ring) -> None:
    ring.use("third")
    with pytest.raises(InvalidTag):
        signing.keyed_hash("iban", "NL00")
    assert doctor()[:2] == (False, "no configured secret decrypts the key of hashes")
    ring.use("third", "first")
    assert doctor()[0]


@pytest.mark.spec("10.10")
def test_a_backup_holds_the_ring_and_comes_back_where_it_is(
    ring: Ring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring.use("second", "first")
    held = {name: content for name, content in collect().items() if name.startswith(("secret", "former"))}
    assert held == {"secret": config().secret, "former/1": config().former_secrets[0]}
    assert find_missing(held, replace=False) == {}
    ring.use("first", "second")
    assert find_missing(held, replace=False) == {}, "each opens what it sealed, whichever place it has"
    ring.use("first")
    with pytest.raises(CliError, match=r"\(HEARTH_SECRET_FILE\) differs from the key in the backup"):
        find_missing(held, replace=False)

    monkeypatch.setenv("HEARTH_SECRET_FILE", str(tmp_path / "secret.key"))
    with pytest.raises(CliError, match="a key for HEARTH_FORMER_SECRET_FILES, which is not set"):
        find_missing(held, replace=False)
    monkeypatch.setenv("HEARTH_FORMER_SECRET_FILES", str(tmp_path / "former-1.key"))
    assert find_missing(held, replace=False) == {
        tmp_path / "secret.key": held["secret"],
        tmp_path / "former-1.key": held["former/1"],
    }


def test_a_data_folder_has_its_former_keys_beside_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEARTH_SECRET_FILE", "HEARTH_FORMER_SECRET_FILES"):
        monkeypatch.delenv(name, raising=False)
    with DataFolder(tmp_path / "data") as folder, Supervisor() as supervisor:
        first = folder.secret_key().rename(folder.path / "former-1.key")
        told = Stack(folder, supervisor, 1).environment({})
    assert told["HEARTH_FORMER_SECRET_FILES"] == str(first)
    assert Path(told["HEARTH_SECRET_FILE"]).read_text() != first.read_text()
