"""What a site needs before it sells its first credits."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from aiosmtpd.smtp import AuthResult
from sqlalchemy import QueuePool

from app.kernel.config import ConfigError, config
from app.kernel.db.engines import engine
from app.kernel.db.session import transaction
from app.kernel.mail import smtp
from cli import selling
from cli.shop import shop
from cli.site import site as site_command
from modules.billing import api as billing_api
from modules.billing.payments.providers import choose
from modules.moderation.contracts.staff import Role
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.conftest import Open
from tests.billing.shopping import open_shop
from tests.billing.test_cli import run
from tests.commands import refusal
from tests.conftest import Client
from tests.factories.sites import make_site
from tests.notifications.test_addresses_on_the_wire import Clerk, serving
from tests.simulating import Simulator

Setting = Callable[[str, str], None]


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Setting]:
    """Change a setting of this installation for a while."""

    def change(name: str, value: str) -> None:
        monkeypatch.setenv(name, value)
        config.cache_clear()
        choose.provider_named.cache_clear()

    yield change
    monkeypatch.undo()
    config.cache_clear()
    choose.provider_named.cache_clear()


@pytest.fixture
def bare_site(_engines: None) -> Site:
    """A site whose company has nothing but a name and a country."""
    with transaction() as session:
        company = sites_api.create_company(session, name=f"Bare {uuid4().hex[:8]}", footer_id=1, country="NL")
        return make_site(session, company=company.name)


def set_price(finance: Client, site: Site, minor: int = 2999) -> Any:
    """Set the price of 120 credits in the console; returns the answer."""
    price = {"site_id": str(site.id), "country": "NL", "credits": 120, "price_minor": minor, "currency": "EUR"}
    return finance.post("/ops/api/billing.bundles", price, key=uuid4().hex)


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_a_shop_opens_once_its_invoices_say_who_sells(bare_site: Site) -> None:
    assert "can’t sell yet. Set these first: address, city, vat_numbers." in refusal(shop, "open", bare_site.key)
    dutch = ("NL", "120", "18.50", "EUR")
    assert "can’t sell yet" in refusal(shop, "set", bare_site.key, *dutch)
    with transaction() as session:
        sites_api.update_company(session, name=bare_site.company.name, changes={"vat_numbers": [" "], "address": "-"})
    assert "Set these first: address, city, vat_numbers." in refusal(shop, "open", bare_site.key)
    facts = ("address=Lampstraat 1", "city=Utrecht", "vat_numbers=NL000000000B00")
    assert run(site_command, "company", "set", bare_site.company.name, *facts).exit_code == 0
    assert run(shop, "open", bare_site.key).exit_code == 0


@pytest.mark.parametrize("removed", ["vat_numbers=", "vat_numbers=-", "address=", "city=."])
@pytest.mark.spec("10.10")
def test_what_invoices_contain_cannot_be_taken_from_a_company(removed: str, site: Site) -> None:
    name = removed.partition("=")[0]
    assert f"{name} can’t be empty." in refusal(site_command, "company", "set", site.company.name, removed)
    changed = f"{name}=NL000000001B00"
    assert run(site_command, "company", "set", site.company.name, changed).exit_code == 0


@pytest.mark.spec("10.6")
def test_the_console_sells_nothing_at_a_site_that_is_not_ready(finance: Client, bare_site: Site) -> None:
    refused = set_price(finance, bare_site)
    assert (refused.status_code, refused.json["code"]) == (409, "billing.shop-not-ready")
    assert "vat_numbers" in refused.json["detail"]


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_a_shop_opens_once_somebody_takes_its_money(site: Site, setting: Setting) -> None:
    setting("HEARTH_MOLLIE_KEY", "")
    assert "Set these first: HEARTH_MOLLIE_KEY." in refusal(shop, "open", site.key)
    setting("HEARTH_STRIPE_KEY", "")
    setting("HEARTH_PAYMENT_PROVIDER", "stripe")
    assert "Set these first: HEARTH_STRIPE_KEY." in refusal(shop, "open", site.key)
    setting("HEARTH_STRIPE_KEY", "sk_test_123")
    assert "Set these first: HEARTH_STRIPE_WEBHOOK_SECRET." in refusal(shop, "open", site.key)
    setting("HEARTH_PAYMENT_PROVIDER", "nobody")
    assert "Set these first: HEARTH_PAYMENT_PROVIDER." in refusal(shop, "open", site.key)


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_a_shop_opens_once_its_provider_accepts_the_key(site: Site, simulator: Simulator) -> None:
    simulator.control("fault", fault="refuse", operation="list_methods", status=401, times=2)
    is_well, seen, mend = selling.payments()
    assert (is_well, "mollie refuses the key: 401" in seen, "HEARTH_MOLLIE_KEY" in mend) == (False, True, True)
    assert "Set these first: HEARTH_MOLLIE_KEY." in refusal(shop, "open", site.key)
    assert selling.payments()[:2] == (True, "mollie accepts the key")
    assert run(shop, "open", site.key).exit_code == 0


@pytest.mark.spec("10.10")
def test_a_shop_opens_while_its_provider_is_away_and_doctor_says_so(
    site: Site, simulator: Simulator, ready_to_sell: None
) -> None:
    simulator.control("fault", fault="refuse", operation="list_methods", status=503, times=2)
    assert selling.payments()[:2] == (False, "mollie does not respond")
    assert run(shop, "open", site.key).exit_code == 0


@pytest.mark.spec("2.12")
def test_a_page_of_payment_whose_provider_refuses_the_key_says_to_try_later(
    browser: Client, simulator: Simulator
) -> None:
    bundle = browser.get("/api/v1/shop").get_json()["bundles"][0]["id"]
    simulator.control("fault", fault="refuse", operation="list_methods", status=401)
    answer = browser.get(f"/api/v1/shop/methods?bundle_id={bundle}")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "billing.provider-away")


@pytest.mark.spec("10.10")
def test_a_shop_opens_once_push_messages_have_a_key(site: Site, setting: Setting, tmp_path: Path) -> None:
    assert "Set these first: HEARTH_VAPID_FILE." in refusal(shop, "open", site.key)
    (tmp_path / "none.pem").touch()
    setting("HEARTH_VAPID_FILE", str(tmp_path / "none.pem"))
    assert "Set these first: HEARTH_VAPID_FILE." in refusal(shop, "open", site.key)


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_a_shop_opens_once_the_mail_server_answers(site: Site, setting: Setting, finance: Client) -> None:
    answers, away = config().smtp_url, "smtp://127.0.0.1:9"
    setting("HEARTH_SMTP_URL", away)
    words = "The mail server in HEARTH_SMTP_URL isn’t responding"
    assert words in refusal(shop, "open", site.key)
    assert words in refusal(shop, "set", site.key, "NL", "120", "18.50", "EUR")
    refused = set_price(finance, site)
    assert (refused.status_code, refused.json["code"]) == (409, "billing.mail-away")
    assert words in refused.json["detail"]
    setting("HEARTH_SMTP_URL", answers)
    assert run(shop, "open", site.key).exit_code == 0
    setting("HEARTH_SMTP_URL", away)
    assert run(shop, "set", site.key, "NL", "120", "18.50", "EUR").exit_code == 0, "what sells goes on selling"


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_a_shop_opens_once_the_mail_server_accepts_the_login(site: Site) -> None:
    refusing = AuthResult(success=False, handled=False)
    with serving(Clerk(), login="hello:wrong@", auth_require_tls=False, authenticator=lambda *_: refusing):
        is_well, seen, _ = selling.mail_server()
        assert (is_well, "SMTPAuthenticationError: 535" in seen) == (False, True)
        assert "isn’t responding or refuses the login" in refusal(shop, "open", site.key)
    with serving(Clerk(), login="hello:w%C3%B6rd@", auth_require_tls=False, authenticator=lambda *_: refusing):
        assert "letters beyond ASCII" in selling.mail_server()[1]
    assert run(shop, "open", site.key).exit_code == 0


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("ready_to_sell")
def test_no_connection_to_the_database_waits_for_the_mail_server(
    bare_site: Site, desk: Open, finance: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = ("address=Lampstraat 1", "city=Utrecht", "vat_numbers=NL000000000B00")
    assert run(site_command, "company", "set", bare_site.company.name, *facts).exit_code == 0
    admin = desk(Role.ADMIN)
    taken: list[int] = []

    def check() -> None:
        pool = engine().pool
        assert isinstance(pool, QueuePool)
        taken.append(pool.checkedout())
        raise ConnectionRefusedError

    monkeypatch.setattr(smtp, "check", check)
    refusal(shop, "open", bare_site.key)
    refusal(shop, "set", bare_site.key, "NL", "120", "18.50", "EUR")
    assert set_price(finance, bare_site).status_code == 409
    assert admin.get("/ops/api/engines").status_code == 200
    assert taken == [0] * 4


@pytest.mark.spec("10.6")
def test_a_site_that_sells_changes_its_prices_whatever_it_lacks(finance: Client, bare_site: Site) -> None:
    open_shop(bare_site)
    assert run(shop, "set", bare_site.key, "NL", "120", "18.50", "EUR").exit_code == 0
    assert set_price(finance, bare_site, minor=1750).status_code == 201
    with transaction(read_only=True) as session:
        sold = billing_api.list_bundles(session, site_id=bare_site.id, country="NL")
    assert [one.price.minor for one in sold if one.credits == 120] == [1750]


@pytest.mark.spec("10.10")
@pytest.mark.usefixtures("simulator")
def test_doctor_says_what_a_first_sale_would_miss(bare_site: Site, setting: Setting) -> None:
    missing = f"{bare_site.company.name} has no address, city, vat_numbers"
    is_well, seen, _ = selling.companies()
    assert (is_well, missing in seen) == (False, True), "before its shop is open"
    open_shop(bare_site)
    is_well, seen, _ = selling.companies()
    assert (is_well, missing in seen) == (False, True)
    assert selling.payments()[0] is True
    assert selling.push_key()[:2] == (False, "HEARTH_VAPID_FILE is not set, no push notifications")
    setting("HEARTH_STRIPE_KEY", "")
    setting("HEARTH_PAYMENT_PROVIDER", "stripe")
    with pytest.raises(ConfigError, match="HEARTH_STRIPE_KEY is not a secret key"):
        selling.payments()
    setting("HEARTH_SMTP_URL", "smtp://127.0.0.1:9")
    assert "refused" in selling.mail_server()[1]
