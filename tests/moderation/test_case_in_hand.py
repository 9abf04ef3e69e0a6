"""What somebody has in hand while they go through the queue, and in which role they are told to have read."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.errors import QueueEmpty
from modules.moderation.queue.service import queue
from tests.conftest import drain_now
from tests.factories.messaging import write
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_queue import ASKS, act, empty_queue, only


@pytest.mark.spec("10.5")
def test_who_goes_on_gives_back_what_they_skip(make_member: MakeMember, colleague: MakeColleague) -> None:
    people, linden, robin = [make_member() for _ in range(2)], colleague(), colleague()
    empty_queue()
    with transaction() as session:
        for one in people:
            queue.open_item(session, kind=ItemKind.PROFILE_TEXT, subject_id=one.id, member_id=one.id)
    first, second = (only(one, ItemKind.PROFILE_TEXT).id for one in people)

    def take(by: Any, *kinds: ItemKind) -> UUID:
        with transaction() as session:
            return queue.take_next(session, staff_id=by.id, kinds=kinds)

    def hands() -> list[UUID | None]:
        return [only(one, ItemKind.PROFILE_TEXT).claimed_by for one in people]

    assert [take(linden), take(linden), take(linden)] == [first, second, first]
    assert hands() == [linden.id, None]
    assert take(robin) == second
    # Nothing else waits: both keep what they have, as they saw it.
    version = only(people[0], ItemKind.PROFILE_TEXT).version
    assert (take(linden), take(robin)) == (first, second)
    assert (hands(), only(people[0], ItemKind.PROFILE_TEXT).version) == ([linden.id, robin.id], version)
    with pytest.raises(QueueEmpty):
        take(linden, ItemKind.PHOTO)


@pytest.mark.spec("10.6")
def test_a_reading_is_told_in_the_role_that_may_read(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: OpenConsole, login: LogIn
) -> None:
    mo, ruth, linden = make_member(), make_member(), colleague(Role.SUPPORT, Role.ADMIN)
    with transaction() as session:
        write(session, sender=mo, to=ruth, body=ASKS)
    drain_now()
    item, browser = only(mo, ItemKind.RISK), staff_browser(linden)
    assert act(browser, item.id, "claim", version=item.version).status_code == 200
    assert act(browser, item.id, "evidence").json["message"]["body"] == ASKS
    (access,) = login(ruth).get("/api/v1/staff-access").json["accesses"]
    assert access["role"] == "admin"
