"""What tests of money share."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy import func, update
from structlog.testing import capture_logs

from app.kernel.db.session import transaction
from app.kernel.secrets import vapid
from cli.ports import free_port
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.states import ENDED_REFUNDS, LIVE_PAYMENTS, RefundState
from modules.billing.payments.models.orders import PaymentRow
from modules.billing.payments.models.returns import RefundRow
from modules.billing.payments.providers.port import ProviderRefundStatus
from modules.billing.payments.service import methods, payments, settlements
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.debiting import Gateway, Payer, let_collect
from tests.billing.payouts import Payouts, line_of
from tests.billing.shopping import buy, open_shop, order, pay_twice, payment_of, settle, spend, stock, support, withdraw
from tests.conftest import Client
from tests.factories.accounts import make_member
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.settings import SetEnv

Open = Callable[[Role], Client]


@pytest.fixture
def desk(colleague: MakeColleague, staff_browser: OpenConsole) -> Open:
    """Open a browser of somebody with a role."""
    return lambda role: staff_browser(colleague(role))


@pytest.fixture
def finance(desk: Open) -> Client:
    """A browser of finance."""
    return desk(Role.FINANCE)


@pytest.fixture
def bank(_engines: None, monkeypatch: pytest.MonkeyPatch) -> Bank:
    """A provider in this process, in the place of the one that the settings name; asked after the test's own alone."""
    _put_off_what_others_left()
    made = Bank()
    for module in (payments, methods):
        monkeypatch.setattr(module, "provider_named", lambda _name: made)
    return made


def _put_off_what_others_left() -> None:
    """Let no payment or refund of another test be due today: the next round would look for it at this test's provider,
    begin it there, and take a failure that the test planned.
    """
    payment, refund = PaymentRow, RefundRow
    live = (
        (payment, payment.state.in_(LIVE_PAYMENTS)),
        (refund, refund.state.not_in((*ENDED_REFUNDS, RefundState.REQUESTED))),
    )
    with transaction() as session:
        for table, is_live in live:
            due = update(table).where(is_live, table.next_check_at < func.now() + timedelta(hours=12))
            session.execute(due.values(next_check_at=func.now() + timedelta(days=1)))


@pytest.fixture
def shop(site: Site) -> None:
    """The test's site sells."""
    stock(site)


@pytest.fixture
def member(shop: None, make_member: MakeMember) -> Member:
    """A member of a site that sells, with the 10 credits of the signup."""
    return make_member()


@pytest.fixture
def logged() -> Iterator[list[Any]]:
    """What is written to the log from here on."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture(scope="module")
def history(_engines: None) -> Iterator[SimpleNamespace]:
    """Orders with everything that can become of them; the fields are ids."""
    bank, patch = Bank(), pytest.MonkeyPatch()
    patch.setattr(payments, "provider_named", lambda _name: bank)
    payouts = Payouts()
    patch.setattr(settlements, "settlement_source", lambda _name: payouts)
    with transaction() as session:
        site = make_site(session)
        member = make_member(session, site=site)
        code = api.create_discount(session, site_id=site.id, code="SPRING", actor="test", value_percentage=20)
    spent = buy(bank, member, code="SPRING")
    yield SimpleNamespace(
        member=member.id,
        code=code.id,
        spent=spent,
        spend=spend(member, 45),
        undone_spend=_spend_and_undo(member),
        open_refund=withdraw(member, spent).id,
        paid_refund=_refund(bank, buy(bank, member)),
        charged_back=_charge_back(bank, buy(bank, member)),
        second_payment=pay_twice(bank, member).id,
        kept=buy(bank, member),
        unpaid=order(member),
        settlement=_pay_out(payouts, buy(bank, member)),
    )
    patch.undo()


def _pay_out(payouts: Payouts, order_id: UUID) -> str:
    told = payouts.pay_out(line_of(order_id), fees="39")
    settlements.book_settlements("mollie")
    return told.ref


def _spend_and_undo(member: Member) -> UUID:
    spent = spend(member, 5)
    with transaction() as session:
        api.refund_spend(session, tx_id=spent, reason="a test")
    return spent


def _refund(bank: Bank, order_id: UUID) -> UUID:
    settle(bank, failed := support(order_id, credits=10), ProviderRefundStatus.FAILED)
    settle(bank, arrived := support(order_id, credits=30, extra=100))
    assert failed.id != arrived.id
    return arrived.id


def _charge_back(bank: Bank, order_id: UUID) -> UUID:
    payment = payment_of(order_id)
    bank.charge_back(str(payment.provider_ref), 500)
    payments.sync_payment(payment.id)
    return payment.id


@pytest.fixture
def ready_to_sell(_engines: None, tmp_path: Path, set_env: SetEnv) -> Iterator[None]:
    """A key for push messages and a mail server, without which no site begins to sell."""
    (tmp_path / "push.pem").write_text(vapid.new_key())
    server = Controller(object(), hostname="127.0.0.1", port=free_port())
    server.start()
    set_env(HEARTH_VAPID_FILE=str(tmp_path / "push.pem"), HEARTH_SMTP_URL=f"smtp://127.0.0.1:{server.port}")
    yield
    server.stop()


@pytest.fixture
def gateway(_engines: None, set_env: SetEnv) -> Iterator[Gateway]:
    """The gateway that the settings name."""
    made = Gateway()
    set_env(HEARTH_SMS_URL=made.url)
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def debit_shop(site: Site, gateway: Gateway) -> Site:
    """A site with a shop, whose company collects by direct debit under an id that no other test has."""
    open_shop(site)
    let_collect(site)
    return site


@pytest.fixture
def new_payer(debit_shop: Site, gateway: Gateway, make_member: MakeMember, login: LogIn) -> Callable[..., Payer]:
    """Make a member who pays by direct debit."""

    def run(**over: Any) -> Payer:
        member = make_member()
        return Payer(member, login(member), gateway, **over)

    return run


@pytest.fixture
def payer(new_payer: Callable[..., Payer]) -> Payer:
    """A member who pays by direct debit."""
    return new_payer()
