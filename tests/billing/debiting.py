"""Direct debit for tests: an SMS gateway, a site that collects, and what payers, the installation and the bank do."""

import json
import re
import threading
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import UUID, uuid4

import pytest
from schwifty import IBAN
from sqlalchemy import text

from app.kernel import sms
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.debit import policies
from modules.billing.debit.queries.mandates import get_challenge
from modules.billing.debit.service import direct_debit, mandates, payers
from modules.billing.payments.service import orders
from modules.billing.payments.service.orders import ClientKey
from modules.billing.shop.queries import list_bundles
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing import sepa_bank
from tests.conftest import Client, drain_now
from tests.factories.billing import make_actor


class Gateway:
    """An SMS gateway of the tests' own: it keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []
        self.refuse = 0
        gateway, kept = self, self.sent

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if gateway.refuse:
                    gateway.refuse -= 1
                    self.send_response(503)
                else:
                    kept.append({**json.loads(body), "authorization": self.headers["Authorization"]})
                    self.send_response(202)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # How often it looks whether it is to end, for which each test waits.
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://hearth:secret@127.0.0.1:{self.server.server_port}/sms"

    def texts(self, phone: str) -> list[str]:
        """Return what a phone was sent, the oldest first."""
        return [sms["text"] for sms in self.sent if sms["to"] == phone]

    def code(self, phone: str) -> str:
        """Return the code of the newest SMS to a phone."""
        found = re.search(r"\b\d{6}\b", self.texts(phone)[-1])
        assert found
        return found[0]


def let_collect(site: Site) -> None:
    """Let a site's company collect by direct debit, under an id that no other test has."""
    creditor = {"creditor_id": new_creditor_id(), "iban": new_iban(), "bic": "ABNANL2A"}
    with transaction() as session:
        sites_api.update_company(session, name=site.company.name, changes=creditor)


def authorise(member: Member, *, iban: str | None = None) -> UUID:
    """Let a member order credits by direct debit, with the code that no gateway had to send; returns the order."""
    with pytest.MonkeyPatch.context() as patch, transaction() as session:
        patch.setattr(sms, "is_available", lambda: True)
        customer = orders.get_customer(session, actor=make_actor(member))
        challenge_id = direct_debit.ask_code(
            session,
            customer=customer,
            payer=payers.Payer(iban or new_iban(), "J. Jansen", new_phone()),
            bundle_id=list_bundles(session, site_id=member.site_id, country=customer.country)[0].id,
            code=None,
            order_id=None,
            client=ClientKey(str(uuid4()), b""),
            network="test",
        )
        challenge = get_challenge(session, challenge_id)
    direct_debit.confirm(member_id=member.id, order_id=challenge.order_id, code=direct_debit._code_of(challenge))
    return challenge.order_id


def forget_limits(*, but: str = "none") -> None:
    """Let codes be sent as if none had been: all members of a test come from one network.

    but: the limit that stays.
    """
    for key in redis().scan_iter("limit:debit-*"):
        if f":{but}:" not in key.decode():
            redis().delete(key)


def new_creditor_id() -> str:
    """Return a creditor id that nobody has, with the right check digits."""
    own = f"{uuid4().int % 10**11:011}"
    rest = int("".join(str(int(character, 36)) for character in f"{own}NL00")) % 97
    return f"NL{98 - rest:02}ZZZ{own}"


def new_phone() -> str:
    """Return the number of a phone that nobody has."""
    return f"+316{1 + uuid4().int % 5}{uuid4().int % 10**7:07}"


def new_iban(country: str = "NL") -> str:
    """Return the number of an account that nobody has, at a Dutch bank or a German one ("DE")."""
    bank = {"NL": "ABNA", "DE": "37040044"}[country]
    return str(IBAN.generate(country, bank_code=bank, account_code=f"{uuid4().int % 10**10:010}"))


