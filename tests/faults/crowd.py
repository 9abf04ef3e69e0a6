"""`python -m tests.faults.crowd EVENTS`: members who sign up, write, like, send photos and leave, until so many events
have gone into the outbox. Prints what they did (JSON).
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.accounts.leaving.service import leaving
from modules.messaging.service import conversations
from modules.social.service import interactions as social
from tests.factories.accounts import make_member
from tests.factories.billing import give_credits
from tests.factories.messaging import actor_of, answer, write
from tests.factories.sites import make_site
from tests.factories.social import like
from tests.faults.people import GIVEN, wait_until_visible
from tests.profiles import pictures

EVENTS_A_MEMBER = 50  # so many events of a run for each of its members
LEAVING = 6  # one in so many leaves at the end; half of these are erased
PHOTO = pictures.encoded(pictures.portrait(90, 120))


class Crowd:
    """Members of one site, in pairs that write to each other."""

    def __init__(self, size: int) -> None:
        self.did: Counter[str] = Counter()
        with transaction() as session:
            site = make_site(session)
            self.members = [make_member(session, site=site) for _ in range(size)]
            for member in self.members:
                give_credits(session, member_id=member.id, credits=GIVEN)
        wait_until_visible(self.members)
        self.pairs = [self._meet(*pair) for pair in zip(self.members[::2], self.members[1::2], strict=True)]

    def _meet(self, ada: Member, ben: Member) -> tuple[Member, Member, UUID]:
        with transaction() as session:
            return ada, ben, write(session, sender=ada, to=ben).message.conversation_id

    def act(self) -> None:
        """Let somebody do something."""
        deeds: dict[Callable[[], None], int] = {
            self.send: 60,
            self.read: 8,
            self.like: 20,
            self.unlike: 10,
            self.show: 2,
        }
        (deed,) = random.choices(list(deeds), list(deeds.values()))
        deed()
        self.did[deed.__name__] += 1

    def send(self) -> None:
        """Somebody writes to their partner."""
        ada, _, conversation_id = self._anybody()
        with transaction() as session:
            answer(session, sender=ada, conversation_id=conversation_id)

    def show(self) -> None:
        """Somebody sends their partner a photo."""
        ada, _, conversation_id = self._anybody()
        with transaction() as session:
            answer(session, sender=ada, conversation_id=conversation_id, body="", photo=PHOTO)

    def read(self) -> None:
        """Somebody reads what their partner wrote, so that the next message is mailed again."""
        ada, _, conversation_id = self._anybody()
        with transaction() as session:
            conversations.mark_read(session, actor=actor_of(ada), conversation_id=conversation_id, seq=1_000_000)

    def like(self) -> None:
        """Somebody likes anybody."""
        like(*random.sample(self.members, 2))

    def unlike(self) -> None:
        """Somebody takes a like back, if it was given."""
        ada, ben = random.sample(self.members, 2)
        with transaction() as session:
            social.withdraw_like(session, member_id=ada.id, to_id=ben.id)

    def leave(self) -> None:
        """Some leave, and some of these are erased at once."""
        for number, member in enumerate(self.members[::LEAVING]):
            with transaction() as session:
                leaving.delete_member(session, member_id=member.id, reason=None)
            if number % 2:
                with transaction() as session:
                    accounts_api.erase_member(session, member_id=member.id)
                self.did["erased"] += 1
            self.did["left"] += 1

    def _anybody(self) -> tuple[Member, Member, UUID]:
        ada, ben, conversation_id = random.choice(self.pairs)
        return random.choice([(ada, ben, conversation_id), (ben, ada, conversation_id)])


def count_events() -> int:
    """Return how many events went into the outbox."""
    with transaction(read_only=True) as session:
        return int(session.execute(text("SELECT count(*) FROM platform.outbox_event")).scalar_one())


def main() -> None:
    """Live until so many events happened."""
    events = int(sys.argv[1])
    crowd = Crowd(2 * (events // EVENTS_A_MEMBER // 2))
    while count_events() < events:
        for _ in range(20):
            crowd.act()
    crowd.leave()
    print(json.dumps({"members": len(crowd.members), **crowd.did}))


if __name__ == "__main__":
    main()
