"""The search index follows, is rebuilt, and is compared with Postgres."""

import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from structlog.testing import capture_logs

from app.kernel.config import config
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.catalog import search_index
from modules.catalog.errors import IndexUnavailable
from modules.catalog.models import IndexServer, ServerChange
from modules.catalog.queries import search as queries
from modules.catalog.service import index, index_servers, listings
from modules.profiles.service import profile
from tests.conftest import drain_now
from tests.factories.catalog import fill, find, is_whole, make_findable, settle
from tests.factories.social import viewer_of
from tests.fixture_types import MakeMember, Pair
from tests.racing import race

pytestmark = pytest.mark.search_engine


def write(member: Member, about: str) -> None:
    with transaction() as session:
        profile.update_profile(session, member_id=member.id, changes={"about": about})


def waiting() -> int:
    with transaction(read_only=True) as session:
        return session.execute(select(func.count()).select_from(ServerChange)).scalar_one()


def the_server() -> search_index.Server:
    (server,) = search_index.servers()
    return server


def is_equal() -> bool:
    return all(report.is_equal for report in index.verify_index())


def has_changes() -> bool:
    with transaction(read_only=True) as session:
        return index_servers.has_work(session)


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    anna = make_findable(make_member, name="Anna")
    return anna, make_findable(make_member, name="Bram", gender="man", seeking_genders=["woman"])


def found(searcher: Any, words: str) -> list[str]:
    return [card.name for card in find(viewer_of(searcher), text=words).results]


