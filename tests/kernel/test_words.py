"""What people write is kept, but for the few characters that would harm."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.kernel.i18n import text
from app.kernel.schema import Text
from app.kernel.words import composed, is_unseen, is_visible, isolated, on_one_line, without_harmful
from tests.reading import texts_in


@pytest.mark.parametrize("case", texts_in("headline"), ids=lambda case: case["character or name"])
def test_a_text_of_a_form_keeps_the_characters_that_people_write(case: dict[str, str]) -> None:
    assert Text(max=60).deserialize(case["typed"]) == case["typed"]


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_is_dropped_but_controls_marks_of_direction_and_what_is_no_character(written: str) -> None:
    kept = without_harmful(written)
    lost = set(written) - set(kept) - set("\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029")
    marks = [*range(0x202A, 0x202F), *range(0x2066, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF]
    assert lost <= {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *marks, *range(0xFDD0, 0xFDF0))}
    assert without_harmful(kept) == kept


@given(st.text(st.characters(codec="utf-8")))
def test_words_that_stood_apart_stay_apart(written: str) -> None:
    words = map(without_harmful, written.split())
    assert without_harmful(written).split() == [word for word in words if word]


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_a_line_keeps_every_character_that_is_seen(written: str) -> None:
    line = on_one_line(written)
    assert seen(line) == seen(written)
    assert on_one_line(line) == line
    assert is_visible(line) == is_visible(without_harmful(written))


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("a\u0301\u0327\u0344\u0f71\u0f73\u1100\u1161")))
def test_a_text_is_composed_as_unicode_says(written: str) -> None:
    assert composed(written) == unicodedata.normalize("NFC", written)


def seen(text: str) -> str:
    kept = (character for character in without_harmful(text) if not character.isspace() and not is_unseen(character))
    return unicodedata.normalize("NFC", "".join(kept))


# Beside those that Unicode calls ignorable: what is drawn as nothing, and what has no shape that all readers see.
UNSEEN = (
    "\u2800\u3164\u034f\ufe0e\ufe0f\u180b\u180e\u115f\u1160\uffa0\u200b\u200e\u061c\u00ad\u2060\u17b4\ue000"
    "\U000e0041\U000e0100\U00013441\U0001d159"
)


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_a_text_of_characters_that_nobody_sees_is_empty(character: str) -> None:
    assert not is_visible(f"{character} {character}\n")
    assert Text(max=60).deserialize(character * 3) == ""
    with pytest.raises(ValidationError) as refused:
        Text(min=3, max=60).deserialize(character * 3)
    assert refused.value.messages == ["field.required"]
    assert Text(max=60).deserialize(f"a{character}b") == f"a{character}b"


@pytest.mark.parametrize(
    "character", ["\U0001faea", "\U00011f04", "\u06dd", "\u0600", "\u0e01", "\ufffc", "1", "-", "\u0301"], ids=ascii
)
def test_a_text_of_one_character_that_is_seen_is_none(character: str) -> None:
    assert is_visible(character)


def test_what_is_ignorable_is_what_unicode_says() -> None:
    """The interpreter's own tables know these as format characters; all others in the list were compared with ICU's."""
    ignorable = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    shaped = {character for character in ignorable if not is_unseen(character)}
    assert {unicodedata.name(character, "").split()[0] for character in shaped} <= {"ARABIC", "SYRIAC", "KAITHI"}


@pytest.mark.parametrize("name", ["محمد علي", "יעל כהן", "مهرداد", "Mila نور", "ދިވެހި"])
@pytest.mark.usefixtures("app")
def test_a_name_that_runs_from_right_to_left_is_isolated_in_a_line(name: str) -> None:
    assert isolated(name) == text("en", "push.sent.text", other=name).removesuffix(" wrote to you")
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Mila", "D'Ambra", "Łucja", "Анна", "Σοφία", "愛", "51", ""])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name
