"""What people write is kept, but for the few signs that would harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.i18n import text
from app.kernel.schema import Text
from app.kernel.words import isolated, without_harmful
from tests.reading import texts_in


@pytest.mark.parametrize("case", texts_in("headline"), ids=lambda case: case["sign or name"])
def test_a_text_of_a_form_keeps_the_signs_that_people_write(case: dict[str, str]) -> None:
    assert Text(max=60).deserialize(case["typed"]) == case["typed"]


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_is_dropped_but_controls_marks_of_direction_and_what_is_no_sign(written: str) -> None:
    kept = without_harmful(written)
    lost = set(written) - set(kept) - set("\r\x85\u2028\u2029")
    marks = [*range(0x202A, 0x202F), *range(0x2066, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF]
    assert lost <= {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *marks, *range(0xFDD0, 0xFDF0))}
    assert without_harmful(kept) == kept


@pytest.mark.parametrize("name", ["محمد علي", "יעל כהן", "مهرداد", "Mila نور", "ދިވެހި"])
def test_a_name_that_runs_from_right_to_left_is_isolated_in_a_line(name: str) -> None:
    assert isolated(name) == text("en", "push.sent.text", other=name).removesuffix(" wrote to you")
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Mila", "D'Ambra", "Łucja", "Анна", "Σοφία", "愛", "51", ""])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name
