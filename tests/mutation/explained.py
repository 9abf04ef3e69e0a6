"""Mutants that no test can notice, because what they change makes no difference, and why."""

MESSAGING = "modules/messaging/policies"

# (file, function, before, after): why
EXPLAINED: dict[tuple[str, str, str, str], str] = {
    (f"{MESSAGING}/folding.py", "words", "'€$£'", "'XX€$£XX'"): "no token is an X: they are in lower case",
    (f"{MESSAGING}/folding.py", "_join_letters", "''", "'XXXX'"): "it only ends the list, and is taken off again",
    (f"{MESSAGING}/hints.py", "_is_telephone", "'() '", "'XX() XX'"): "no X is in a number",
    (f"{MESSAGING}/hints.py", "_is_telephone", "len(groups) > 1", "len(groups) >= 1"): (
        "a number of one group has seven digits in it, which is more than one"
    ),
}
