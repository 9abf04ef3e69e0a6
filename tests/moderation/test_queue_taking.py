"""Who takes what from the review queue: who gets what next, and that two people never work on one thing."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.errors import CaseChanged, CaseClaimed, CaseClosed, CaseNotClaimed, QueueEmpty
from modules.moderation.queue.service import queue
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_queue import empty_queue, only
from tests.racing import race


class TestTaking:
    """Of what waits, each thing is in the hands of one person."""

    @pytest.fixture
    def waiting(self, ada: Member) -> UUID:
        with transaction() as session:
            queue.open_item(session, kind=ItemKind.PROFILE_TEXT, subject_id=ada.id, member_id=ada.id)
        item_id: UUID = only(ada, ItemKind.PROFILE_TEXT).id
        return item_id

    def claim(self, item_id: UUID, staff: Any, version: int) -> None:
        with transaction() as session:
            queue.claim_item(session, item_id=item_id, staff_id=staff.id, version=version)

    def release(self, item_id: UUID, staff: Any, version: int) -> None:
        with transaction() as session:
            queue.release_item(session, item_id=item_id, staff_id=staff.id, version=version)

    def test_somebody_elses_case_is_left_alone_until_they_give_it_back(
        self, waiting: UUID, colleague: MakeColleague
    ) -> None:
        linden, robin = colleague(), colleague()
        self.claim(waiting, linden, 0)
        with pytest.raises(CaseClaimed):
            self.claim(waiting, robin, 1)
        with pytest.raises(CaseNotClaimed):
            self.release(waiting, robin, 1)
        self.release(waiting, linden, 1)
        self.claim(waiting, robin, 2)

    def test_a_claim_ends_by_itself_after_a_quarter_of_an_hour(
        self, waiting: UUID, colleague: MakeColleague, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.claim(waiting, colleague(), 0)
        later = clock.now() + timedelta(minutes=15, seconds=1)
        monkeypatch.setattr(clock, "now", lambda: later)
        self.claim(waiting, colleague(), 1)

    def test_who_saw_it_otherwise_looks_again(self, waiting: UUID, colleague: MakeColleague, ada: Member) -> None:
        linden = colleague()
        self.claim(waiting, linden, 0)
        with transaction() as session:
            queue.open_item(session, kind=ItemKind.PROFILE_TEXT, subject_id=ada.id, member_id=ada.id)
        with pytest.raises(CaseChanged) as refused:
            self.release(waiting, linden, 1)
        assert refused.value.extra == {"version": 2}

    def test_what_is_closed_is_closed(self, waiting: UUID, colleague: MakeColleague, ada: Member) -> None:
        with transaction() as session:
            queue.settle(session, kind=ItemKind.PROFILE_TEXT, subject_id=ada.id)
        with pytest.raises(CaseClosed):
            self.claim(waiting, colleague(), 1)

    def test_of_many_who_take_one_version_one_gets_it(self, waiting: UUID, colleague: MakeColleague) -> None:
        people = [colleague() for _ in range(6)]
        results = race([lambda one=one: self.claim(waiting, one, 0) for one in people])
        assert sorted(str(type(result).__name__) for result in results) == ["CaseClaimed"] * 5 + ["NoneType"]

    @pytest.mark.parametrize(
        "change",
        ["state = 'open'", "version = version", "priority = 1, version = version + 2"],
    )
    def test_the_database_counts_every_change(self, waiting: UUID, change: str) -> None:
        with pytest.raises(DBAPIError, match="counts its version on"), transaction() as session:
            session.execute(text(f"UPDATE moderation.review_item SET {change} WHERE id = :id"), {"id": waiting})

    def test_the_database_opens_nothing_again(self, waiting: UUID, ada: Member) -> None:
        with transaction() as session:
            queue.settle(session, kind=ItemKind.PROFILE_TEXT, subject_id=ada.id)
        again = (
            "UPDATE moderation.review_item SET state = 'open', closed_at = NULL, version = version + 1 WHERE id = :id"
        )
        with pytest.raises(DBAPIError, match="stays closed"), transaction() as session:
            session.execute(text(again), {"id": waiting})


@pytest.mark.spec("10.5")
def test_next_gives_what_is_late_then_what_is_urgent_and_each_thing_once(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    empty_queue()
    people = [make_member() for _ in range(6)]
    urgency = [Priority.LOW, Priority.HIGH, Priority.MEDIUM, Priority.LOW, Priority.MEDIUM, Priority.HIGH]
    late = clock.now() - timedelta(hours=1)
    with transaction() as session:
        for number, (one, priority) in enumerate(zip(people, urgency, strict=True)):
            about: dict[str, Any] = {"kind": ItemKind.PROFILE_TEXT, "subject_id": one.id, "member_id": one.id}
            due_at = late if number == 3 else clock.now() + timedelta(hours=number + 1)
            queue.open_item(session, priority=priority, due_at=due_at, **about)
    whose = {only(one, ItemKind.PROFILE_TEXT).id: number for number, one in enumerate(people)}
    staff = colleague()

    listed = staff_browser(staff).get("/ops/api/moderation.review?state=open&sort=urgency").json["data"]
    assert [whose[UUID(one["id"])] for one in listed] == [3, 1, 5, 2, 4, 0]

    colleagues = [colleague() for _ in range(7)]

    def take(by: Any, *kinds: ItemKind) -> int:
        with transaction() as session:
            return whose[queue.take_next(session, staff_id=by.id, kinds=kinds)]

    with pytest.raises(QueueEmpty):
        take(staff, ItemKind.PHOTO)
    first, other, third, *rest, last = colleagues
    assert [take(first), take(other, ItemKind.PROFILE_TEXT), take(third)] == [3, 1, 5]
    # Three at the same moment get three things.
    assert sorted(race([lambda by=by: take(by) for by in rest])) == [0, 2, 4]
    with pytest.raises(QueueEmpty):
        take(last)
