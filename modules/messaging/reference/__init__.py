"""Readers of modules/messaging/data, each file read once: the rules of fraud and of distress in every language.

A rule is words in their order: `a|b` one of these, `word*` its beginning, `#` a number, `.` where a sentence begins or
ends, `!a|b` none of these next; between two of them `…` is up to four words, `(a|b)` up to four of these. `<app>` is
one of the apps, and in the rules of care `<real>` one of the words to which the file gives that name. They are
spelled as people write them; modules/messaging/policies/rules.py folds them.
"""

import json
import re
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"
# Rules for every language, and the names of apps.
COMMON = "common"
_NAMED = re.compile(r"<(\w+)>")


@cache
def hint_rules(name: str) -> dict[str, tuple[str, ...]]:
    """Return the rules of a language, or COMMON, by the hint that they lead to; `digits` are its words for 0 to 9."""
    return {kind: tuple(rules) for kind, rules in json.loads((DATA / "hints" / f"{name}.json").read_text()).items()}


@cache
def care_rules(name: str) -> dict[str, tuple[str, ...]]:
    """Return the rules of a language by what they find (contracts.CareSign)."""
    read = json.loads((DATA / "care" / f"{name}.json").read_text())
    words = read.pop("words")
    return {sign: tuple(_NAMED.sub(lambda one: words[one[1]], rule) for rule in rules) for sign, rules in read.items()}
