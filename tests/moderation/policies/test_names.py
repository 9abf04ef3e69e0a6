"""Names of the house, whatever the house is called; tests/moderation/test_names.py tries its languages."""

import pytest

from modules.moderation.policies.names import poses_as_staff


@pytest.mark.parametrize(
    ("words", "brand", "is_house"),
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
def test_a_name_is_of_the_house_by_whole_words(words: list[str], brand: list[str], is_house: bool) -> None:
    assert poses_as_staff(words, brand=brand) is is_house
