"""The country of a sale rests on two pieces of evidence that agree; VAT follows it, and the price never does."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.config import ConfigError, config
from app.kernel.db.session import transaction
from modules.billing import api
from modules.billing.contracts.shop import Money, PlaceOfSale
from modules.billing.contracts.states import EvidenceKind, Standing
from modules.billing.papers.queries import papers
from modules.billing.papers.service import papers as service
from modules.billing.service import export
from modules.billing.shop.policies.evidence import place_of_sale
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.debiting import run_sql
from tests.billing.shopping import make_code, ref_of, sound
from tests.billing.test_discount_terms import again, failed, refused
from tests.billing.test_orders import order
from tests.billing.test_saved_methods import browser
from tests.conftest import Client
from tests.settings import SetEnv
from tests.simulating import Simulator

__all__ = ["browser"]

PROFILE, NETWORK, CARD, BANK = EvidenceKind.PROFILE, EvidenceKind.NETWORK, EvidenceKind.CARD, EvidenceKind.BANK
AGREED, SINGLE, AGAINST, NONE = Standing.AGREED, Standing.SINGLE, Standing.CONTRADICTORY, Standing.NONE


@pytest.mark.parametrize(
    ("evidence", "country", "standing"),
    [
        ({}, "NL", NONE),
        ({PROFILE: "NL"}, "NL", SINGLE),
        ({PROFILE: "CH"}, "NL", SINGLE),
        ({CARD: "BE"}, "NL", SINGLE),
        ({PROFILE: "NL", NETWORK: "NL"}, "NL", AGREED),
        ({PROFILE: "BE", NETWORK: "BE"}, "BE", AGREED),
        ({PROFILE: "NL", NETWORK: "DE"}, "NL", AGAINST),
        ({PROFILE: "NL", NETWORK: "NL", CARD: "NL"}, "NL", AGREED),
        ({PROFILE: "NL", NETWORK: "DE", CARD: "NL"}, "NL", AGREED),
        ({PROFILE: "NL", NETWORK: "DE", BANK: "DE"}, "DE", AGREED),
        ({PROFILE: "NL", NETWORK: "NL", CARD: "DE"}, "NL", AGREED),
        ({PROFILE: "NL", NETWORK: "DE", CARD: "BE"}, "NL", AGAINST),
        ({PROFILE: "DE", NETWORK: "DE", CARD: "BE", BANK: "BE"}, "NL", AGAINST),
    ],
)
def test_two_pieces_of_evidence_that_agree_say_where_a_sale_is(
    evidence: dict[EvidenceKind, str], country: str, standing: Standing
) -> None:
    assert place_of_sale(evidence, otherwise="NL") == PlaceOfSale(country, standing)


@pytest.fixture
def located(set_env: SetEnv) -> None:
    """A proxy in front that tells the country of a network, and takes what browsers say of it."""
    set_env(HEARTH_TRUSTED_PROXIES="1", HEARTH_COUNTRY_HEADER="CF-IPCountry")


def travel(browser: Client, network: str | None, profile: str | None = None) -> None:
    """Let a member ask from a country from now on, and say in the profile where they live."""
    browser.http.environ_base["HTTP_CF_IPCOUNTRY"] = network or ""
    if profile:
        member_id = browser.get("/api/v1/me").get_json()["id"]
        run_sql("UPDATE profiles.profile SET country = :country WHERE member_id = :id", country=profile, id=member_id)


def buy(
    browser: Client, simulator: Simulator, *, country: str = "NL", method: str = "creditcard", **over: Any
) -> dict[str, Any]:
    """Order and pay with a card or an account of a country; returns the order as it is paid."""
    placed = order(browser, method=method, **over)
    assert placed.status_code == 201, placed.get_json()
    return pay(browser, simulator, placed.get_json()["id"], country, method)


def pay(browser: Client, simulator: Simulator, order_id: str, country: str | None, method: str) -> dict[str, Any]:
    simulator.control("pay", payment=ref_of(order_id), method=method, country=country)
    shown: dict[str, Any] = browser.post(f"/api/v1/orders/{order_id}/sync").get_json()
    assert shown["state"] == "completed"
    return shown


def taxed(order_id: Any) -> tuple[str, str]:
    """Return where an order is taxed, and how well that is known."""
    found = "SELECT vat_country || ' ' || vat_standing FROM billing.credit_order WHERE id = :id"
    country, standing = run_sql(found, id=order_id).split()
    return country, standing


def evidence_of(order_id: Any) -> dict[str, str]:
    found = "SELECT jsonb_object_agg(kind, country) FROM billing.sale_evidence WHERE order_id = :id"
    return run_sql(found, id=order_id) or {}


@pytest.mark.usefixtures("located")
def test_vat_follows_the_evidence_and_the_price_does_not(browser: Client, simulator: Simulator, site: Site) -> None:
    numbers = ["NL000000000B00", "DE000000000"]
    with transaction() as session:
        sites_api.update_company(session, name=site.company.name, changes={"vat_numbers": numbers})
    travel(browser, "DE", "NL")
    placed = order(browser, method="creditcard").get_json()
    assert (placed["total"]["minor"], placed["vat"]["minor"], placed["vat_percent"]) == (1999, 347, 21)
    bought = pay(browser, simulator, placed["id"], "DE", "creditcard")
    assert (bought["total"]["minor"], bought["vat"]["minor"], bought["vat_percent"]) == (1999, 319, 19)
    assert taxed(bought["id"]) == ("DE", "agreed")
    assert evidence_of(bought["id"]) == {"profile": "NL", "network": "DE", "card": "DE"}
    with transaction() as session:
        service.issue_invoice(session, order_id=bought["id"])
        invoice = papers.find_invoice(session, bought["id"])
        assert invoice is not None
    assert (invoice.vat_minor, invoice.vat_basis_points, invoice.buyer["country"]) == (319, 1900, "DE")
    assert invoice.seller["vat_number"] == "DE000000000"
    sound()


@pytest.fixture
def raise_rates() -> Iterator[Callable[[], None]]:
    """Have 25 % of VAT due in Germany and in the Netherlands since yesterday."""
    rate = "billing.vat_rate (country, since, basis_points)"
    yield lambda: run_sql(f"INSERT INTO {rate} SELECT unnest(ARRAY['DE', 'NL']), current_date - 1, 2500")
    run_sql("DELETE FROM billing.vat_rate WHERE basis_points = 2500 AND country IN ('DE', 'NL')")


@pytest.mark.usefixtures("located")
@pytest.mark.parametrize(("card", "minor", "percent"), [("DE", 319, 19), ("NL", 347, 21)])
def test_vat_is_that_of_the_day_of_the_order(
    card: str, minor: int, percent: int, raise_rates: Callable[[], None], browser: Client, simulator: Simulator
) -> None:
    travel(browser, card, "NL")
    placed = order(browser, method="creditcard").get_json()
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # an order keeps when it was made
        earlier = text("UPDATE billing.credit_order SET created_at = now() - interval '3 days' WHERE id = :id")
        session.execute(earlier, {"id": placed["id"]})
    raise_rates()
    assert order(browser, method="creditcard").get_json()["vat_percent"] == 25
    bought = pay(browser, simulator, placed["id"], card, "creditcard")
    assert (bought["vat"]["minor"], bought["vat_percent"]) == (minor, percent)


@pytest.mark.usefixtures("located")
@pytest.mark.parametrize(
    ("network", "card", "where"),
    [
        ("NL", "NL", ("NL", "agreed")),
        ("NL", "US", ("NL", "agreed")),
        ("BE", "NL", ("NL", "agreed")),
        ("BE", "DE", ("NL", "contradictory")),
        (None, "DE", ("NL", "contradictory")),
        (None, "NL", ("NL", "agreed")),
    ],
)
def test_what_contradicts_is_taxed_where_it_was_ordered_and_marked(
    network: str | None, card: str, where: tuple[str, str], browser: Client, simulator: Simulator
) -> None:
    travel(browser, network, "NL")
    assert taxed(buy(browser, simulator, country=card)["id"]) == where
    sound()


@pytest.mark.usefixtures("located")
def test_the_account_at_a_bank_is_evidence(browser: Client, simulator: Simulator) -> None:
    travel(browser, "BE", "NL")
    bought = buy(browser, simulator, country="BE", method="ideal")
    assert evidence_of(bought["id"]) == {"profile": "NL", "network": "BE", "bank": "BE"}
    assert taxed(bought["id"]) == ("BE", "agreed")


def test_a_payment_of_which_no_country_is_told_proves_none(browser: Client, simulator: Simulator) -> None:
    travel(browser, None, "NL")
    placed = order(browser, method="paypal").get_json()
    bought = pay(browser, simulator, placed["id"], None, "paypal")
    assert (evidence_of(bought["id"]), taxed(bought["id"])) == ({"profile": "NL"}, ("NL", "single"))


def test_a_country_that_no_proxy_was_asked_for_is_no_evidence(
    browser: Client, simulator: Simulator, set_env: SetEnv
) -> None:
    set_env(HEARTH_TRUSTED_PROXIES="1")
    travel(browser, "DE", "NL")
    assert evidence_of(buy(browser, simulator)["id"]) == {"profile": "NL", "card": "NL"}


@pytest.mark.usefixtures("located")
def test_another_header_than_the_named_one_is_no_evidence(browser: Client, simulator: Simulator) -> None:
    travel(browser, None, "NL")
    browser.http.environ_base["HTTP_X_COUNTRY"] = "DE"
    assert evidence_of(order(browser).get_json()["id"]) == {"profile": "NL"}


@pytest.mark.parametrize(
    ("header", "proxies", "words"), [("X-Real-IP", "1", "neither"), ("X-Country", "0", "HEARTH_TRUSTED_PROXIES")]
)
def test_a_header_that_no_proxy_of_ours_sets_is_refused(header: str, proxies: str, words: str, set_env: SetEnv) -> None:
    set_env(HEARTH_COUNTRY_HEADER=header, HEARTH_TRUSTED_PROXIES=proxies)
    with pytest.raises(ConfigError, match=words):
        config()


@pytest.mark.spec("3.4")
@pytest.mark.usefixtures("located")
@pytest.mark.parametrize(
    ("network", "profile", "is_theirs"),
    [("NL", "DE", False), ("DE", "NL", False), ("NL", "NL", False), ("DE", "DE", True), (None, "DE", True)],
)
def test_a_code_for_a_country_is_for_whom_nothing_says_is_elsewhere(
    network: str | None, profile: str, is_theirs: bool, browser: Client, site: Site, simulator: Simulator
) -> None:
    make_code(site, "GERMANY", country="DE")
    travel(browser, network, profile)
    answer = order(browser, code="GERMANY")
    if is_theirs:
        assert (answer.status_code, answer.get_json()["total"]["minor"]) == (201, 1599)
    else:
        assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.discount-not-found")


@pytest.mark.spec("3.4", "4.5")
@pytest.mark.usefixtures("located")
def test_a_code_for_a_country_is_asked_where_one_is_at_each_payment(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    make_code(site, "GERMANY", country="DE")
    travel(browser, "DE", "DE")
    bought = failed(browser, simulator, "GERMANY")
    travel(browser, "NL")
    refused(again(browser, bought, "ideal"))
    travel(browser, "DE")
    assert again(browser, bought, "ideal").status_code == 201


@pytest.mark.spec("3.4")
def test_a_card_that_says_otherwise_after_the_payment_takes_no_discount_back(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    make_code(site, "GERMANY", country="DE")
    travel(browser, None, "DE")
    bought = buy(browser, simulator, country="NL", code="GERMANY")
    assert (bought["total"]["minor"], taxed(bought["id"])) == (1599, ("DE", "contradictory"))
    sound()


@pytest.mark.usefixtures("located")
@pytest.mark.parametrize(("home", "card"), [("MC", "FR"), ("FR", "MC"), ("MC", "MC"), ("IM", "GB")])
def test_monaco_and_the_isle_of_man_are_taxed_as_france_and_the_united_kingdom(
    home: str, card: str, browser: Client, simulator: Simulator
) -> None:
    travel(browser, home, home)
    bought = buy(browser, simulator, country=card)
    assert taxed(bought["id"]) == ("GB" if home == "IM" else "FR", "agreed")
    assert bought["vat_percent"] == 20
    assert set(evidence_of(bought["id"]).values()) == {taxed(bought["id"])[0]}


@pytest.mark.usefixtures("located")
def test_a_sale_where_no_rate_is_known_has_no_vat_in_it(browser: Client, simulator: Simulator) -> None:
    travel(browser, "US", "NL")
    bought = buy(browser, simulator, country="US")
    assert (taxed(bought["id"]), bought["vat"]["minor"]) == (("US", "agreed"), 0)


@pytest.mark.spec("3.4")
def test_a_code_for_monaco_is_for_who_is_there(browser: Client, site: Site, simulator: Simulator) -> None:
    make_code(site, "RIVIERA")
    run_sql("UPDATE billing.discount_code SET country = 'MC' WHERE code = 'RIVIERA' AND site_id = :id", id=site.id)
    travel(browser, None, "NL")
    assert order(browser, code="RIVIERA").status_code == 404
    travel(browser, None, "MC")
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="MC", credits=120, price=Money(1999, "EUR"))
    prices = browser.get("/api/v1/prices").get_json()["countries"]
    assert {one["country"]: one["vat_percent"] for one in prices}["MC"] == 20
    assert order(browser, code="RIVIERA").status_code == 201


AS_IT_WAS = "credit_order keeps what it says"
CHANGES = {
    "another rate before the payment": (
        "loading",
        "UPDATE billing.credit_order SET vat_minor = 0 WHERE id = :id",
        AS_IT_WAS,
    ),
    "a country before the payment": (
        "loading",
        "UPDATE billing.credit_order SET vat_country = 'DE', vat_standing = 'single' WHERE id = :id",
        AS_IT_WAS,
    ),
    "a country without a standing": (
        "loading",
        "UPDATE billing.credit_order SET state = 'completed', completed_at = now(), vat_country = 'DE' WHERE id = :id",
        "credit_order_vat_place_check",
    ),
    "two pieces that are not there": (
        "loading",
        "UPDATE billing.credit_order SET state = 'completed', completed_at = now(), vat_country = 'DE',"
        " vat_standing = 'agreed' WHERE id = :id",
        "is taxed in DE without two pieces of evidence",
    ),
    "another price with the payment": (
        "loading",
        "UPDATE billing.credit_order SET state = 'completed', completed_at = now(), credits = 1 WHERE id = :id",
        AS_IT_WAS,
    ),
    "another rate after the payment": (
        "completed",
        "UPDATE billing.credit_order SET vat_basis_points = 1900, vat_minor = 319 WHERE id = :id",
        AS_IT_WAS,
    ),
    "evidence after the payment": (
        "completed",
        "INSERT INTO billing.sale_evidence (order_id, kind, country) VALUES (:id, 'paypal', 'DE')",
        "is taxed already",
    ),
    "other evidence": (
        "completed",
        "UPDATE billing.sale_evidence SET country = 'DE' WHERE order_id = :id",
        "sale_evidence is append-only",
    ),
    "no evidence": (
        "completed",
        "DELETE FROM billing.sale_evidence WHERE order_id = :id",
        "sale_evidence is append-only",
    ),
    "a second piece of a kind": (
        "loading",
        "INSERT INTO billing.sale_evidence (order_id, kind, country) VALUES (:id, 'profile', 'DE')",
        "sale_evidence_pkey",
    ),
    "a country that is none": (
        "loading",
        "INSERT INTO billing.sale_evidence (order_id, kind, country) VALUES (:id, 'bank', 'de')",
        "sale_evidence_country_check",
    ),
}


@pytest.mark.parametrize(("state", "change", "words"), CHANGES.values(), ids=CHANGES)
def test_the_database_keeps_evidence_and_vat_as_they_were(
    state: str, change: str, words: str, browser: Client, simulator: Simulator
) -> None:
    travel(browser, None, "NL")
    placed = buy(browser, simulator) if state == "completed" else order(browser).get_json()
    with pytest.raises(DBAPIError, match=words):
        run_sql(change, id=placed["id"])


@pytest.mark.usefixtures("located")
def test_staff_see_at_an_order_what_says_where_its_customer_is(
    browser: Client, simulator: Simulator, finance: Client
) -> None:
    travel(browser, "BE", "NL")
    bought = buy(browser, simulator, country="DE")
    listed = finance.get("/ops/api/billing.orders?vat_standing=contradictory").json["data"]
    assert bought["id"] in {one["id"] for one in listed}
    shown = finance.get(f"/ops/api/billing.evidence?order_id={bought['id']}").json["data"]
    assert {one["kind"]: one["country"] for one in shown} == {"profile": "NL", "network": "BE", "card": "DE"}


@pytest.mark.usefixtures("located")
def test_the_copy_of_ones_data_says_what_was_kept_of_ones_country(browser: Client, simulator: Simulator) -> None:
    travel(browser, "BE", "NL")
    bought = buy(browser, simulator, country="DE")
    member_id = browser.get("/api/v1/me").get_json()["id"]
    with transaction(read_only=True) as session:
        data = export.export_member(session, member_id, "en").data
    kept = {(one["kind"], one["country"]) for one in data["countries"] if str(one["order_id"]) == bought["id"]}
    assert kept == {("profile", "NL"), ("network", "BE"), ("card", "DE")}
