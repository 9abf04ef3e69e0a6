"""A printed page: A4, in the house's own typeface. The only place that knows the PDF library."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

_FONTS = Path(__file__).parents[1] / "assets" / "fonts"
_FACE = "Atkinson"
_INK, _SOFT, _LINE, _TEAL = (22, 33, 31), (78, 90, 87), (224, 217, 205), (10, 95, 90)
_MARGIN = 22


class Sheet(FPDF):
    """Pages with a heading, blocks of text, tables of amounts, and a foot on each page. Lengths are in millimetres."""

    def __init__(self, *, title: str, language: str, made_at: datetime, foot: str) -> None:
        super().__init__(format="A4")
        self._foot = foot
        for style, name in (("", "regular"), ("B", "bold")):
            self.add_font(_FACE, style, _FONTS / f"atkinson-hyperlegible-next-{name}.ttf")
        self.set_title(title)
        self.set_lang(language)
        self.set_creation_date(made_at)
        self.set_margins(_MARGIN, _MARGIN, _MARGIN)
        self.set_auto_page_break(True, margin=30)
        self.add_page()

    def footer(self) -> None:
        """Draw the foot of a page; the library calls it."""
        self.set_y(-22)
        self._write(self._foot, size=8.5, ink=_SOFT)

    def heading(self, name: str, title: str) -> None:
        """Write who speaks, and what this is."""
        self._write(name, size=13, ink=_TEAL, bold=True)
        self.ln(9)
        self._write(title, size=24)
        self.ln(6)

    def columns(self, left: Sequence[str], right: Sequence[str]) -> None:
        """Write two blocks side by side; the first line of each is its heading."""
        top, width = self.get_y(), self.epw / 2
        ends = []
        for number, lines in enumerate((left, right)):
            self.set_y(top)
            for place, line in enumerate(lines):
                self.set_x(_MARGIN + number * width)
                self._write(line, ink=_SOFT if place == 0 else _INK, width=width - 6)
            ends.append(self.get_y())
        self.set_y(max(ends) + 9)

    def caption(self, words: str) -> None:
        """Write the heading of what follows."""
        self.ln(5)
        self._write(words, size=13, bold=True)
        self.ln(2)

    def row(
        self, cells: Sequence[str], widths: Sequence[float], *, left: int = 1, bold: bool = False, soft: bool = False
    ) -> None:
        """Write a line of a table: the first `left` cells are words, the others figures; widths are shares."""
        if self.will_page_break(14):
            self.add_page()
        top, start = self.get_y() + 2, float(_MARGIN)
        bottom = top
        for number, (cell, share) in enumerate(zip(cells, widths, strict=True)):
            self.set_xy(start, top)
            align = Align.L if number < left else Align.R
            self._write(cell, bold=bold, ink=_SOFT if soft else _INK, width=share * self.epw, align=align)
            bottom = max(bottom, self.get_y())
            start += share * self.epw
        self.set_draw_color(*_LINE)
        self.line(_MARGIN, bottom + 2, self.w - _MARGIN, bottom + 2)
        self.set_y(bottom + 2)

    def paragraph(self, words: str) -> None:
        """Write a paragraph."""
        self.ln(5)
        self._write(words, ink=_SOFT)

    def to_bytes(self) -> bytes:
        """Return the finished file."""
        return bytes(self.output())

    def _write(
        self,
        words: str,
        *,
        size: float = 10.5,
        ink: tuple[int, int, int] = _INK,
        bold: bool = False,
        width: float = 0,
        align: Align = Align.L,
    ) -> None:
        self.set_font(_FACE, "B" if bold else "", size)
        self.set_text_color(*ink)
        self.multi_cell(width, size * 0.5, words, align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
