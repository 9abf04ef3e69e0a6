"""Members of the running house, made and let in by its services: the pages of that have journeys of their own."""

import time
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from tests.journeys.house import acting

WAITING = text("""
    SELECT count(*) FROM platform.outbox_event o LEFT JOIN platform.inbox_entry i ON i.event_id = o.id
     WHERE o.payload->>'member_id' = :member AND (o.dispatched_at IS NULL
        OR (i.event_id IS NOT NULL AND i.done_at IS NULL AND i.failed_at IS NULL))
""")
PATIENCE = 30  # seconds for what the worker does with one event


def site_named(key: str) -> Any:
    """Return a site of the house."""
    from modules.sites import api

    with acting() as session:
        return api.get_site_by_key(session, key)


def sign_up(*, language: str = "en", name: str = "Nora", site: str = "hearthside") -> Any:
    """Make an account whose activation link is mailed; its password is the factories' own."""
    from modules.accounts import api
    from modules.accounts.contracts import NewMember
    from modules.accounts.service import signup
    from tests.factories.accounts import password_hash

    there = site_named(site)
    email = f"{name.lower()}.{uuid4().hex[:8]}@example.org"
    with acting() as session:
        new = NewMember(email, name, password_hash(), date(1964, 4, 30), language)
        return api.get_member(session, signup.sign_up(session, site=there, new=new))


def settle(
    *, language: str = "en", name: str | None = None, site: str = "hearthside", photos: int = 0, credits: int = 0,
    **profile: Any,
) -> Any:
    """Make a member who is confirmed and has filled in a profile, with approved photos and with credits."""
    from modules.billing import api as billing_api
    from tests.factories import accounts, profiles

    there = site_named(site)
    name = name or f"Robin{uuid4().hex[:6]}"
    with acting() as session:
        member = accounts.make_member(session, site=there, name=name, language=language)
        profiles.fill_profile(session, member.id, **profile)
        for _ in range(photos):
            profiles.add_photo(session, member.id)
    wait_for_worker(member.id)
    if credits:
        with acting() as session:
            billing_api.adjust_credits(session, member_id=member.id, credits=credits, note="a journey", actor="cli")
    return member


def wait_for_worker(member_id: UUID) -> None:
    """Wait until the house has done everything about a member that waits in the outbox."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with acting() as session:
            if session.execute(WAITING, {"member": str(member_id)}).scalar_one() == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"the house is not done with {member_id} after {PATIENCE} s")


def cookies_of(member: Any) -> dict[str, str]:
    """Log a browser in, without the cost of a password; returns its cookies."""
    from app.kernel.signing import sign
    from modules.accounts.service.login import Browser, admit_browser

    with acting() as session:
        entered = admit_browser(session, member_id=member.id, browser=Browser(network="127.0.0.1"))
    device = f"{entered.device}.{sign('device', entered.device)}"
    return {"hearth_session": entered.token, "hearth_device": device}
