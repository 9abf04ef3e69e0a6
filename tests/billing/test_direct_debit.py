"""Direct debit over HTTP: codes by SMS, permissions, every refusal."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel import config as settings
from app.kernel import jobs as kernel_jobs
from app.kernel.db.session import transaction
from modules.billing import api, jobs
from modules.billing.contracts.shop import Money
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.debiting import Payer, run_sql
from tests.billing.shopping import sound
from tests.conftest import Client, drain_now
from tests.factories.billing import place_order
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race
from tests.simulating import Simulator


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["code"]


def refusal_at(answer: Any) -> tuple[int, str, str]:
    [error] = answer.get_json()["errors"]
    return *refusal(answer), error["pointer"]


@pytest.mark.spec("2.13", "2.36", "5.6")
def test_a_debit_is_authorised(payer: Payer, debit_shop: Site) -> None:
    started = payer.start()
    assert started.status_code == 201, started.get_json()
    asked = started.get_json()
    assert asked["amount"] == {"minor": 1999, "currency": "EUR"}
    assert (asked["iban"], asked["phone"]) == (f"NL••\u00a0{payer.iban[-4:]}", f"••••\u00a0{payer.phone[-4:]}")
    assert asked["reference"] in asked["mandate_text"]
    assert debit_shop.company.name in asked["mandate_text"]
    drain_now()
    [sms] = payer.gateway.sent
    assert (sms["to"], sms["authorization"]) == (payer.phone, "Basic aGVhcnRoOnNlY3JldA==")
    assert "€19.99" in sms["text"]
    assert payer.iban not in sms["text"]
    done = payer.confirm(asked["order_id"])
    assert done.status_code == 200, done.get_json()
    assert done.get_json()["state"] == "pending"
    assert payer.credits == 10
    sound()


def test_accounts_and_phones_are_nowhere_readable(payer: Payer) -> None:
    payer.pay()
    for table in ("otp_challenge", "dd_mandate", "dd_collection", "dd_block"):
        rows = run_sql(f"SELECT string_agg(t::text, ' ') FROM billing.{table} t") or ""
        assert payer.iban not in rows
        assert payer.phone not in rows
        # As a word of its own: six digits turn up by chance in hashes and in fractions of a second.
        assert re.search(rf"(?<![\w.]){payer.code}(?!\w)", rows) is None


@pytest.mark.spec("5.6")
def test_the_box_must_be_ticked(payer: Payer) -> None:
    order_id = payer.ask()
    assert refusal(payer.confirm(order_id, authorised=False)) == (422, "billing.not-authorised")
    assert payer.order(order_id)["state"] == "loading"


@pytest.mark.spec("5.6", "8.4")
def test_a_wrong_code_costs_a_try_and_five_are_all(payer: Payer) -> None:
    order_id = payer.ask()
    wrong = "000000" if payer.code != "000000" else "111111"
    left = [payer.confirm(order_id, wrong).get_json()["tries_left"] for _ in range(4)]
    assert left == [4, 3, 2, 1]
    fifth = payer.confirm(order_id, wrong)
    assert refusal_at(fifth) == (422, "billing.code-invalid", "/code")
    assert "Code invalid" in fifth.get_json()["detail"]
    assert refusal_at(payer.confirm(order_id)) == (409, "billing.code-expired", "/code")
    # Another code is asked for, and the old one is worth nothing.
    old = payer.code
    payer.ask(order_id=order_id)
    assert payer.code != old
    assert refusal(payer.confirm(order_id, old)) == (422, "billing.code-invalid")
    assert payer.confirm(order_id).status_code == 200


@pytest.mark.parametrize(("age", "status"), [("9 minutes 50 seconds", 200), ("10 minutes", 409)])
def test_a_code_ends_by_the_clock_of_the_database(payer: Payer, age: str, status: int) -> None:
    order_id = payer.ask()
    with transaction() as session:
        session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        session.connection().exec_driver_sql(
            f"UPDATE billing.otp_challenge SET expires_at = expires_at - interval '{age}' WHERE order_id = '{order_id}'"
        )
    assert payer.confirm(order_id).status_code == status


@pytest.mark.parametrize("change", ["amount_minor = 1", "iban_hash = 'another'", "salt = '\\x00'"])
def test_a_code_is_bound_to_what_it_authorises(payer: Payer, change: str) -> None:
    order_id, code = payer.ask(), payer.code
    with transaction() as session:
        session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        session.connection().exec_driver_sql(f"UPDATE billing.otp_challenge SET {change} WHERE order_id = '{order_id}'")
    assert refusal(payer.confirm(order_id, code)) == (422, "billing.code-invalid")


def test_two_confirmations_at_once_collect_once(payer: Payer, app: Flask) -> None:
    order_id, code = payer.ask(), payer.code
    answers = race([lambda: copy_of(payer, app).confirm(order_id, code) for _ in range(8)])
    assert [answer.status_code for answer in answers] == [200] * 8
    assert (
        run_sql(
            "SELECT count(*) FROM billing.dd_collection c JOIN billing.payment p ON p.id = c.payment_id "
            "WHERE p.order_id = :id",
            id=order_id,
        )
        == 1
    )
    assert run_sql("SELECT tries FROM billing.otp_challenge WHERE order_id = :id", id=order_id) == 1


def test_the_same_request_sends_one_sms(payer: Payer) -> None:
    key = str(uuid4())
    first, second = payer.start(key=key).get_json(), payer.start(key=key).get_json()
    drain_now()
    assert first == second
    assert len(payer.gateway.sent) == 1


@pytest.mark.parametrize(("is_late", "sent"), [(False, 1), (True, 0)])
def test_a_gateway_that_refuses_is_asked_again_while_the_code_is_good(payer: Payer, is_late: bool, sent: int) -> None:
    payer.gateway.refuse = 1
    order_id = payer.ask()
    assert payer.gateway.sent == []
    if is_late:
        with transaction() as session:
            session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
            session.connection().exec_driver_sql(
                f"UPDATE billing.otp_challenge SET expires_at = now() WHERE order_id = '{order_id}'"
            )
    due = (
        "UPDATE platform.inbox_entry SET next_try_at = now()"
        " FROM platform.outbox_event event JOIN billing.otp_challenge challenge"
        " ON challenge.id::text = payload ->> 'challenge_id'"
        " WHERE event.id = event_id AND done_at IS NULL AND order_id = :id RETURNING event_id, handler"
    )
    with transaction() as session:
        event_id, handler = session.execute(text(due), {"id": order_id}).one()
    kernel_jobs.run_entry(str(event_id), handler)
    assert len(payer.gateway.sent) == sent


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("iban", "NL91ABNA0417164301", "billing.iban-invalid"),
        ("iban", "GB29NWBK60161331926819", "billing.iban-invalid"),
        ("iban", "not an iban", "billing.iban-invalid"),
        ("phone", "030 123 4567", "billing.phone-invalid"),
        ("phone", "12345", "billing.phone-invalid"),
        ("phone", "+212 612-345678", "billing.phone-country"),
    ],
)
def test_what_cannot_be_is_refused(payer: Payer, field: str, value: str, code: str) -> None:
    over: dict[str, Any] = {field: value}
    answer = payer.start(**over)
    assert refusal_at(answer) == (422, code, f"/{field}")


def test_an_order_for_which_no_code_was_sent_is_not_authorised_by_one(payer: Payer) -> None:
    with transaction() as session:
        order_id = place_order(session, member=payer.member)
    assert refusal_at(payer.confirm(str(order_id), "123456")) == (409, "billing.code-expired", "/code")


def test_without_a_bundle_or_for_other_money_than_euros_no_code_is_sent(payer: Payer, debit_shop: Site) -> None:
    assert refusal_at(payer.start(bundle_id=None)) == (404, "billing.bundle-not-found", "/bundle_id")
    with transaction() as session:
        api.set_bundle(session, site_id=debit_shop.id, country="SE", credits=120, price=Money(21900, "SEK"))
    run_sql("UPDATE profiles.profile SET country = 'SE' WHERE member_id = :id", id=payer.member.id)
    assert refusal_at(payer.start()) == (404, "billing.method-not-found", "/method")


def test_who_cannot_be_told_is_not_debited(
    new_payer: Callable[..., Payer], make_member: MakeMember, login: LogIn
) -> None:
    payer = new_payer()
    payer.browser = login(make_member(confirmed=False))
    assert refusal(payer.start()) == (403, "billing.address-unconfirmed")


def test_others_orders_are_not_there(payer: Payer, new_payer: Callable[..., Payer]) -> None:
    order_id, other = payer.ask(), new_payer()
    assert refusal(other.start(order_id=order_id)) == (404, "billing.order-not-found")
    assert refusal(other.confirm(order_id, payer.code)) == (404, "billing.order-not-found")


def test_it_is_offered_where_a_company_collects(
    payer: Payer, debit_shop: Site, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_offered() -> bool:
        bundle_id = payer.bundle(120)
        methods = payer.browser.get(f"/api/v1/shop/methods?bundle_id={bundle_id}").get_json()["methods"]
        return "directdebit" in [method["id"] for method in methods]

    assert is_offered()
    monkeypatch.delenv("HEARTH_SMS_URL")
    settings.config.cache_clear()
    assert not is_offered()
    assert refusal(payer.start()) == (404, "billing.method-not-found")
    monkeypatch.undo()
    monkeypatch.setenv("HEARTH_SMS_URL", payer.gateway.url)
    settings.config.cache_clear()
    assert is_offered()
    with transaction() as session:
        sites_api.update_company(session, name=debit_shop.company.name, changes={"creditor_id": None})
    assert not is_offered()
    assert refusal(payer.start()) == (404, "billing.method-not-found")


def test_a_code_that_nobody_uses_gives_the_order_up(payer: Payer) -> None:
    order_id = payer.ask()
    jobs.give_up_unconfirmed()
    assert payer.order(order_id)["state"] == "loading"
    with transaction() as session:
        session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        for table in ("otp_challenge", "payment"):
            session.connection().exec_driver_sql(
                f"UPDATE billing.{table} SET created_at = now() - interval '11 minutes' WHERE order_id = '{order_id}'"
            )
    jobs.give_up_unconfirmed()
    assert payer.order(order_id)["state"] == "cancelled"
    assert refusal(payer.confirm(order_id)) == (409, "billing.order-not-payable")
    # It can be taken up again, at its price.
    payer.ask(order_id=order_id)
    assert payer.confirm(order_id).get_json()["state"] == "pending"


def test_an_order_can_be_given_up_until_it_is_authorised(payer: Payer) -> None:
    order_id = payer.ask()
    payer.browser.post(f"/api/v1/orders/{order_id}/cancel")
    drain_now()
    assert payer.order(order_id)["state"] == "cancelled"
    assert refusal(payer.confirm(order_id)) == (409, "billing.order-not-payable")
    authorised = payer.pay()
    payer.browser.post(f"/api/v1/orders/{authorised}/cancel")
    payer.browser.post(f"/api/v1/orders/{authorised}/sync")
    again = payer.browser.post(f"/api/v1/orders/{authorised}/payments", {"method": "ideal"}, key=str(uuid4()))
    assert refusal(again) == (409, "billing.order-not-payable")
    assert payer.order(authorised)["state"] == "pending"


def test_an_order_that_waits_for_its_code_can_be_paid_otherwise(payer: Payer, simulator: Simulator) -> None:
    order_id = payer.ask()
    path = f"/api/v1/orders/{order_id}/payments"
    assert payer.browser.post(path, {"method": "ideal"}, key=str(uuid4())).status_code == 201
    assert refusal(payer.confirm(order_id)) == (409, "billing.order-not-payable")
    assert [payment["method"] for payment in payer.order(order_id)["payments"]] == ["directdebit", "ideal"]


def test_a_code_counts_for_direct_debit(payer: Payer, debit_shop: Site) -> None:
    with transaction() as session:
        api.create_discount(session, site_id=debit_shop.id, code="TEN", actor="test", value_percentage=10)
    asked = payer.start(code="ten").get_json()
    assert asked["amount"] == {"minor": 1799, "currency": "EUR"}


def copy_of(payer: Payer, app: Flask) -> Payer:
    """Return the payer at another browser with the same login."""
    browser = Client(app, payer.browser.host)
    cookie = payer.browser.http.get_cookie("hearth_session", domain=payer.browser.host)
    assert cookie
    browser.http.set_cookie("hearth_session", cookie.value, domain=payer.browser.host)
    return Payer(payer.member, browser, payer.gateway, payer.iban, payer.phone)