@pytest.mark.spec("2.2")
def test_changes_wait_while_the_index_is_away_and_are_copied_then(
    pair: Pair, index_away: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram = pair
    write(bram, "I keep ostriches")
    drain_now()
    assert waiting() == 1
    assert found(anna, "ostriches") == ["Bram"]  # from Postgres
    monkeypatch.undo()
    settle()
    assert waiting() == 0
    assert find(viewer_of(anna), text="ostriches").engine == "meilisearch"
    assert found(anna, "ostriches") == ["Bram"]


def test_many_changes_at_once_leave_the_last_word(pair: Pair) -> None:
    _, bram = pair
    stop = threading.Event()

    def feed() -> None:
        while not stop.is_set():
            index.push_changes(the_server())

    feeders = [threading.Thread(target=feed) for _ in range(2)]
    for feeder in feeders:
        feeder.start()
    for number in range(15):
        write(bram, f"version {number}")
        race([lambda: _refresh(bram), lambda: _refresh(bram)])
    stop.set()
    for feeder in feeders:
        feeder.join()
    settle()
    (report,) = index.verify_index()
    assert bram.id not in {*report.missing, *report.extra, *report.stale}


def _refresh(member: Member) -> None:
    with transaction() as session:
        listings.refresh_listings(session, [member.id])


def test_a_change_that_is_being_copied_is_left_alone_until_its_lease_ends(pair: Pair) -> None:
    _, bram = pair
    _refresh(bram)
    with transaction() as session:
        taken = listings.take_changes(session, the_server().name)
    assert list(taken) == [bram.id]
    with transaction() as session:
        assert listings.take_changes(session, the_server().name) == {}
    # Whoever took it died.
    with transaction() as session:
        session.execute(text("UPDATE catalog.server_change SET taken_until = now() - interval '1 second'"))
    with transaction() as session:
        assert listings.take_changes(session, the_server().name) == taken
        listings.release_changes(session, the_server().name, taken)


def test_verify_names_every_difference_and_a_rebuild_repairs_it(pair: Pair, make_member: MakeMember) -> None:
    anna, bram = pair
    gone = make_findable(make_member, name="Gone")
    index.rebuild_documents()  # tests without a search engine listed people whom it does not know
    assert is_equal()
    the_server().remove([anna.id])
    with transaction() as session:
        session.execute(text("UPDATE catalog.listing SET fingerprint = 1 WHERE member_id = :id"), {"id": bram.id})
        session.execute(text("DELETE FROM catalog.listing WHERE member_id = :id"), {"id": gone.id})
    assert the_server().is_idle(within=60)

    (report,) = index.verify_index()
    assert (report.missing, report.extra, report.stale) == ((anna.id,), (gone.id,), (bram.id,))
    assert not report.is_equal
    (rebuilt,) = index.rebuild_documents()
    assert rebuilt.is_equal


def test_a_rebuild_copies_everybody_again(pair: Pair) -> None:
    anna, _ = pair
    with transaction() as session:
        session.execute(text("DELETE FROM catalog.listing"))
    the_server().remove([anna.id])
    (report,) = index.rebuild_index()
    assert report.is_equal
    assert report.members == report.documents >= 2
    assert found(anna, "Bram") == ["Bram"]


@pytest.fixture
def lost(pair: Pair) -> None:
    """Let the search engine come back without its data, as from an empty disk."""
    settle()
    the_server().drop_index()
    assert the_server().is_idle(within=60)


def test_an_index_that_was_lost_is_begun_anew_with_everybody(lost: None, pair: Pair) -> None:
    anna, _ = pair
    write(anna, "I keep ostriches")
    drain_now()
    settle()
    result = find(viewer_of(anna), text="Bram")
    assert (result.engine, [card.name for card in result.results]) == ("meilisearch", ["Bram"])
    assert is_equal()


def test_an_index_that_was_lost_is_found_to_be_so_without_a_change(lost: None, pair: Pair) -> None:
    anna, _ = pair
    assert not has_changes()
    index.mend_loss()
    settle()
    assert not has_changes()
    assert find(viewer_of(anna), text="Bram").engine == "meilisearch"
    assert is_equal()


def build_in_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction(read_only=True) as session:
        half = (queries.count_listings(session) + 1) // 2
    monkeypatch.setattr(index, "BUILT_AT_ONCE", half)


def test_an_index_of_many_that_was_lost_is_built_in_parts_and_postgres_answers_so_long(
    lost: None, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram = pair
    build_in_two_parts(monkeypatch)
    write(bram, "I keep ostriches")
    drain_now()
    result = find(viewer_of(anna), text="ostriches")
    assert (result.degraded, [card.name for card in result.results]) == (True, ["Bram"])
    assert waiting() == 1
    assert has_changes()
    settle()
    assert waiting() == 0
    assert find(viewer_of(anna), text="ostriches").engine == "meilisearch"
    assert is_equal()


def test_a_part_that_a_killed_process_began_is_built_by_another_one_when_the_lease_ends(
    lost: None, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_in_two_parts(monkeypatch)
    index.push_changes(the_server())
    with transaction() as session:
        killed = index_servers.take_building(session, the_server().name, None)
    assert killed is not None
    assert killed.copied_to is not None
    index.push_changes(the_server())
    with transaction() as session:
        assert index_servers.take_building(session, the_server().name, None) is None
        session.execute(update(IndexServer).values(taken_until=func.now() - timedelta(seconds=1)))
    settle()
    assert is_whole(the_server())
    assert is_equal()


def test_an_index_is_built_anew_when_nobody_knows_whether_it_was_swapped_in(
    lost: None, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second swap would bring back what was there before the first."""
    swap_in = search_index.Server.swap_in

    def swap_in_and_die(server: search_index.Server) -> str:
        swap_in(server)
        raise IndexUnavailable()

    with monkeypatch.context() as patch, pytest.raises(IndexUnavailable):
        patch.setattr(search_index.Server, "swap_in", swap_in_and_die)
        fill(the_server())
    settle()
    assert found(pair[0], "Bram") == ["Bram"]
    assert is_equal()


def test_what_the_release_before_noted_is_copied(pair: Pair) -> None:
    _, bram = pair
    with transaction() as session:
        session.execute(text("UPDATE catalog.listing_text SET name = 'Bruno' WHERE member_id = :id"), {"id": bram.id})
        session.execute(text("INSERT INTO catalog.index_change (member_id) VALUES (:id)"), {"id": bram.id})
    index.mend_loss()
    assert waiting() == 1
    settle()
    assert found(pair[0], "Bruno") == ["Bram"]


def test_an_index_that_another_configuration_left_behind_is_built_anew(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that does not know a server notes no changes for it."""
    anna, bram = pair
    settle()
    with monkeypatch.context() as patch:
        patch.setattr(search_index, "config", lambda: replace(config(), meili_urls=()))
        write(bram, "I keep ostriches")
        drain_now()
    assert not is_whole(the_server())
    settle()
    assert find(viewer_of(anna), text="ostriches").engine == "meilisearch"
    assert found(anna, "ostriches") == ["Bram"]


def test_activity_is_copied_in_one_go(pair: Pair) -> None:
    anna, _ = pair
    with transaction() as session:
        session.execute(text("UPDATE catalog.listing SET last_active_at = '2020-01-01'"))
    assert find(viewer_of(anna), online=True).results == []
    index.copy_activity()
    assert [card.name for card in find(viewer_of(anna), online=True).results] == ["Bram"]


def test_a_dead_engine_is_left_alone_for_a_while(pair: Pair, index_away: None, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _ = pair
    asked: list[str] = []
    pool, server = search_index._pool(), the_server()
    request = pool.request

    def count(*args: Any, **kwargs: Any) -> Any:
        asked.append(args[1])
        return request(*args, **kwargs)

    monkeypatch.setattr(pool, "request", count)
    for _ in range(5):
        assert find(viewer_of(anna), text="Bram").degraded is True
    assert len(asked) == 1
    server.paused_until = 0.0
    find(viewer_of(anna), text="Bram")
    assert len(asked) == 2


def test_an_engine_that_refuses_is_answered_for_by_postgres(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _ = pair
    refusing = replace(config(), meili_key="wrong")
    monkeypatch.setattr(search_index, "config", lambda: refusing)
    with capture_logs() as logged:
        answer = find(viewer_of(anna), text="Bram")
    assert ([card.name for card in answer.results], answer.degraded) == (["Bram"], True)
    assert {line["event"] for line in logged} == {"search engine refused"}


def test_documents_hold_nothing_that_changes_often(pair: Pair) -> None:
    with transaction(read_only=True) as session:
        document = listings.list_documents(session, [pair[0].id])[0]
    assert not {"last_active_at", "online", "_geo", "east", "north", "email"} & set(document)


def test_where_there_is_no_search_engine_words_are_found_and_nothing_waits(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bram = pair
    none = replace(config(), meili_urls=())
    monkeypatch.setattr(search_index, "config", lambda: none)
    assert found(anna, "Bram") == ["Bram"]
    index.follow_members([bram.id])
    assert waiting() == 0
    assert search_index.count_words(["Bram"]) == []
    assert index.rebuild_index() == []
    assert waiting() == 0
