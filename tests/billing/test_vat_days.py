"""The day on which a rate of VAT begins is the site's, as that of its invoices is."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.billing import api
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing.debiting import run_sql
from tests.billing.test_country_of_sale import pay
from tests.billing.test_orders import order
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator


def day_at(zone: str, now: datetime) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


@pytest.fixture
def raise_rate() -> Iterator[Callable[[date], None]]:
    """Have 25 % of VAT due in the Netherlands from a day on."""
    rate = "INSERT INTO billing.vat_rate (country, since, basis_points) VALUES ('NL', :since, 2500)"
    yield lambda since: run_sql(rate, since=since)
    run_sql("DELETE FROM billing.vat_rate WHERE country = 'NL' AND basis_points = 2500")


@pytest.mark.spec("2.20", "2.12")
@pytest.mark.parametrize("is_in_force", [True, False])
def test_a_new_rate_of_vat_begins_at_midnight_where_the_site_is_at_home(
    site: Site,
    make_member: MakeMember,
    login: LogIn,
    simulator: Simulator,
    raise_rate: Callable[[date], None],
    is_in_force: bool,
) -> None:
    now = clock.now()
    # One of these two has another day than Greenwich at any time: tomorrow, or yesterday.
    zone = next(zone for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago") if day_at(zone, now) != day_at("UTC", now))
    today = day_at(zone, now)
    with transaction() as session:
        api.open_shop(session, site_id=site.id)
        sites_api.update_site_settings(session, site_id=site.id, changes={"timezone": zone})
    raise_rate(today if is_in_force else today + timedelta(days=1))
    browser = login(make_member())
    percent = 25 if is_in_force else 21
    assert browser.get("/api/v1/shop").get_json()["vat_percent"] == percent
    prices = browser.get("/api/v1/prices").get_json()["countries"]
    assert {one["vat_percent"] for one in prices if one["country"] == "NL"} == {percent}
    placed = order(browser, method="creditcard").get_json()
    bought = pay(browser, simulator, placed["id"], "NL", "creditcard")
    assert (placed["vat_percent"], bought["vat_percent"]) == (percent, percent)
