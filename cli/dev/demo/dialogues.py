"""Conversations and first sentences for the demo: adults getting to know each other, and two scammers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cli.dev.demo.voice import TEXTS, fragments

ANY = "any"
OLDER = "older"
SCAM = "scam"


@dataclass(frozen=True)
class Line:
    """One message, by the person who wrote first or by the other."""

    by_starter: bool
    text: str


@dataclass(frozen=True)
class Dialogue:
    """A conversation; its topic is an interest of the person answering, ANY, OLDER (both over 55) or SCAM."""

    language: str
    topic: str
    lines: tuple[Line, ...]


@cache
def dialogues(language: str) -> tuple[Dialogue, ...]:
    """Return every conversation in one of the voices' LANGUAGES."""
    text = (TEXTS / f"dialogues.{language}.txt").read_text(encoding="utf-8")
    return tuple(_dialogues(language, text))


def icebreakers(language: str) -> tuple[str, ...]:
    """Return first sentences that suit everybody, in one of the voices' LANGUAGES."""
    return tuple(fragments(language)["icebreakers"])


def _dialogues(language: str, text: str) -> Iterator[Dialogue]:
    for block in text.split("\n== ")[1:]:
        topic, *lines = block.strip().splitlines()
        yield Dialogue(language, topic, tuple(_line(line) for line in lines))


def _line(text: str) -> Line:
    writer, _, words = text.partition(": ")
    if writer not in ("A", "B"):
        raise ValueError(f"a line of a dialogue begins with A: or B:, not {text!r}")
    return Line(writer == "A", words)
