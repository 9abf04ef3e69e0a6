"""The two forms of an address: the one that is kept and mailed to, and the one that people read."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.addresses import as_shown, as_stored
from tests.reading import read_cases

CASES = read_cases("addresses.tsv", escaped=("typed",))
LETTERS = st.text(st.characters(categories=("L", "M", "Nd"), include_characters="-.+@"), max_size=12)
ADDRESSES = st.one_of(st.text(), st.builds("{}@{}.example".format, LETTERS, LETTERS))


@pytest.mark.spec("5.3")
@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["typed"]))
def test_an_address_is_kept_as_mail_servers_are_told_it_and_shown_in_its_letters(case: dict[str, str]) -> None:
    kept = as_stored(f" {case['typed']} ")
    assert (kept, as_shown(kept)) == (case["in SMTP"], case["shown"])


@given(ADDRESSES)
def test_every_spelling_is_kept_as_one(typed: str) -> None:
    kept = as_stored(typed)
    assert as_stored(kept) == as_stored(as_shown(kept)) == kept
    assert as_shown(as_shown(kept)) == as_shown(kept)
    if kept != typed.strip():
        assert as_stored(normalize("NFD", typed)) == kept
