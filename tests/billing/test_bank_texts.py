"""What people write stands in the files for the bank in characters that every bank takes (EPC217-08)."""

import re
from datetime import date

import pytest
from defusedxml import ElementTree
from hypothesis import given, settings
from hypothesis import strategies as st

from app.kernel.text.bank_texts import find_unwritable, sepa_text
from app.kernel.text.words import composed
from modules.billing.debit.providers.sepa import (
    COLLECTIONS,
    TRANSFERS,
    Creditor,
    Debit,
    Transfer,
    write_debits,
    write_transfers,
)

# Characters that become more than one, and what the bank separates codes by.
SPECIAL = st.sampled_from(["/", "//", "/ /", "\\", "|", "ß", "中", "\u00a0", " ", "&", "<", "]]>", "\x00", "x" * 34])
WRITTEN = st.lists(st.one_of(SPECIAL, st.text(max_size=20)), max_size=12).map("".join)
IBAN = "NL91ABNA0417164300"
DAY = date(2026, 12, 1)


def is_taken(text: str, max_length: int) -> bool:
    ends = text.startswith(("/", " ")) or text.endswith(("/", " "))
    return bool(re.fullmatch(rf"[A-Za-z0-9/?:().,'+ -]{{0,{max_length}}}", text)) and not ends and "//" not in text


@given(WRITTEN, st.integers(min_value=1, max_value=140))
def test_whatever_somebody_writes_becomes_characters_that_every_bank_takes(written: str, max_length: int) -> None:
    text = sepa_text(written, max_length=max_length)
    assert is_taken(text, max_length)
    assert sepa_text(text, max_length=max_length) == text


@pytest.mark.parametrize("holder", ["a" * 69 + "/x", "\u00df" + "a" * 67 + "/x", "a" * 69 + " x", "a" * 68 + "/ /x"])
def test_a_name_that_is_cut_ends_with_no_slash_and_no_space(holder: str) -> None:
    assert re.fullmatch("s?s?a+", sepa_text(holder, max_length=70))


@pytest.mark.parametrize(
    ("holder", "written"),
    [("\U0001d49cnna", "Anna"), ("\u2116 5", "No 5"), ("\u24b6nna", "Anna"), ("D\u00b4Ambra", "D'Ambra")],
)
def test_a_letter_that_stands_for_latin_ones_does_not_vanish(holder: str, written: str) -> None:
    assert sepa_text(holder, max_length=70) == written


@pytest.mark.parametrize(
    ("holder", "written"),
    [
        ("\u018fliyev F\u0259rid", "Eliyev Ferid"),
        ("\u0422\u044a\u0440\u043d\u043e\u0432", "Tarnov"),
        ("Jose\u0301", "Jose"),
        ("\u1111\u116e\u1105\u1173\u11ab", sepa_text("\ud478\ub978")),
        ("Rafa\u02beil", "Rafa'il"),
    ],
)
def test_a_letter_with_a_latin_form_is_written_in_it(holder: str, written: str) -> None:
    assert (sepa_text(holder), find_unwritable(holder)) == (written, [])


@given(st.text())
def test_a_letter_is_written_with_letters_or_said_to_be_unwritable(written: str) -> None:
    for character in composed(written):
        if character.isalnum():
            assert sepa_text(f"x{character}x") != "xx"
            assert (character in find_unwritable(written)) == (sepa_text(f"x{character}x") == "x.x")


def test_a_character_of_an_older_mandate_that_no_bank_takes_leaves_a_dot() -> None:
    assert sepa_text("Mila \U0001fa75 No\u05d0") == "Mila . No."


@settings(max_examples=20)  # each writes and checks two files
@given(WRITTEN, WRITTEN, WRITTEN)
def test_a_file_says_what_was_written_and_no_more(name: str, holder: str, description: str) -> None:
    """Both are checked against their schemas as they are written, and read back by another reader of XML."""
    creditor = Creditor(f"House {name}", IBAN, None, "NL00ZZZ123456780000")
    debit = Debit("REF-1", 1999, f"H {holder}", IBAN, "MANDATE-1", DAY, DAY, f"D {description}")
    transfer = Transfer("REF-1", 1999, f"H {holder}", IBAN, DAY, f"D {description}")
    for schema, file in (
        (COLLECTIONS, write_debits(creditor, [debit])),
        (TRANSFERS, write_transfers(creditor, [transfer])),
    ):
        root = ElementTree.fromstring(file.content)
        space = f"{{urn:iso:std:iso:20022:tech:xsd:{schema}}}"
        names = [element.text or "" for element in root.iter(f"{space}Nm")]
        told = [element.text or "" for element in root.iter(f"{space}Ustrd")]
        assert len(told) == 1
        assert set(names) == {sepa_text(creditor.name, max_length=70), sepa_text(debit.holder, max_length=70)}
        assert all(is_taken(name, 70) and name for name in names)
        assert is_taken(told[0], 140)
