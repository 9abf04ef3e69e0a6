"""The rules of texts (docs/words.md): each finds what breaks it in one language.

What differs between languages is in `docs/glossary/<language>.toml`:

- `marks`: the opening and the closing quotation mark (CLDR).
- `shared`: words that the language shares with English.
- `never`: regular expressions that match in no text, with the reason after `#` where it is not plain. Capital letters
  count only if the expression has one.
- `terms`: an expression for English and the one that must match the translation wherever it matches the English.
- `before_dates`: the words that may stand before a date. Those that ask for another case are not among them.
- `apart`: English texts with more than one translation, and why.
- `quoted`: what may stand in quotation marks without being a label.
- `except`: by the name of a rule, keys of texts that may break it, and why.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cli.dev.words.catalogue import FORMS, PLURAL, VALUE, Words, expected_keys, plural_forms

NBSP, NNBSP = "\u00a0", "\u202f"
MARKS = "“”„»«‹›"
STRAIGHT = re.compile(r"['\"]")
WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
LOOSE_UNIT = re.compile(r"[\d}] (?:kB|MB|GB|km|m²?|cm|kg|%(?!\{)|€|\$|£|kr|zł|°C|min|Uhr|h)(?!\w)")
SMS = re.compile(r": sms\.")
# Money, times and dates arrive formatted for the person (spec 1.6); these are not.
BY_HAND = re.compile(r"[€$£]|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
DATE = re.compile(r"([\w’]+)[ \u00a0]\{\{?(?:date|day|until|when|moment)\}\}?")
# Nobody translates these.
NAMES = {"apple", "bancontact", "blik", "eps", "iban", "ideal", "klarna", "kvk", "mastercard", "pay", "paypal"}
NAMES |= {"przelewy", "visa"}
# Characters that mail and push show before they cut (docs/words.md): of English, and the factor for others.
LIMITS = {
    re.compile(r"^notifications: mail\..*\bsubject(_\w+)?$"): 45,
    re.compile(r"^notifications: push\..*\btitle(_\w+)?$"): 30,
    re.compile(r"^notifications: push\."): 90,
}
LONGER = 1.4


@dataclass(frozen=True, slots=True)
class Fault:
    """A text that breaks a rule: its key, or its page and line, and what is wrong."""

    key: str
    what: str


Rule = Callable[[Words], Iterator[Fault]]


def complete(words: Words) -> Iterator[Fault]:
    """Every key of English exists, in all plural forms, and no other; no text is empty."""
    expected = expected_keys(words)
    yield from (Fault(key, "is missing") for key in expected if key not in words.texts)
    yield from (Fault(key, "is unknown in English") for key in words.texts.keys() - set(expected))
    yield from (Fault(key, "is empty") for key, text in words.texts.items() if not text.strip())
    # Those of Polyglot: of CLDR's, it has "few" and "many" for Polish and no form for fractions or millions.
    forms = 3 if "few" in plural_forms(words.language) else 2
    for key, text in words.texts.items():
        if text and FORMS in words.english_of(key) and text.count(FORMS) + 1 != forms:
            yield Fault(key, f"needs {forms} plural forms")


def values(words: Words) -> Iterator[Fault]:
    """A text has the values of the English one; a plural form may leave the number out, and none has it twice."""
    for key, text in words.texts.items():
        own, english = _values(text), _values(words.english_of(key))
        different = set(own) ^ set(english)
        if PLURAL.search(key):
            different -= {"{count}", "{{count}}"}
        if different:
            yield Fault(key, f"{', '.join(sorted(different))} not as in English")
        # Where plural forms are put in by a script, a second number lands in the middle of a word.
        if text.replace(" ", "").count("{count}") > 1:
            yield Fault(key, "has the number twice")


def _values(text: str) -> Counter[str]:
    return Counter(re.sub(r"\s", "", value) for value in VALUE.findall(text))


def quotation_marks(words: Words) -> Iterator[Fault]:
    """Apostrophes are typographic, and quotation marks are the language's own, in pairs."""
    opening, closing = words.rules["marks"]
    for key, text in _lines(words):
        plain = VALUE.sub("", re.sub(r"\]\([^)]*\)|<[^>]*>", "", text))
        if STRAIGHT.search(plain):
            yield Fault(key, "has a straight quotation mark or apostrophe")
        foreign = set(MARKS) & set(plain) - {opening, closing}
        if foreign:
            yield Fault(key, f"has {' '.join(sorted(foreign))}")
        opened, closed = plain.count(opening), plain.count(closing)
        # An apostrophe is the closing mark in Dutch.
        if (opened % 2 if opening == closing else opened > closed) or (closing != "’" and closed > opened):
            yield Fault(key, "has a quotation mark without its other half")


def spaces(words: Words) -> Iterator[Fault]:
    """A number keeps its unit (U+00A0), and French its marks: U+202F before ; ! ?, U+00A0 before : and inside «».

    An SMS has ordinary spaces: the others are outside the GSM alphabet, which halves its length.
    """
    for key, text in _lines(words):
        if SMS.search(key):
            continue
        if found := LOOSE_UNIT.search(text):
            yield Fault(key, f"“{found[0]}” can break before its unit: U+00A0")
        if words.language == "fr":
            yield from (Fault(key, what) for what in _french_spaces(text))
        elif re.search(r"\w[ \u00a0\u202f][;:!?](?!\))", text):
            yield Fault(key, "has a space before a punctuation mark")


