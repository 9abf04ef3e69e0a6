"""Names that pose as staff; tests/moderation/test_names.py tries other languages."""

import pytest

from modules.moderation.queue.policies.names import poses_as_staff


@pytest.mark.parametrize(
    ("words", "brand", "is_staff"),
    [
        (["support"], [], True),
        (["supports", "7"], [], True),
        (["customerservice"], [], True),
        (["customer", "care"], [], True),
        (["second", "spring"], ["second", "spring"], True),
        (["secondspring", "team"], ["second", "spring"], True),
        (["anna", "of", "hearth"], ["hearth"], True),
        (["hearthfire"], ["hearth"], False),
        (["myhearth"], ["hearth"], False),
        (["hearth"], [], False),
        (["axb"], ["a.b"], False),  # a character of the brand is that character and no pattern
        ([], ["hearth"], False),
        ([], [], False),
    ],
)
def test_a_name_poses_as_staff_by_whole_words(words: list[str], brand: list[str], is_staff: bool) -> None:
    assert poses_as_staff(words, brand=brand) is is_staff
