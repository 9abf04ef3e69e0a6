"""People to be found, made through the services, and searches without HTTP."""

from datetime import date
from typing import Any

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.catalog import search_index
from modules.catalog.contracts import Filters, ResultPage
from modules.catalog.service import index, index_servers, search
from modules.profiles.contracts import Viewer
from modules.profiles.service import profile
from tests.conftest import drain_now
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeMember


def born_at(age: int) -> date:
    """Return the birthday of somebody who turned `age` half a year ago."""
    return date(clock.today().year - age, 1, 1) if clock.today().month > 1 else date(clock.today().year - age - 1, 6, 1)


def make_findable(
    make_member: MakeMember, *, name: str, age: int = 35, is_active: bool = True, **changes: Any
) -> Member:
    """Make a confirmed member with a whole profile, listed and indexed."""
    member = make_member(name=name, date_of_birth=born_at(age))
    with transaction() as session:
        fill_profile(session, member.id, **changes)
        if is_active:
            profile.touch_last_active(session, member_ids=[member.id])
    settle()
    return member


def settle() -> None:
    """Let every event come to rest, and the search index where members are in one."""
    drain_now()
    for server in search_index.servers():
        fill(server)
    index.copy_activity()


def fill(server: search_index.Server) -> None:
    """Wait until a server's index is whole and has every change; raises IndexUnavailable while it is away."""
    while not is_whole(server):
        index.push_changes(server)
    index.push_changes(server)
    assert server.is_idle(within=60)


def is_whole(server: search_index.Server) -> bool:
    """Return whether a server's index is whole; raises IndexUnavailable while it is away."""
    with transaction(read_only=True) as session:
        known = index_servers.find_index(session, server.name)
    return known is not None and known == server.find_index()


def find(viewer: Viewer, *, page: int = 1, page_size: int = 24, **filters: Any) -> ResultPage:
    """Search as somebody."""
    with transaction(read_only=True) as session:
        return search.search_members(session, viewer=viewer, filters=Filters(**filters), page=page, page_size=page_size)
