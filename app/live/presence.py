"""Online status, as profile cards show it (spec 9.4), announced to recent conversation partners; queries Postgres."""

from collections.abc import Collection, Iterator
from uuid import UUID

from app.kernel.db.session import transaction
from app.kernel.events import live
from app.kernel.events.live import Signal
from modules.messaging import api as messaging_api
from modules.profiles import api as profiles_api

MAX_PARTNERS = 200
AT_ONCE = 100


def note_present(member_ids: Collection[UUID]) -> None:
    """Note that members are active, for their profile cards."""
    with transaction() as session:
        profiles_api.touch_last_active(session, member_ids=list(member_ids))


def list_online(among: Collection[UUID] | None = None) -> set[UUID]:
    """Return the members whose profile cards show them online, of all or of some."""
    with transaction(read_only=True) as session:
        return profiles_api.list_online_ids(session, among=None if among is None else list(among))


def announce(member_ids: Collection[UUID], *, is_online: bool) -> None:
    """Announce to the members' latest conversation partners that they came online or went offline."""
    ids = list(member_ids)
    for start in range(0, len(ids), AT_ONCE):
        live.send_transient(*_presence_signals(ids[start : start + AT_ONCE], is_online))


def _presence_signals(member_ids: list[UUID], is_online: bool) -> Iterator[Signal]:
    with transaction(read_only=True) as session:
        partners = messaging_api.list_present_partners(session, member_ids=member_ids, limit=MAX_PARTNERS)
    for member_id, partner_ids in partners.items():
        for partner_id in partner_ids:
            yield Signal(partner_id, "presence", {"member_id": member_id, "is_online": is_online})
