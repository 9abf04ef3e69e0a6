"""What a member's pictures take of a processor is counted, whatever becomes of them (docs/decisions/0055)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.kernel import jobs
from app.kernel.db.session import transaction
from app.kernel.http import ratelimit
from app.kernel.redis import redis
from modules.accounts.contracts import Member
from modules.media.policies import DECODING
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.fixture_types import LogIn, MakeMember
from tests.messaging.photographing import API, PRICE, one
from tests.profiles import pictures
from tests.profiles.test_routes import send_photo
from tests.security.test_flood_of_pictures import BROKEN


class Sender:
    """A member who sends pictures by every door."""

    def __init__(self, browser: Client, member: Member, partner: Any) -> None:
        self.browser, self.id = browser, member.id
        with transaction() as session:
            give_credits(session, member_id=member.id, credits=9 * PRICE)
            conversation = write(session, sender=member, to=partner).message.conversation_id
        self.profile = f"{API}/photos"
        self.doors = (self.profile, f"{API}/conversations/{conversation}/photos", f"{API}/members/{partner.id}/photos")

    def send(self, content: bytes, path: str = "") -> Any:
        return send_photo(self.browser, uuid4().hex, content, path=path or self.profile)

    def crop(self, width: float = 0.9) -> Any:
        photo = next(photo for photo in self.photos() if photo["status"] == "pending")
        crop = {"x": 0.05, "y": 0.05, "width": width}
        return self.browser.patch(f"{API}/photos/{photo['id']}", {"crop": crop}, key=uuid4().hex)

    def photos(self) -> Any:
        return self.browser.get(f"{API}/profile").json["photos"]

    def has_left(self, milliseconds: int) -> None:
        redis().delete(f"limit:{DECODING.name}:{self.id}")
        ratelimit.count(DECODING, str(self.id), calls=DECODING.calls - milliseconds)

    def is_stopped(self) -> bool:
        """Tell whether all doors say that it is too much, or none does; nothing comes of what is asked."""
        answers = [self.send(b"", path) for path in self.doors] + [self.crop(width=0.01)]
        assert all(answer.status_code in (422, 429) for answer in answers)
        refused = [(answer.status_code, answer.json.get("code")) == (429, "rate-limited") for answer in answers]
        assert all(refused) or not any(refused), [answer.json for answer in answers]
        return all(refused)


@pytest.fixture
def ben(make_member: MakeMember) -> Member:
    return make_member()


@pytest.fixture
def ada(login: LogIn, make_member: MakeMember, ben: Member) -> Sender:
    """Somebody with a photo that can be cropped."""
    member = make_member(paid=True)
    sender = Sender(login(member), member, ben)
    sender.send(fresh())
    drain_now()
    return sender


def fresh() -> bytes:
    """Return a picture that this process has not decoded before."""
    return pictures.encoded(pictures.scene(uuid4().int, 600, 800))


def counted(ada: Sender, ask: Callable[[], Any]) -> bool:
    """Tell whether the work that somebody asks for takes their last millisecond."""
    ada.has_left(1)
    assert not ada.is_stopped()
    assert ask().status_code in (200, 201)
    drain_now()
    return ada.is_stopped()


@pytest.mark.spec("8.2")
def test_what_a_members_pictures_take_stops_the_member_at_every_door(ada: Sender, ben: Member, login: LogIn) -> None:
    for path in ada.doors:
        assert counted(ada, lambda path=path: ada.send(fresh(), path)), "a picture"
        assert counted(ada, lambda path=path: ada.send(BROKEN, path)), "what is none"
    assert counted(ada, ada.crop), "another frame"
    assert 0 < ada.send(fresh()).json["retry_after"] <= 3601
    assert send_photo(login(ben), uuid4().hex, fresh()).status_code == 201, "others are not"


def waiting() -> Any:
    entry = "FROM platform.inbox_entry WHERE handler = 'profiles.process_photo' AND done_at IS NULL"
    return one(f"SELECT event_id, next_try_at > now() + interval '50 minutes' AS waits {entry} AND failed_at IS NULL")


@pytest.mark.spec("8.2")
def test_what_was_sent_before_waits_for_the_next_hour(ada: Sender) -> None:
    assert ada.send(fresh()).status_code == 201
    ada.has_left(0)
    drain_now()
    assert ada.photos()[-1]["status"] == "processing"
    left: tuple[UUID, bool] = waiting()
    assert left[1], "and no worker is busy with it"
    ada.has_left(DECODING.calls)
    jobs.run_entry(str(left[0]), "profiles.process_photo")
    assert ada.photos()[-1]["status"] == "pending"
