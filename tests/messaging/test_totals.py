"""What waits for a member is one number wherever it is told, whatever two people and their devices do."""

import random
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.messaging.service import conversations
from modules.social import api as social_api
from modules.social.service import interactions as social_service
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member, open_session
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, write
from tests.factories.sites import make_site
from tests.factories.social import like, viewer_of
from tests.fixture_types import MakeMember
from tests.property_runs import property_runs
from tests.racing import race

PEOPLE = st.integers(0, 2)
API = "/api/v1"
OK = (200, 201, 204)
_SIDE = text(
    "SELECT unread, read_seq, last_seq FROM messaging.participant"
    " JOIN messaging.conversation ON id = conversation_id WHERE member_id = :id"
)


@dataclass
class Side:
    """One side of a conversation, as plain numbers."""

    received: list[int] = field(default_factory=list)
    seen: int = 0

    @property
    def unread(self) -> int:
        return sum(seq > self.seen for seq in self.received)


class Totals(RuleBasedStateMachine):
    """Three people who write, read, remove, like, block, leave and come back."""

    app: Any

    @initialize()
    def begin(self) -> None:
        with transaction() as session:
            site = make_site(session)
            self.members = [make_member(session, site=site, paid=True) for _ in range(3)]
            for member in self.members:
                give_credits(session, member_id=member.id, credits=1000)
        drain_now()
        self.host = site.hosts[0]
        self.browsers = [self._log_in(number) for number in range(3)]
        self.sides: dict[tuple[int, int], Side] = {}  # (whose, with whom)
        self.seqs: dict[frozenset[int], int] = {}
        self.conversations: dict[frozenset[int], str] = {}
        self.likes: dict[tuple[int, int], bool] = {}  # (from, to): whether it is new
        self.blocks: set[tuple[int, int]] = set()
        self.gone: set[int] = set()
        self.has_acted = True

    def _log_in(self, number: int) -> Client:
        browser = Client(self.app, self.host)
        with transaction() as session:
            token = open_session(session, member_id=self.members[number].id)
        browser.http.set_cookie("hearth_session", token, domain=self.host)
        return browser

    def _may_meet(self, who: int, other: int) -> bool:
        return who != other and not {who, other} & self.gone and not {(who, other), (other, who)} & self.blocks

    def _ask(self, who: int, method: str, path: str, json: Any = None) -> Any:
        self.has_acted = True
        extra = {"json": json} if json is not None else {}
        return self.browsers[who].open(f"{API}/{path}", method=method, key=uuid4().hex, **extra)

    # Messages.

    @rule(who=PEOPLE, other=PEOPLE)
    def send(self, who: int, other: int) -> None:
        if who in self.gone:
            return
        answer = self._ask(who, "POST", f"members/{self.members[other].id}/messages", {"body": "Hello"})
        assert (answer.status_code == 201) == self._may_meet(who, other)
        if answer.status_code == 201:
            pair = frozenset((who, other))
            self.conversations[pair] = answer.json["conversation_id"]
            self.seqs[pair] = answer.json["message"]["seq"]
            self.sides.setdefault((who, other), Side())
            self.sides.setdefault((other, who), Side()).received.append(self.seqs[pair])

    @rule(who=PEOPLE, other=PEOPLE, share=st.floats(0, 1.2))
    def read(self, who: int, other: int, share: float) -> None:
        if (side := self.sides.get((who, other))) is None or not self._may_meet(who, other):
            return
        pair = frozenset((who, other))
        seq = int(share * self.seqs[pair])
        answer = self._ask(who, "POST", f"conversations/{self.conversations[pair]}/read", {"seq": seq})
        side.seen = max(side.seen, min(seq, self.seqs[pair]))
        assert answer.json == {"num_unread_messages": side.unread, "total_unread": self._unread(who)}

    @rule(who=PEOPLE, other=PEOPLE)
    def remove(self, who: int, other: int) -> None:
        if (side := self.sides.get((who, other))) is None or not self._may_meet(who, other):
            return
        pair = frozenset((who, other))
        assert self._ask(who, "DELETE", f"conversations/{self.conversations[pair]}").status_code == 204
        side.seen = self.seqs[pair]

    # Likes.

    @rule(who=PEOPLE, other=PEOPLE)
    def like(self, who: int, other: int) -> None:
        if self._meet(who, other, "POST", "like"):
            self.likes.setdefault((who, other), True)
            self._see(other, who)

    @rule(who=PEOPLE, other=PEOPLE)
    def take_like_back(self, who: int, other: int) -> None:
        if who not in self.gone and who != other:
            assert self._ask(who, "DELETE", f"members/{self.members[other].id}/like").status_code == 204
            self.likes.pop((who, other), None)

    @rule(who=PEOPLE, other=PEOPLE)
    def visit(self, who: int, other: int) -> None:
        if self._meet(who, other, "POST", "visit"):
            self._see(other, who)

    def _meet(self, who: int, other: int, method: str, what: str) -> bool:
        """Do something to somebody; tells whether they are there, which the answer must say too."""
        if who in self.gone:
            return False
        answer = self._ask(who, method, f"members/{self.members[other].id}/{what}")
        assert (answer.status_code in OK) == self._may_meet(who, other)
        return answer.status_code in OK

    def _see(self, of: int, by: int) -> None:
        if (of, by) in self.likes:
            self.likes[of, by] = False

    # Absence.

    @rule(who=PEOPLE, other=PEOPLE)
    def block(self, who: int, other: int) -> None:
        if who != other and who not in self.gone:
            assert self._ask(who, "POST", f"members/{self.members[other].id}/block").status_code == 204
            self.blocks.add((who, other))

    @rule(who=PEOPLE, other=PEOPLE)
    def unblock(self, who: int, other: int) -> None:
        if who != other and who not in self.gone:
            assert self._ask(who, "DELETE", f"members/{self.members[other].id}/block").status_code == 204
            self.blocks.discard((who, other))

    @rule(who=PEOPLE)
    def leave_or_come_back(self, who: int) -> None:
        self.has_acted = True
        with transaction() as session:
            if who in self.gone:
                accounts_api.reactivate_member(session, member_id=self.members[who].id)
            else:
                accounts_api.delete_member(session, member_id=self.members[who].id, reason=None)
        drain_now()
        self.gone ^= {who}
        if who not in self.gone:
            self.browsers[who] = self._log_in(who)

    # What everybody is told.

    @invariant()
    def every_number_is_the_same(self) -> None:
        if not self.has_acted:  # a step that did not apply asked nothing, so all would be told as before
            return
        self.has_acted = False
        for who in range(3):
            if who not in self.gone:
                self._check(who)

    def _check(self, who: int) -> None:
        messages, likes = self._listed_messages(who), self._listed_likes(who)
        for told in (self._get(who, "unread"), self._get(who, "me")):
            messages.add(told["unread_messages"])
            likes.add(told["new_likes"])
        badge = self._badge(who)
        assert messages | {badge[0]} == {self._unread(who)}
        assert likes | {badge[1]} == {self._new_likes(who)}

    def _listed_messages(self, who: int) -> set[int]:
        """Return what the lists of conversations say is unread, each of which is checked."""
        chats = self._get(who, "conversations")
        shown = {chat["profile"]["id"]: chat["num_unread_messages"] for chat in chats["conversations"]}
        expected = {
            str(self.members[other].id): side.unread
            for (whose, other), side in self.sides.items()
            if whose == who and self._may_meet(who, other)
        }
        # A conversation that was removed is on the list again only when something new came.
        assert {id: number for id, number in expected.items() if id in shown or number} == shown
        documented = self.browsers[who].get("/api/chats.php").json
        return {chats["total_unread"], documented["total_unread"]}

    def _listed_likes(self, who: int) -> set[int]:
        """Return what the list of likes says is new."""
        likes = self._get(who, "likes?type=received")
        return {sum(profile["like_new"] for profile in likes["profiles"]), likes["new_likes"]}

    def _get(self, who: int, path: str) -> Any:
        return self.browsers[who].get(f"{API}/{path}").json

    def _badge(self, who: int) -> tuple[int, int]:
        """Return what mails and pushes count."""
        with transaction(read_only=True) as session:
            id = self.members[who].id
            return messaging_api.count_unread(session, id), social_api.count_new_likes(session, id)

    def _unread(self, who: int) -> int:
        return sum(
            side.unread for (whose, other), side in self.sides.items() if whose == who and self._may_meet(who, other)
        )

    def _new_likes(self, who: int) -> int:
        return sum(is_new for (sender, to), is_new in self.likes.items() if to == who and self._may_meet(who, sender))


