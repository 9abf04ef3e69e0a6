"""Every text has one folding, and every usual spelling of a name is among its spellings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from app.kernel.db.session import is_named, transaction
from app.kernel.text.folding import MAX_EXPANSION, MAX_SPELLINGS, fold, searchable, sought, spellings
from tests.reading import read_cases

TEXTS = st.text(st.characters(codec="utf-8"), max_size=200)
NAMES = [case for case in read_cases("search.tsv", escaped=("typed",)) if case["field"] == "member's name"]


@given(TEXTS)
def test_what_is_folded_stays_as_it_is(written: str) -> None:
    folded = fold(written)
    assert fold(folded) == folded
    assert folded == " ".join(folded.split())
    assert len(folded) <= MAX_EXPANSION * len(written)


@given(TEXTS)
def test_every_text_is_found_by_itself(written: str) -> None:
    found = spellings(written)
    assert sought(written) in found
    assert len(found) <= MAX_SPELLINGS
    assert max(map(len, found)) <= 2 * MAX_EXPANSION * len(written)
    for words in (searchable(written, ""), searchable("", written)):
        assert set(sought(written).split()) <= set(words.split())


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Zoë Müßig", "zoe mussig"),
        ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("O'Neill", "oneill"),
        ("Villeneuve-d’Ascq", "villeneuve dascq"),
        ("نور الدين", "نور الدين"),
        ("สวัสดี", "สวัสดี"),
        ("강남", "강남"),
        ("%_ ❤\ufe0f ?!", ""),
    ],
)
def test_a_text_is_folded(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("one", "other"), [("Joe", "Jo"), ("Soest", "Sost"), ("Goes", "Gos"), ("Saint", "St"), ("Manuel", "Manul")]
)
def test_another_name_is_no_spelling(one: str, other: str) -> None:
    assert sought(one) not in spellings(other)


@pytest.mark.parametrize("case", NAMES, ids=lambda case: f"{case['typed']} {case['found']}")
@pytest.mark.usefixtures("_engines")
def test_the_database_knows_the_same_names(case: dict[str, str]) -> None:
    with transaction(read_only=True) as session:
        assert session.execute(select(is_named(func.concat(case["found"]), case["typed"]))).scalar_one()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("\U0001d400\U0001d427\U0001d427\U0001d41a", "anna"),
        ("Γιώργος", "γιωργος"),
        ("مُحَمَّد", "محمد"),
        ("שָׁלוֹם", "שלום"),
        ("がく", "かく"),
        ("김철수", "김철"),
    ],
    ids=ascii,
)
@pytest.mark.usefixtures("_engines")
def test_the_database_folds_as_the_index_does(name: str, typed: str) -> None:
    assert sought(typed) in spellings(name)[0]
    with transaction(read_only=True) as session:
        assert session.execute(select(is_named(func.concat(name), typed))).scalar_one()


@pytest.mark.parametrize("typed", ["saint clair", "St. Clair", "Sankt Clair", "St-Clair"])
@pytest.mark.parametrize("name", ["Saint-Clair", "St Clair"])
@pytest.mark.usefixtures("_engines")
def test_the_database_finds_a_saint_by_the_word_and_by_its_short_form(name: str, typed: str) -> None:
    with transaction(read_only=True) as session:
        assert session.execute(select(is_named(func.concat(name), typed))).scalar_one()


@pytest.mark.usefixtures("_engines")
def test_symbols_are_a_part_of_no_name() -> None:
    with transaction(read_only=True) as session:
        for typed in ("%", "_", "?!", "\\"):
            assert not session.execute(select(is_named(func.concat("Anna"), typed))).scalar_one()
