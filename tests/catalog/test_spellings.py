"""People are found by any usual spelling of their names and words, whichever engine answers."""

from typing import Any

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.catalog.contracts import Engine
from tests.factories.catalog import born_at, find, make_findable
from tests.factories.profiles import fill_profile
from tests.factories.social import viewer_of
from tests.fixture_types import MakeMember
from tests.reading import read_cases

pytestmark = pytest.mark.search_engine
CASES = [case for case in read_cases("search.tsv", escaped=("typed",)) if case["field"] != "town"]
SYMBOLS = ("%", "_", "?!", "'", "\\", "(", "❤\ufe0f")


@pytest.fixture
def otto(make_member: MakeMember) -> Member:
    """Somebody for whom everybody of the table is; who is found by a headline is called Robin and its first letter."""
    for found in {case["found"]: case for case in CASES}.values():
        member = make_member(name=name_of(found), date_of_birth=born_at(35))
        with transaction() as session:
            fill_profile(session, member.id, headline=f"A {found['found']} who sails" if is_word(found) else "Sails")
    return make_findable(make_member, name="Otto", gender="man", seeking_genders=["woman"])


def is_word(case: dict[str, str]) -> bool:
    return case["field"] == "word of a headline"


def name_of(case: dict[str, str]) -> str:
    return f"Robin {case['found'][0]}" if is_word(case) else case["found"]


@pytest.fixture(params=[Engine.MEILISEARCH, Engine.POSTGRES])
def engine(request: pytest.FixtureRequest, otto: Member) -> Engine:
    """Who answers; for Postgres to do it the other one is away."""
    if request.param is Engine.POSTGRES:
        request.getfixturevalue("index_away")
    answering: Engine = request.param
    return answering


def found(searcher: Any, typed: str) -> list[str]:
    return [card.name for card in find(viewer_of(searcher), text=typed, page_size=100).results]


def test_every_usual_spelling_finds(otto: Member, engine: Engine) -> None:
    assert [case for case in CASES if name_of(case) not in found(otto, case["typed"])] == []
    assert find(viewer_of(otto), text="Strauss").engine is engine


@pytest.mark.usefixtures("engine")
def test_symbols_alone_find_nobody_and_may_be_left_out(otto: Member) -> None:
    assert {typed: found(otto, typed) for typed in SYMBOLS} == {typed: [] for typed in SYMBOLS}
    assert [one.loosened for one in find(viewer_of(otto), text="%").widenings] == ["text"]
