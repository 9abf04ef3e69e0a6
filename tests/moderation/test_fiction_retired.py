"""A fictional profile that is retired: nobody finds it or writes for it, and who wrote with it reads that it ended."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.staff import Role
from modules.moderation.ops.fiction_profiles import FICTIONAL_PROFILES
from modules.profiles import api as profiles_api
from modules.sites.contracts import Site
from tests import editing
from tests.billing.shopping import balance_of
from tests.conftest import Client, drain_now
from tests.fixture_types import LogIn, MakeColleague, OpenConsole
from tests.moderation.test_fiction import act, asked, site, state_of, vera, writer
from tests.moderation.test_fiction_profiles import FACTS

__all__ = ["asked", "site", "vera", "writer"]
PROFILES = "/ops/api/moderation.fictional-profiles"
pytestmark = pytest.mark.spec("3.2", "10.9")


@pytest.fixture
def retire(staff_browser: OpenConsole, colleague: MakeColleague, vera: Member) -> Callable[..., Any]:
    """Let an admin retire the profile, and everybody hear of it."""
    admin = staff_browser(colleague(Role.ADMIN))

    def run(action: str = "retire", **form: Any) -> Any:
        answer = editing.act(admin, f"{PROFILES}/{vera.id}", action, form)
        drain_now()
        return answer

    return run


def test_nothing_more_is_written_and_what_nobody_answered_is_returned(
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    site: Site,
    vera: Member,
    retire: Callable[[], Any],
    login: LogIn,
) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    before = balance_of(mo)
    assert retire().json["state"] == "retired"
    assert balance_of(mo) == before + site.message_credits
    assert state_of(writer, conversation) is None
    assert act(writer, conversation, "answer", text="Good evening", seen=1).json["code"] == "not-found"
    with transaction(read_only=True) as session:
        assert not profiles_api.is_visible(session, UUID(str(vera.id)))


def test_who_wrote_with_it_keeps_the_conversation_and_reads_that_it_is_gone(
    writer: Client, asked: Callable[..., tuple[Any, str]], retire: Callable[[], Any], login: LogIn
) -> None:
    mo, conversation = asked()
    act(writer, conversation, "take")
    act(writer, conversation, "answer", text="Good evening", seen=1)
    before = balance_of(mo)
    retire()
    assert balance_of(mo) == before
    browser = login(mo)
    assert [one["id"] for one in browser.get("/api/v1/conversations").json["conversations"]] == [conversation]
    page = browser.get(f"/api/v1/conversations/{conversation}").json
    assert page["blocked_reason"] == "other-gone"
    sent = browser.post(f"/api/v1/conversations/{conversation}/messages", {"body": "Hello?"}, key=uuid4().hex)
    assert (sent.status_code, sent.json["code"]) == (404, "not-found")


FORMS: dict[str, dict[str, Any]] = {
    "set-words": {"headline": "Back again", "about": "I mend shoes."},
    "set-facts": FACTS,
    "set-hours": {"days": ["monday"], "opens": 18, "closes": 23},
    "set-writers": {"writers": []},
    "add-photo": {"photo": b64encode(b"a picture").decode()},
    "main-photo": {"number": 1},
    "remove-photo": {"number": 1},
}


def test_it_is_changed_no_more_and_retired_once(retire: Callable[..., Any]) -> None:
    retire()
    for action in FICTIONAL_PROFILES.buttons:
        if not action.creates:
            refused = retire(action.name, **FORMS.get(action.name, {}))
            assert (refused.status_code, refused.json["code"]) == (409, "moderation.fiction-retired"), action.name


def test_the_console_offers_nothing_for_it() -> None:
    offered = [action.name for action in FICTIONAL_PROFILES.buttons if not action.when and not action.creates]
    assert offered == []
    assert all("retired" not in action.when[1] for action in FICTIONAL_PROFILES.buttons if action.when)
