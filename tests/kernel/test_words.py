"""What people write is kept, but for the few characters that would harm."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from app.kernel.http.schema import Text
from app.kernel.i18n import text
from app.kernel.text.words import composed, is_unseen, is_visible, isolated, on_one_line, shortened, without_harmful
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
    assert isolated(name) == text("en", "push.sent.text", other=name).removesuffix(" sent you a message")
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Mila", "D'Ambra", "Łucja", "Анна", "Σοφία", "愛", "51", ""])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name


# One character for a reader each, of several code points: emoji of three people, with a skin tone, with a selector,
# flags of countries and of Scotland, a keycap, parts of a Korean syllable, a Devanagari conjunct, Thai, accents.
CLUSTERS = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f44d\U0001f3fd",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f1f3\U0001f1f1",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "1\ufe0f\u20e3",
    "\u1112\u1161\u11ab",
    "\u0915\u094d\u0937\u093f",
    "\u0e01\u0e33",
    "e\u0323\u0302",
)


@pytest.mark.parametrize("cluster", CLUSTERS, ids=ascii)
def test_no_character_is_cut_in_the_middle(cluster: str) -> None:
    """Grapheme clusters, UAX #29."""
    text, size = cluster * 8, len(cluster)
    for max_length in range(1, len(text)):
        assert shortened(text, max_length) == cluster * ((max_length - 1) // size) + "\u2026"
    assert shortened(text, len(text)) == text


@given(st.text(st.one_of(st.sampled_from("".join(CLUSTERS)), st.characters(codec="utf-8"))), st.integers(1, 60))
def test_a_shortened_text_is_a_beginning_and_no_longer_than_it_may_be(text: str, max_length: int) -> None:
    short = shortened(text, max_length)
    assert len(short) <= max_length
    assert short == text or (short.endswith("\u2026") and text.startswith(short[:-1]))
