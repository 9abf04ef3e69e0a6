"""Safety hints: what is known from frauds is said to whoever receives it, in all languages, and stops nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.kernel.i18n import LOCALES
from modules.messaging import reference
from modules.messaging.contracts import Hint
from modules.messaging.policies.folding import fold_text, list_words, split_words
from modules.messaging.policies.hints import find_hints, mark_hints
from tests.fixture_types import LogIn, MakeMember
from tests.growth import ensure_linear
from tests.messaging.conftest import Couple

API = "/api/v1"
CORPUS = {file.stem: json.loads(file.read_text()) for file in Path(__file__).parent.glob("hints/*.json")}


def test_every_language_has_rules_and_sentences_to_try_them() -> None:
    assert set(CORPUS) == set(LOCALES)
    for language, sentences in CORPUS.items():
        assert len(sentences["known"]) >= 10, language
        assert len(sentences["harmless"]) >= 10, language
        assert {hint for hint, _ in sentences["known"]} == set(Hint), language
        assert set(Hint) - {Hint.LINK} <= {Hint(kind) for kind in reference.hint_rules(language) if kind != "digits"}
        assert len(reference.hint_rules(language)["digits"]) == 10, language


@pytest.mark.parametrize(("hint", "text"), [tuple(one) for each in CORPUS.values() for one in each["known"]])
def test_what_frauds_say_is_known(hint: str, text: str) -> None:
    assert hint in find_hints(text)


@pytest.mark.parametrize("text", [one for each in CORPUS.values() for one in each["harmless"]])
def test_what_people_say_gives_no_hint(text: str) -> None:
    assert find_hints(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "WhatsApp",
        "wh4tsapp",
        "w h a t s a p p",
        "W.H.A.T.S.A.P.P",
        "whats-app",
        "What's App",
        "ｗｈａｔｓａｐｐ",
        "wha\u200btsapp",
        "whаtsаpp",  # Cyrillic а
        "𝐰𝐡𝐚𝐭𝐬𝐚𝐩𝐩",
        "ẇhátsápp",
        "wh\u20ddatsapp",
    ],
)
def test_look_alike_spellings_are_folded(text: str) -> None:
    assert find_hints(f"Find me on {text}, please") == (Hint.ELSEWHERE,)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Write to me on TeIegram", Hint.ELSEWHERE),
        ("Write to me on signaI", Hint.ELSEWHERE),
        ("Write to me on signa1", Hint.ELSEWHERE),
        ("I have bltcoin", Hint.CRYPTO),
        ("Here is my PaypaI", Hint.MONEY),
    ],
)
def test_a_known_name_is_found_with_characters_that_look_like_its_own(text: str, hint: Hint) -> None:
    assert find_hints(text) == (hint,)


def test_a_short_name_is_found_only_as_it_is_written() -> None:
    """Written otherwise, it may be another word."""
    assert find_hints("Write to me on insta") == (Hint.ELSEWHERE,)
    assert find_hints("Write to me on lnsta") == ()


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Cafe\u0301 im Su\u0308den", "cafe im suden"),
        ("é" + "o" * 40, "e" + "o" * 40),
        ("é" + "\u1b44" * 40, "e" + "\u1b44" * 30),  # a mark that is said; no letter of any language has more
        ("é" + "\u0338\u1b44" * 20, "e" + "\u1b44" * 15),
    ],
)
def test_a_text_is_folded_with_as_many_marks_as_letters_have(written: str, folded: str) -> None:
    assert fold_text(written) == folded


def test_the_words_of_a_text_are_listed_as_they_sound_with_the_ends_of_its_sentences() -> None:
    assert list_words("Ｗhａt\u200bs4pp? Já!\nSo.") == ["whatsapp", ".", "ja", ".", ".", "so", "."]


@pytest.mark.parametrize(
    "text",
    [
        "+31 6 12345678",
        "0031612345678",
        "(0151) 234-56789",
        "06-12 34 56 78",
        "６１２ ３４５ ６７８",
        "zero 6 one 2 three 4 five 6 seven",
        "henk@example.org",
        "henk (at) example (dot) org",
        "@henk_1959",
    ],
)
def test_addresses_and_numbers_lead_elsewhere(text: str) -> None:
    assert Hint.ELSEWHERE in find_hints(f"Here: {text}")


@pytest.mark.parametrize(
    "text",
    ["12.04.1961", "1961-04-12", "1961 - 2019", "1 000 000", "10:42-12:30", "12,50", "3, 12, 24, 31, 40, 45", "50 %"],
)
def test_dates_prices_and_amounts_are_no_telephone_numbers(text: str) -> None:
    assert find_hints(f"It was {text} then") == ()


@pytest.mark.parametrize(
    ("text", "is_telephone"),
    [
        ("+31612345", True),
        ("+3161234", False),  # too short for one
        ("+123456789012345", True),  # the longest that exist have 15 digits
        ("+1234567890123456", False),
        ("0 6123456", True),
        ("61234567", True),
        ("6123456", False),
        ("612345678", True),
        ("612345000", False),  # an amount
        ("61 2345678", True),
        ("6 12345678", False),
        ("19123456", False),  # begins like a year
        ("20123456", False),
        ("612 345 67", True),
        ("201 234 56", True),
        ("20 12 34 56", True),
        ("20 1 234 56", False),
        ("20 12 3456", False),
        ("6123 4567", False),  # as years stand side by side
        ("(12.04.1961)", False),
        ("zero one two three four five six", True),
        ("zero one two three four five", False),
    ],
)
def test_what_a_telephone_number_is(text: str, is_telephone: bool) -> None:
    assert find_hints(f"It was {text} then") == ((Hint.ELSEWHERE,) if is_telephone else ())


def test_six_words_for_digits_are_no_number_at_the_beginning_either() -> None:
    assert find_hints("zero one two three four five") == ()


def test_four_letters_that_were_spelled_out_are_a_word() -> None:
    assert split_words("z o o m") == ["zoom"]
    assert split_words("a b c") == ["a", "b", "c"]


def test_an_account_is_about_money_and_a_sentence_ends_a_rule() -> None:
    assert find_hints("NL91 ABNA 0417 1643 00") == (Hint.MONEY,)
    assert find_hints("Send me a poem. Money is dull.") == ()


def write(pair: Couple, body: str) -> Any:
    sent = pair.ada_browser.post(f"{API}/members/{pair.ben.id}/messages", {"body": body}, key=uuid4().hex)
    assert sent.status_code == 201
    return sent.json


def test_a_hint_is_for_the_recipient_only_and_stops_nothing(pair: Couple) -> None:
    sent = write(pair, "Write to me on wh4tsapp, and lend me 200 euros")
    assert sent["message"]["hints"] == []
    assert sent["credits"] == 55
    history = f"{API}/conversations/{sent['conversation_id']}/messages"
    assert pair.ada_browser.get(history).json["messages"][0]["hints"] == []
    assert pair.ben_browser.get(history).json["messages"][0]["hints"] == ["money", "elsewhere"]


def test_the_note_of_a_gift_gives_hints_too(pair: Couple) -> None:
    gift = {"gift": "rose", "body": "More on telegram app: @ada_rose"}
    sent = pair.ada_browser.post(f"{API}/members/{pair.ben.id}/messages", gift, key=uuid4().hex).json
    news = pair.ben_browser.get(f"{API}/conversations/{sent['conversation_id']}/news").json
    assert news["messages"][0]["hints"] == ["elsewhere"]


def test_hints_are_dismissed_for_good_by_their_recipient_alone(
    pair: Couple, make_member: MakeMember, login: LogIn
) -> None:
    sent = write(pair, "Buy me a gift card")
    conversation = f"{API}/conversations/{sent['conversation_id']}"
    hints, absent = f"{conversation}/messages/1/hints", f"{conversation}/messages/2/hints"
    for browser, path in ((pair.ada_browser, hints), (login(make_member()), hints), (pair.ben_browser, absent)):
        refused = browser.delete(path)
        assert (refused.status_code, refused.json["code"]) == (404, "not-found")
    for _ in range(2):
        assert pair.ben_browser.delete(hints).status_code == 204
        (message,) = pair.ben_browser.get(f"{conversation}/messages").json["messages"]
        assert (message["hints"], message["body"]) == ([], "Buy me a gift card")
    write(pair, "A gift card, please")
    assert pair.ben_browser.get(f"{conversation}/messages").json["messages"][1]["hints"] == ["gift-card"]


def test_what_gives_no_hint_has_none_to_dismiss(pair: Couple) -> None:
    sent = write(pair, "The tomatoes are ripe")
    refused = pair.ben_browser.delete(f"{API}/conversations/{sent['conversation_id']}/messages/1/hints")
    assert refused.status_code == 404


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("text", [one for each in CORPUS.values() for one in each["harmless"]])
def test_nothing_is_marked_in_what_people_say(text: str) -> None:
    assert mark_hints(text) == [(text, False)]


def test_what_is_empty_has_no_parts_and_what_is_found_across_parts_marks_all() -> None:
    assert mark_hints("") == []
    digits = "zero, one, two, three, four, five, six"
    assert mark_hints(digits) == [(digits, True)]


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("text", [one for each in CORPUS.values() for _, one in each["known"]])
def test_what_is_known_is_marked_and_the_words_stay_the_same(text: str) -> None:
    marked = mark_hints(f"Good evening, how was your day?\n {text}")
    assert "".join(part for part, _ in marked) == f"Good evening, how was your day?\n {text}"
    assert any(is_marked for _, is_marked in marked)
    assert marked[0] == ("Good evening, ", False)


RUNS = [
    *".,;:!?…@-_+/( \n9a€é\u0301\u200b",
    "\u0301\u0323",
    "a1",
    "1a",
    ". ",
    ".\n",
    "..a",
    "@a",
    "a@b.",
    "1 ",
    "a b ",
    "aa.",
    "!a",
]


@pytest.mark.parametrize("read", [find_hints, mark_hints])
@pytest.mark.parametrize("run", RUNS)
def test_ten_times_the_text_takes_no_hundred_times_the_time(read: Callable[[str], Any], run: str) -> None:
    ensure_linear(lambda length: read("Bitcoin, " + (run * length)[:length] + "x"), length=1_000)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Bitcoin... Yes.", ["Bitcoin... ", "Yes."]),
        ("...Bitcoin.x, no", ["...Bitcoin.x, ", "no"]),
        ("Bitcoin.\n.x", ["Bitcoin.\n", ".x"]),
        ("Bitcoin\n\nYes.\n", ["Bitcoin\n\n", "Yes.\n"]),
        ("Bitcoin at 1.50. No..", ["Bitcoin at 1.50. ", "No.."]),
    ],
)
def test_a_part_ends_with_the_last_of_the_characters_that_end_it(text: str, parts: list[str]) -> None:
    assert [part for part, _ in mark_hints(text)] == parts


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("wh4ts4pp", ["whatsapp"]),
        ("4pp1e", ["appie"]),
        ("$$b1tcoin", ["$", "sbitcoin"]),
        ("12ab", ["12ab"]),
        ("ab12", ["ab12"]),
    ],
)
def test_digits_are_letters_only_between_letters(disguised: str, plain: list[str]) -> None:
    assert split_words(disguised) == plain
