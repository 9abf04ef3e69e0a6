"""What an open conversation asks every few seconds: new messages, what was read, who is typing."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError as RedisGone

from app.kernel import marks
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from modules.messaging.service import conversations
from tests.conftest import Client
from tests.factories.billing import give_credits
from tests.fixture_types import LogIn, MakeMember

API = "/api/v1"


@pytest.fixture
def talk(make_member: MakeMember, login: LogIn) -> Any:
    """Ada and Ben with credits, each in a browser, and a conversation with one message of Ada's."""

    class Talk:
        ada, ben = make_member(name="Ada"), make_member(name="Ben")
        ada_browser, ben_browser = login(ada), login(ben)
        path = ""

        def write(self, browser: Client, body: str = "Hello") -> Any:
            return browser.post(f"{self.path}/messages", {"body": body}, key=uuid4().hex)

        def news(self, browser: Client, after: int = 0) -> Any:
            answer = browser.get(f"{self.path}/news?after={after}")
            assert answer.status_code == 200
            return answer.json

    with transaction() as session:
        for member in (Talk.ada, Talk.ben):
            give_credits(session, member_id=member.id, credits=50)
    sent = Talk.ada_browser.post(f"{API}/members/{Talk.ben.id}/messages", {"body": "Hello Ben"}, key=uuid4().hex)
    Talk.path = f"{API}/conversations/{sent.json['conversation_id']}"
    return Talk()


@pytest.mark.spec("4.8")
def test_news_are_what_came_after_and_what_was_read(talk: Any) -> None:
    assert talk.news(talk.ada_browser, after=1) == {
        "messages": [],
        "has_more": False,
        "num_unread_messages": 0,
        "other_read_seq": 0,
        "is_typing": False,
        "can_write": True,
        "blocked_reason": None,
    }
    assert talk.ben_browser.post(f"{talk.path}/read", {"seq": 1}).status_code == 200
    assert talk.news(talk.ada_browser, after=1)["other_read_seq"] == 1
    talk.write(talk.ben_browser, "Hello Ada")
    news = talk.news(talk.ada_browser, after=1)
    assert ([one["body"] for one in news["messages"]], news["num_unread_messages"]) == (["Hello Ada"], 1)


def test_a_poll_takes_two_statements_where_nothing_was_written(talk: Any, count_queries: Callable[..., int]) -> None:
    assert count_queries(lambda: talk.news(talk.ada_browser, after=1)) == 2
    assert count_queries(lambda: talk.news(talk.ada_browser, after=0)) == 3
    typing = f"{talk.path}/typing"
    assert count_queries(lambda: talk.ada_browser.post(typing)) == 2


def test_who_types_is_seen_by_the_other_side_until_the_message_comes(talk: Any) -> None:
    assert talk.ada_browser.post(f"{talk.path}/typing").status_code == 204
    assert talk.news(talk.ben_browser, after=1)["is_typing"] is True
    assert talk.news(talk.ada_browser, after=1)["is_typing"] is False
    talk.write(talk.ada_browser)
    assert talk.news(talk.ben_browser, after=1)["is_typing"] is False


def test_typing_lives_for_seconds_and_never_in_postgres(talk: Any) -> None:
    talk.ada_browser.post(f"{talk.path}/typing")
    (name,) = redis().keys(f"mark:typing:{talk.path.rsplit('/', 1)[1]}:*")
    assert 0 < redis().ttl(name) <= conversations.TYPING_SECONDS
    redis().delete(name)
    assert talk.news(talk.ben_browser, after=1)["is_typing"] is False


def test_without_redis_nobody_types_and_all_else_goes_on(talk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: Any, **__: Any) -> Any:
        raise RedisGone

    monkeypatch.setattr(marks, "redis", lambda: type("Gone", (), {"set": gone, "get": gone}))
    assert talk.ada_browser.post(f"{talk.path}/typing").status_code == 204
    assert talk.news(talk.ben_browser)["is_typing"] is False


@pytest.mark.spec("6.7")
def test_a_block_ends_news_and_typing_like_absence(talk: Any) -> None:
    talk.ada_browser.post(f"{talk.path}/typing")
    assert talk.ben_browser.post(f"{API}/members/{talk.ada.id}/block").status_code == 204
    for browser in (talk.ada_browser, talk.ben_browser):
        assert browser.get(f"{talk.path}/news").status_code == 404
        assert browser.post(f"{talk.path}/typing").status_code == 404


def test_no_other_page_makes_somebody_type(talk: Any) -> None:
    forged = talk.ada_browser.open(f"{talk.path}/typing", method="POST", headers={"Sec-Fetch-Site": "cross-site"})
    assert forged.status_code == 403
    assert talk.news(talk.ben_browser, after=1)["is_typing"] is False


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=99999999999"])
def test_odd_questions_are_refused(talk: Any, query: str) -> None:
    assert talk.ada_browser.get(f"{talk.path}/news?{query}").status_code == 422
