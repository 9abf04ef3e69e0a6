"""How the rules of hints are read."""

import pytest

from modules.messaging.policies.rules import RuleBook


@pytest.mark.parametrize(
    ("line", "said", "is_found"),
    [
        ("send cash", "send cash", True),
        ("send cash", "send a cash", False),
        ("send !no cash", "send cash", True),
        ("send !no cash", "send tea", False),
        ("send !no cash", "send no cash", False),
        ("send !no cash", "send cash no", True),  # only the next word counts
        ("send … cash", "send me all of your cash", True),
        ("send … cash", "send me all of your last cash", False),
        ("send (me|us) cash", "send us cash", True),
        ("send (me|us) cash", "send cash", True),
        ("send (me|us) cash", "send him cash", False),
        ("lend # euro", "lend 200 euro", True),
        ("lend # euro", "lend some euro", False),
        ("transfer* cash", "transferring cash", True),
        ("transfer* cash", "transit cash", False),
    ],
)
def test_a_rule_is_found_where_its_words_stand_in_their_order(line: str, said: str, is_found: bool) -> None:
    assert list(RuleBook([("money", line)]).find(said.split())) == (["money"] if is_found else [])