@pytest.mark.spec("2.45", "4.8", "4.9", "6.7")
def test_all_totals_agree_after_anything(app: Flask) -> None:
    Totals.app = app
    run_state_machine_as_test(Totals, settings=property_runs(runs=10, steps=20))


@pytest.mark.spec("2.45", "4.8")
def test_two_devices_that_read_at_once_count_right(make_member: MakeMember) -> None:
    ada, ben = make_member(), make_member()
    with transaction() as session:
        give_credits(session, member_id=ada.id, credits=500)
        conversation_id = write(session, sender=ada, to=ben).message.conversation_id

    def send() -> None:
        with transaction() as session:
            write(session, sender=ada, to=ben)

    def read(seq: int) -> int:
        with transaction() as session:
            return conversations.mark_read(session, actor=actor_of(ben), conversation_id=conversation_id, seq=seq)

    for _ in range(6):
        seqs = [random.randint(0, 40) for _ in range(6)]
        left = race([call for seq in seqs for call in (partial(read, seq), send)])
        assert [answer for answer in left if isinstance(answer, Exception)] == []
        with transaction(read_only=True) as session:
            told = messaging_api.count_unread(session, ben.id)
            side = session.execute(_SIDE, {"id": ben.id}).one()
        assert told == side.unread == side.last_seq - side.read_seq


@pytest.mark.spec("2.45", "4.10")
def test_two_devices_that_look_at_likes_at_once_count_right(make_member: MakeMember) -> None:
    ben, others = make_member(), [make_member() for _ in range(8)]

    def see(other: Any) -> None:
        with transaction() as session:
            social_service.visit_profile(session, viewer=viewer_of(ben), member_id=ben.id, to_id=other.id)

    def count_new() -> int:
        with transaction(read_only=True) as session:
            return social_api.count_new_likes(session, ben.id)

    looks = [partial(see, other) for other in others]
    assert race([partial(like, other, ben) for other in others] + looks) == [False] * 8 + [None] * 8
    assert 0 <= count_new() <= len(others)
    assert race(looks + looks) == [None] * 16
    assert count_new() == 0
