"""A search whose replica is behind shows nobody whom the primary hides."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text

from app.kernel.db import replicas
from app.kernel.db.engines import snapshot_engine
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from tests.catalog.test_routes import names
from tests.conftest import Client
from tests.factories.social import block
from tests.fixture_types import LogIn


@pytest.fixture
def late(anna: Member, bram: Member, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Have a replica answer that shows the database as it is now; the positions that it was asked for."""
    asked: list[int] = []
    with snapshot_engine().connect() as replica:
        replica.execute(text("SELECT 1"))

        def connect(position: int) -> object:
            asked.append(position)
            return replica

        monkeypatch.setattr(replicas, "connect", connect)
        yield asked


def ban(_anna: Member, bram: Member) -> None:
    with transaction() as session:
        session.execute(text("UPDATE accounts.member SET status = 'banned' WHERE id = :id"), {"id": bram.id})


@pytest.mark.parametrize(
    "hide",
    [lambda anna, bram: block(anna, bram), lambda anna, bram: block(bram, anna), ban],
    ids=["she blocked him", "he blocked her", "he is banned"],
)
def test_a_late_replica_shows_nobody_whom_the_primary_hides(
    late: list[int], anna: Member, bram: Member, login: LogIn, hide: Callable[[Member, Member], None]
) -> None:
    hide(anna, bram)
    assert (names(login(anna)), late) == ([], [0])


def test_a_late_replica_still_finds_whom_it_knows(late: list[int], anna: Member, login: LogIn) -> None:
    assert (names(login(anna)), late) == (["Bram"], [0])


def test_somebody_who_was_logged_out_finds_nobody(late: list[int], anna: Member, login: LogIn) -> None:
    browser: Client = login(anna)
    with transaction() as session:
        session.execute(text("DELETE FROM accounts.login_session WHERE member_id = :id"), {"id": anna.id})
    answer = browser.get("/api/v1/search")
    assert (answer.status_code, late) == (403, [])