@dataclass
class Payer:
    """A member who pays by direct debit, with an account and a phone that nobody else has."""

    member: Any
    browser: Client
    gateway: Gateway
    iban: str = field(default_factory=new_iban)
    phone: str = field(default_factory=new_phone)

    def bundle(self, credits: int) -> str:
        """Return the id of a bundle."""
        bundles = self.browser.get("/api/v1/shop").get_json()["bundles"]
        return next(bundle["id"] for bundle in bundles if bundle["credits"] == credits)

    def start(self, *, credits: int = 120, key: str | None = None, **over: Any) -> Any:
        """Ask for a code; returns the answer."""
        what = {} if "order_id" in over else {"bundle_id": self.bundle(credits), "start_now": True}
        body = {**what, "iban": self.iban, "holder": "J. Jansen", "phone": self.phone, **over}
        return self.browser.post("/api/v1/direct-debit/start", body, key=key or str(uuid4()))

    def ask(self, **over: Any) -> str:
        """Ask for a code, which is sent; returns the order."""
        asked = self.start(**over)
        assert asked.status_code == 201, asked.get_json()
        drain_now()
        return str(asked.get_json()["order_id"])

    @property
    def code(self) -> str:
        """The newest code on the phone."""
        return self.gateway.code(self.phone)

    def confirm(self, order_id: str, code: str | None = None, *, authorised: bool = True) -> Any:
        """Authorise with a code (the right one); returns the answer."""
        body = {"order_id": order_id, "code": code or self.code, "authorised": authorised}
        return self.browser.post("/api/v1/direct-debit/confirm", body)

    def pay(self, **over: Any) -> str:
        """Order and authorise; returns the order."""
        order_id = self.ask(**over)
        done = self.confirm(order_id)
        assert done.status_code == 200, done.get_json()
        drain_now()
        return order_id

    def order(self, order_id: str) -> Any:
        """Return an order as its member sees it."""
        return self.browser.get(f"/api/v1/orders/{order_id}").get_json()

    @property
    def credits(self) -> int:
        """The member's balance."""
        return int(self.browser.get("/api/v1/credits").get_json()["balance"])


def make_batch(debit_shop: Site, *, actor: str = "linden") -> Any:
    """Put everything that is due into files; returns that of the shop's creditor."""
    with transaction() as session:
        made = api.create_batches(session, until=date(2100, 1, 1), actor=actor)
    creditor = creditor_of(debit_shop)
    [batch] = [one for one in made if one.creditor_id == creditor]
    return batch


def creditor_of(debit_shop: Site) -> str | None:
    """Return the id by which the shop's company collects."""
    with transaction(read_only=True) as session:
        return sites_api.get_site_by_key(session, debit_shop.key).company.creditor_id


def release(batch: Any, *, actor: str = "robin") -> Any:
    with transaction() as session:
        return api.release_batch(session, batch_id=batch.id, actor=actor)


def export(batch: Any) -> bytes:
    with transaction() as session:
        return api.export_batch(session, batch_id=batch.id)


def send(debit_shop: Site) -> list[sepa_bank.Wanted]:
    """Make, release and export the shop's file; returns what it asks the bank for."""
    batch = make_batch(debit_shop)
    release(batch)
    return sepa_bank.read_collections(export(batch))


def take_in(content: bytes, *, actor: str = "linden") -> Any:
    """Take in a bank's file."""
    return api.import_bank_files(api.read_bank_file(content), actor=actor)


def settle(wanted: list[sepa_bank.Wanted]) -> Any:
    """Let the bank pay everything that was asked for."""
    return take_in(sepa_bank.booked(*(sepa_bank.came(one.ref, one.amount) for one in wanted)))


def run_sql(statement: str, **values: Any) -> Any:
    """Run a statement and return its first value, if it has one."""
    with transaction() as session:
        result = session.connection().execute(text(statement), values)
        return result.scalar() if result.returns_rows else None


def collections_of(order_id: UUID) -> list[tuple[Any, ...]]:
    """Return the tries to collect an order: the state, the reason, and whether it was settled and has ended."""
    columns = "collection.state, reason, settled_at IS NOT NULL, ended_at IS NOT NULL, attempt"
    tries = "billing.dd_collection AS collection JOIN billing.payment ON payment.id = payment_id"
    with transaction(read_only=True) as session:
        rows = session.execute(
            text(f"SELECT {columns} FROM {tries} WHERE order_id = :id ORDER BY attempt"), {"id": order_id}
        ).all()
    assert [row[-1] for row in rows] == list(range(1, len(rows) + 1))
    return [tuple(row[:-1]) for row in rows]


def mandate_of(payer: Payer) -> str:
    """Return the state of a payer's newest mandate."""
    state = "SELECT state FROM billing.dd_mandate WHERE member_id = :id ORDER BY accepted_at DESC LIMIT 1"
    return str(run_sql(state, id=payer.member.id))


def mandate_id_of(member: Member) -> UUID:
    found: UUID = run_sql("SELECT id FROM billing.dd_mandate WHERE member_id = :id", id=member.id)
    return found


def end_mandate(member: Member) -> None:
    """End a member's mandate because they asked for it."""
    mandate_id = mandate_id_of(member)
    with transaction() as session:
        mandates.end_when_asked(session, mandate_id=mandate_id)


def run_sealed(batch: Any) -> bytes:
    """Read a released file before it is exported."""
    from app.kernel.secrets.sealing import unseal

    sealed = run_sql("SELECT content_sealed FROM billing.dd_batch WHERE id = :id", id=batch.id)
    return unseal(bytes(sealed), purpose="collections", owner=batch.id)


def days_after(begun: date, banking_days: int) -> set[str]:
    """Return the day a number of banking days after today, of which there are two if midnight passed since `begun`."""
    return {str(policies.add_banking_days(day, banking_days)) for day in (begun, datetime.now(UTC).date())}
