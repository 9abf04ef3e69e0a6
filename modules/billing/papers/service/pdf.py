"""PDF files. Only this module uses the library that makes them."""

import json
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

import typst

from app.kernel import log

_ASSETS = Path(__file__).parents[2] / "assets"
# PDF/A, for archives; it cannot be made with a character that none of the typefaces has.
_ARCHIVED: Final = "a-2b"
# The library keeps what it laid out (80 KB a block) until this many papers later.
_KEPT_FOR = 11
_MANY_BLOCKS = 50


class Sheet:
    """Pages with a heading, blocks of text, tables of amounts, and a footer on each page; text may be in any script."""

    def __init__(self, *, title: str, language: str, made_at: datetime, foot: str) -> None:
        self._title, self._language, self._made_at, self._foot = title, language, made_at, foot
        self._blocks: list[dict[str, Any]] = []

    def heading(self, name: str, title: str) -> None:
        """Write the name of the sender and the title of the paper."""
        self._add("heading", name=name, title=title)

    def columns(self, *columns: Sequence[str]) -> None:
        """Add blocks of text side by side; the first line of each is its heading."""
        self._add("columns", columns=columns)

    def caption(self, words: str) -> None:
        """Add a heading."""
        self._add("caption", words=words)

    def row(
        self, cells: Sequence[str], widths: Sequence[float], *, left: int = 1, bold: bool = False, soft: bool = False
    ) -> None:
        """Add a table row: the first `left` cells are text, the others figures; widths are shares of the page's."""
        self._add("row", cells=cells, shares=widths, words=left, bold=bold, soft=soft)

    def paragraph(self, words: str) -> None:
        """Write a paragraph."""
        self._add("paragraph", words=words)

    def to_bytes(self) -> bytes:
        """Return the finished file; characters that no typeface has are printed as empty boxes and logged."""
        try:
            return self._print()
        finally:
            if len(self._blocks) > _MANY_BLOCKS:
                _free_memory()

    def _print(self) -> bytes:
        try:
            return self._make(_ARCHIVED)
        except typst.TypstError as refusal:
            if "could not be displayed" not in refusal.message:
                raise
            log.get("billing").warning("a paper has letters without a shape", paper=self._title, why=refusal.message)
            return self._make()

    def _add(self, kind: str, **content: Any) -> None:
        self._blocks.append({"kind": kind, **content})

    def _make(self, *standards: Literal["a-2b"]) -> bytes:
        paper = {"title": self._title, "language": self._language, "foot": self._foot, "blocks": self._blocks}
        # NFC, so that a composed character is one glyph and is copied as one character.
        words = "".join(map(_unstyled, json.dumps(paper, ensure_ascii=False)))
        return typst.compile(
            _template(),
            format="pdf",
            sys_inputs={"paper": unicodedata.normalize("NFC", words)},
            font_paths=_typefaces(),
            timestamp=self._made_at.replace(microsecond=0),
            pdf_standards=list(standards),
        )


def _free_memory() -> None:
    """Have the library forget what it laid out, which it does only while it makes further papers; these are empty."""
    for _ in range(_KEPT_FOR):
        typst.compile(b"", format="pdf", font_paths=_typefaces())


def _unstyled(character: str) -> str:
    """Return a styled character (such as a mathematical letter, which typefaces rarely have) without its style."""
    is_styled = unicodedata.decomposition(character).startswith("<font>")
    return unicodedata.normalize("NFKC", character) if is_styled else character


@cache
def _template() -> bytes:
    return (_ASSETS / "paper.typ").read_bytes()


@cache
def _typefaces() -> typst.Fonts:
    """Return our own typefaces and none of the machine's, so that papers look the same on every machine."""
    folders = [_ASSETS / "fonts", *(Path(str(files(name))) for name in ("manimgx_fonts", "manimgx_fonts_cjk"))]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
