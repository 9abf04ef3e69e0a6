"""Members of the running installation, made and let in by its services: those pages have journeys of their own."""

import os
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import UUID, uuid4

from playwright.sync_api import ViewportSize
from sqlalchemy import text

from cli.folder import read_names
from tests.journeys.installation import acting

if TYPE_CHECKING:
    from tests.journeys.conftest import Person

WAITING = text("""
    SELECT count(*) FROM platform.outbox_event o LEFT JOIN platform.inbox_entry i ON i.event_id = o.id
     WHERE o.payload->>'member_id' = :member AND (o.dispatched_at IS NULL
        OR (i.event_id IS NOT NULL AND i.done_at IS NULL AND i.failed_at IS NULL))
""")
MANY = 12  # answers of one kind in a row, after which no other process of the web is left
PATIENCE = 120  # seconds for what the worker does about a member, on a busy machine


def site_named(key: str) -> Any:
    """Return a site of the installation."""
    from modules.sites import api

    with acting() as session:
        return api.get_site_by_key(session, key)


def open_site(**over: Any) -> Any:
    """Make a site with a company and a host of its own, and wait until every web process knows it."""
    from tests.factories.sites import make_site

    with acting() as session:
        site = make_site(session, **{"name": f"Site {uuid4().hex[:6]}", **over})
    wait_for_pages(site.hosts[0], lambda _: True)
    return site


def wait_for_pages(host: str, is_said: Callable[[str], bool], path: str = "/pricing") -> None:
    """Wait until every web process says something in a site's page: each keeps for five seconds what it read."""
    # Past the proxy, whose kept connections lead to the same process again and again.
    ports = read_names(Path(os.environ["HEARTH_DATA"]) / "ports.json")
    address = f"http://127.0.0.1:{ports['web']}{path}"
    in_a_row, end = 0, time.monotonic() + PATIENCE
    while in_a_row < MANY:
        assert time.monotonic() < end, f"{host} does not say what it should after {PATIENCE} s"
        if (page := _page(address, host)) and is_said(page):
            in_a_row += 1
        else:
            in_a_row = 0
            time.sleep(0.2)


def _page(address: str, host: str) -> str:
    # Only browsers know where *.localhost is.
    asked = Request(address, headers={"Host": host, "Accept": "text/html"})
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except HTTPError:
        return ""


def sign_up(*, language: str = "en", name: str = "Nora", site: str = "hearthside") -> Any:
    """Make an account whose activation link is mailed; its password is the factories' own."""
    from modules.accounts import api
    from modules.accounts.contracts import NewMember
    from modules.accounts.sessions.service import signup
    from tests.factories.accounts import password_hash

    there = site_named(site)
    email = f"{name.lower()}.{uuid4().hex[:8]}@example.org"
    with acting() as session:
        new = NewMember(email, name, password_hash(), date(1964, 4, 30), language)
        return api.get_member(session, signup.sign_up(session, site=there, new=new, network="127.0.0.1"))


def newcomer(
    arrive: "Callable[..., Person]",
    viewport: ViewportSize | None = None,
    language: str = "en",
    *,
    site: str = "hearthside",
    **how: Any,
) -> "tuple[Person, str]":
    """Somebody who has only just signed up, at a browser of their own, and their e-mail address."""
    # A payment provider sends payers back to the site's own name.
    person = arrive(viewport, language=language, **{"host": "hearthside.localhost", **how})
    member = sign_up(language=language, site=site)
    person.enter(member)
    return person, member.email


def settle(
    *,
    language: str = "en",
    name: str | None = None,
    site: str = "hearthside",
    born: date = date(1985, 5, 17),
    photos: int = 0,
    credits: int | None = None,
    **profile: Any,
) -> Any:
    """Make a member who is confirmed and has filled in a profile, with approved photos and so many credits."""
    from modules.billing.ledger.queries import get_balance
    from tests.factories import accounts, profiles

    there = site_named(site)
    name = name or f"Robin{uuid4().hex[:6]}"
    with acting() as session:
        member = accounts.make_member(session, site=there, name=name, language=language, date_of_birth=born, paid=True)
        profiles.fill_profile(session, member.id, **profile)
        for _ in range(photos):
            profiles.add_photo(session, member.id)
    wait_for_worker(member.id)
    if credits is not None:
        with acting() as session:
            has = get_balance(session, member.id)
        give_credits(member, credits - has)
    return member


def give_credits(member: Any, number: int) -> None:
    """Give somebody credits, or take them, as support does."""
    from modules.billing import api

    if number:
        with acting() as session:
            api.adjust_credits(session, member_id=member.id, credits=number, note="a journey", actor="cli")


def write_to(sender: Any, to: Any, body: str) -> None:
    """Let one member write to another."""
    from tests.factories.messaging import write

    with acting() as session:
        write(session, sender=sender, to=to, body=body)


def wait_for_worker(member_id: UUID) -> None:
    """Wait until the installation has done everything about a member that waits in the outbox."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with acting() as session:
            if session.execute(WAITING, {"member": str(member_id)}).scalar_one() == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"the installation is not done with {member_id} after {PATIENCE} s")


def cookies_of(member: Any) -> dict[str, str]:
    """Log a browser in, without the cost of a password; returns its cookies."""
    from app.kernel.secrets.signing import sign
    from modules.accounts.sessions.service.login import Browser, log_in_browser

    with acting() as session:
        entered = log_in_browser(session, member_id=member.id, browser=Browser(network="127.0.0.1"))
    device = f"{entered.device}.{sign('device', entered.device)}"
    return {"hearth_session": entered.token, "hearth_device": device}