def _french_spaces(text: str) -> Iterator[str]:
    plain = re.sub(r"\w+://\S+|\]\([^)]*\)|^(title|description|slug):|\|:?-+:?", "", text)
    if re.search(rf"(?<!{NNBSP})[;!?]", plain):
        yield "needs U+202F before ; ! and ?"
    if re.search(rf"(?<![{NBSP}:]):", plain):
        yield "needs U+00A0 before a colon"
    if re.search(rf"«(?!{NBSP})|(?<!{NBSP})»", plain):
        yield "needs U+00A0 inside « »"


def written_values(words: Words) -> Iterator[Fault]:
    """No amount, time or date is written by hand: they arrive formatted for the person's language (spec 1.6)."""
    for key, text in words.texts.items():
        if found := BY_HAND.search(VALUE.sub("", text)):
            yield Fault(key, f"“{found[0]}” should be a value")


def labels(words: Words) -> Iterator[Fault]:
    """What stands in quotation marks is a label that exists, word for word."""
    opening, closing = words.rules["marks"]
    known = {_bare(text) for text in words.texts.values()} | set(words.rules.get("quoted", ()))
    quoted = re.compile(rf"{opening}[{NBSP}{NNBSP}]?([^{opening}{closing}]+?)[{NBSP}{NNBSP}]?{closing}(?!\w)")
    for key, text in _lines(words):
        for label in quoted.findall(text):
            if not VALUE.search(label) and _bare(label) not in known:
                yield Fault(key, f"“{label}” is no label")


def _bare(text: str) -> str:
    return re.sub(r"<[^>]*>|\u00ad", "", text).strip(" .…,")


def one_translation(words: Words) -> Iterator[Fault]:
    """The same English text has the same translation, unless `apart` says why not.

    A long label may say where it can be broken (U+00AD).
    """
    if words.is_english:
        return
    translations: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for key, text in words.texts.items():
        # Staff may read another word than members, and a label can be a noun here and a verb there.
        if _is_console(key):
            continue
        form = PLURAL.search(key)
        if key in words.english:
            translations[words.english[key], form[0] if form else ""].setdefault(text.replace("\u00ad", ""), key)
    for (english, _), keys in translations.items():
        if len(keys) > 1 and english not in words.rules.get("apart", {}):
            yield Fault(next(iter(keys.values())), f"“{english}” has {len(keys)} translations: {'; '.join(keys)}")


def never_words(words: Words) -> Iterator[Fault]:
    """No word stands in a text that the glossary forbids."""
    for pattern in words.rules.get("never", ()):
        forbidden = re.compile(pattern, 0 if any(char.isupper() for char in _letters(pattern)) else re.IGNORECASE)
        for key, text in _lines(words):
            if found := forbidden.search(VALUE.sub("", text)):
                yield Fault(key, f"“{found[0]}” is forbidden ({pattern})")


def _letters(pattern: str) -> str:
    return re.sub(r"\\.", "", pattern)


def terms(words: Words) -> Iterator[Fault]:
    """Where the English has a term, the translation has the glossary's word for it."""
    for english, own in words.rules.get("terms", {}).items():
        here, there = re.compile(english, re.IGNORECASE), re.compile(own, re.IGNORECASE)
        for key, text in words.texts.items():
            source = "" if _is_console(key) else VALUE.sub("", words.english_of(key))
            if here.search(source) and not there.search(VALUE.sub("", text)):
                yield Fault(key, f"lacks {own}, the word for {english}")


def dates(words: Words) -> Iterator[Fault]:
    """Before a date stands a word after which the date has the form in which it arrives."""
    allowed = words.rules.get("before_dates")
    for key, text in words.texts.items():
        for before in DATE.findall(text):
            if allowed is not None and before.lower() not in allowed:
                yield Fault(key, f"“{before}” before a date")


def own_words(words: Words) -> Iterator[Fault]:
    """No text equals the English one, unless the languages share its words, or it is one word of the console."""
    shared = NAMES | {word.lower() for word in words.rules.get("shared", ())}
    for key, text in words.texts.items():
        is_technical = _is_console(key) and len(_words(text)) == 1
        if not words.is_english and text == words.english_of(key) and not is_technical and _words(text) - shared:
            yield Fault(key, f"“{text}” is English")


def _is_console(key: str) -> bool:
    return key.startswith("console ")


def _words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(VALUE.sub(" ", text))}


def lengths(words: Words) -> Iterator[Fault]:
    """Subjects of emails and lines of push notifications fit where they are shown (docs/words.md)."""
    for key, text in words.texts.items():
        limit = limit_of(key)
        if limit and len(VALUE.sub("", text)) > limit * (1 if words.is_english else LONGER):
            yield Fault(key, f"has {len(VALUE.sub('', text))} characters, the limit is {limit}")


def limit_of(key: str) -> int | None:
    """Return how many characters of English a text may have, or None if its place has no limit of its own."""
    return next((limit for pattern, limit in LIMITS.items() if pattern.search(key)), None)


def _lines(words: Words) -> Iterator[tuple[str, str]]:
    yield from words.texts.items()
    for page, text in words.pages.items():
        yield from ((f"{page}:{number}", line) for number, line in enumerate(text.splitlines(), 1))


RULES: tuple[Rule, ...] = (
    complete,
    values,
    quotation_marks,
    spaces,
    written_values,
    labels,
    one_translation,
    never_words,
    terms,
    dates,
    own_words,
    lengths,
)


def faults(words: Words, rule: Rule) -> list[Fault]:
    """Return what breaks a rule in a language, without the exceptions that its glossary names."""
    excepted = words.rules.get("except", {}).get(rule.__name__, {})
    return [fault for fault in rule(words) if fault.key not in excepted]
