"""The two forms of an address: the one that is kept and mailed to, and the one that people read."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.mail.addresses import as_shown, as_stored, is_address
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


@pytest.mark.spec("5.3")
@pytest.mark.parametrize(
    "copied",
    ["\u200emila@example.com", "mila@example.com\u200b", "\ufeffmila@exam\u00adple.com", "mila\u2060@example.com"],
)
def test_what_nobody_sees_of_an_address_that_was_copied_is_no_part_of_it(copied: str) -> None:
    assert is_address(copied)
    assert as_stored(copied) == as_shown(copied) == "mila@example.com"


DOMAIN = ".".join(["d" * 60] * 3)
# Of two octets, of three, and of two code points.
UE, HAN, DECOMPOSED = "\u00fc", "\u4e2d", "u\u0308"


@pytest.mark.spec("5.3")
@pytest.mark.parametrize(
    ("address", "is_taken"),
    [
        (f"{'a' * 64}@example.com", True),
        (f"{'a' * 65}@example.com", False),
        (f"{UE * 32}@example.com", True),
        (f"{UE * 33}@example.com", False),
        (f"{DECOMPOSED * 32}@example.com", True),
        (f"{HAN * 21}x@example.com", True),
        (f"{HAN * 22}@example.com", False),
        (f"{'a' * 63}@{DOMAIN}.{'e' * 7}", True),
        (f"{'a' * 64}@{DOMAIN}.{'e' * 7}", False),
        (f"{UE * 32}@{DOMAIN}.{'e' * 6}", True),
        (f"{UE * 32}@{DOMAIN}.{'e' * 7}", False),
        (f"{'a' * 60}@{'.'.join([UE * 30] * 2)}.example", True),
        (f"{'a' * 60}@{'.'.join([(UE + HAN) * 20] * 4)}.example", False),
    ],
)
def test_an_address_is_no_longer_than_mail_servers_have_to_take(address: str, is_taken: bool) -> None:
    """RFC 5321, 4.5.3.1.1 and 4.5.3.1.3, in octets of what is sent (RFC 6531, 3.3)."""
    assert is_address(address) is is_taken
