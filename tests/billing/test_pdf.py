"""Papers as people and programs read them: names in every script, long words, many pages."""

import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from structlog.testing import capture_logs

from app.kernel import i18n
from app.kernel.text.words import on_one_line
from cli.paths import ROOT
from modules.billing.contracts.shop import Money
from modules.billing.papers.models import PaperKind
from modules.billing.papers.queries.papers import Paper
from modules.billing.papers.service import pdf, printing
from modules.billing.papers.service.pdf import Sheet

pytestmark = pytest.mark.usefixtures("app")

NAMES = {
    "Arabic": "نور الدين",
    "Arabic, Persian": "پریچهر گلچین",
    "Armenian": "Անահիտ Օրինակյան",
    "Bengali": "বাংলা নাম",
    "Canadian syllabics": "ᓄᓇᕗᑦ",
    "Cherokee": "ᏣᎳᎩ ꮳꮃꭹ",
    "Cyrillic": "Иванка Примерова",
    "Cyrillic, Serbian": "Ђорђе Љубић",
    "Cyrillic, Ukrainian": "Ґанна Їжакевич",
    "Devanagari": "राहुल शर्मा",
    "Emoji": "Mila 😀 ❤\ufe0f",
    "Ethiopic": "አበበ",
    "Georgian": "ნინო",
    "Greek": "Χριστίνα Δοκιμίδη",
    "Han": "李例子",
    "Han beyond the first plane": "𠮷野家",
    "Hangul": "김철수",
    "Hebrew": "יעל כהן",
    "Japanese": "田中 さくら",
    "Latin": "Zoë Ångström",
    "Latin and Arabic": "Anna محمد",
    "Latin and Han": "Mila 例",
    "Latin, Esperanto": "Ĉiela Ŝanĝo",
    "Latin, Polish": "Łucja Żądło",
    "Latin, Turkish": "Işıl Çağşa",
    "Latin, Vietnamese": "Nguyễn Thị Mẫu",
    "Latin, Vietnamese, with marks apart": "Tra\u0302\u0300n Hu\u031b\u0303u Thu\u031b\u0309",
    "Mongolian": "ᠪᠠᠲᠤ",
    "N'Ko": "ߊߡߊߘߎ",
    "Symbols": "♕ Mila ✧ ⊹ ↝ ❥ (◕‿◕)",
    "Syriac": "ܐܫܘܪ ܒܪܨܘܡܐ",
    "Tamil": "தமிழ்",
    "Thai": "สมชาย ใจดี",
    "Tibetan": "བསྟན་འཛིན",
    "Tifinagh": "ⵜⵉⵏⵉⵔⵉ",
    "Yi": "ꆈꌠ",
}
FOOT = 70  # points from the lower edge
MADE_AT = datetime(2026, 11, 22, 10, 5, 7, 123456, tzinfo=UTC)
SELLER = {
    "name": "Świat Œuvre Ærø",
    "address": "Ulica Żółwia 5",
    "city": "Łódź",
    "site": "Hearthside",
    "email": "help@hearthside.example",
    "kvk": "12345678",
    "vat_number": "NL001",
}


def paper(*, name: str = "Mila", language: str = "en", seller: dict[str, str] = SELLER) -> Paper:
    """Return an invoice."""
    return Paper(
        id=uuid4(),
        member_id=uuid4(),
        order_id=uuid4(),
        refund_id=None,
        label="2026-000001",
        kind=PaperKind.INVOICE,
        language=language,
        seller=seller,
        buyer={"name": name, "email": "mila@example.com", "country": "PL"},
        lines=[{"item": "credits", "credits": 22, "minor": 123_456_789}],
        amount=Money(123_456_789, "EUR"),
        vat_basis_points=2550,
        vat_minor=2_000_000,
        issued_at=MADE_AT,
    )


def sheet(*, foot: str = "The foot") -> Sheet:
    return Sheet(title="A title", language="en", made_at=MADE_AT, foot=foot)


def printed(made: Sheet | Paper) -> bytes:
    """Return a file, and see that nothing on it was left without a shape."""
    with capture_logs() as logged:
        file = made.to_bytes() if isinstance(made, Sheet) else printing.print_paper(made, "Europe/Warsaw")
    assert logged == []
    assert b"<pdfaid:part>2</pdfaid:part>" in file
    return file


def pages(file: bytes) -> list[str]:
    """Return what a program reads on each page, without the controls that it has for further shapes of a letter."""
    texts = [page.extract_text() for page in PdfReader(BytesIO(file)).pages]
    return ["".join(one for one in text if one == "\n" or unicodedata.category(one) != "Cc") for text in texts]


def placed(file: bytes) -> list[tuple[float, float, str]]:
    """Return what stands on the first page: how far from its left and lower edge, in points, and the words."""
    found: list[tuple[float, float, str]] = []

    def see(words: str, around: list[float], within: list[float], *_: Any) -> None:
        found.append((around[4] + within[4], around[5], words))

    PdfReader(BytesIO(file)).pages[0].extract_text(visitor_text=see)
    return found


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("script", NAMES)
def test_a_buyers_name_is_on_the_invoice_whole(script: str) -> None:
    [page] = pages(printed(paper(name=NAMES[script])))
    lines = page.splitlines()
    assert lines[lines.index("To") + 1] == unicodedata.normalize("NFC", NAMES[script])


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("name", ["އަޙްމަދު", "𞤀𞤣𞤤𞤢𞤥"])
def test_a_name_in_thaana_or_adlam_has_a_shape_for_each_letter(name: str) -> None:
    # The program that reads here mixes up their order, as it does with few other scripts.
    assert printed(paper(name=name))


@pytest.mark.spec("1.5")
def test_letters_that_are_only_styled_are_printed_plain() -> None:
    [page] = pages(printed(paper(name="\U0001d49cnna \U0001d401\U0001d41e\U0001d42b\U0001d420")))
    assert "Anna Berg" in page.splitlines()


@pytest.mark.spec("1.5")
def test_characters_that_are_written_small_or_in_one_stay_as_they_are() -> None:
    [page] = pages(printed(paper(name="Kamer 3², № 7½™")))
    assert "Kamer 3², № 7½™" in page.splitlines()


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("script", NAMES)
def test_so_is_what_a_company_calls_itself(script: str) -> None:
    name = unicodedata.normalize("NFC", NAMES[script])
    [page] = pages(printed(paper(name=name, seller=SELLER | dict.fromkeys(("site", "address", "city"), name))))
    assert page.count(name) >= 4, "the site, the buyer, the street and the town"


@pytest.mark.spec("1.5")
@pytest.mark.parametrize("language", i18n.LOCALES)
def test_an_invoice_says_the_same_in_every_language(language: str) -> None:
    [page] = pages(printed(paper(name="Małgorzata", language=language)))
    words = page.replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")
    for key in ("invoice", "from", "to", "number", "date", "order", "what", "amount", "net", "total"):
        assert i18n.text(language, f"paper.{key}") in words
    for said in (*SELLER.values(), "Małgorzata", "mila@example.com", "2026-000001"):
        assert said in words


def test_a_company_with_a_name_from_right_to_left_keeps_the_order_of_its_foot() -> None:
    seller = SELLER | {"name": "شركة النور", "address": "51 Damrak", "city": "Amsterdam"}
    foot = [(x, words) for x, y, words in placed(printed(paper(seller=seller))) if y < FOOT]
    at = {part: min(x for x, words in foot if part in words) for part in ("النور", "شركة", "51 Damrak · Amsterdam")}
    assert at["النور"] < at["شركة"] < at["51 Damrak · Amsterdam"]


def test_a_letter_that_no_typeface_has_is_told_to_the_operator_and_leaves_the_rest_as_it_is() -> None:
    with capture_logs() as logged:
        file = printing.print_paper(paper(name="Mila ᚁᚂ"), "Europe/Warsaw")
    assert [(line["log_level"], line["paper"]) for line in logged] == [("warning", "Invoice 2026-000001")]
    [page] = pages(file)
    assert "Mila " in page
    assert "mila@example.com" in page


@pytest.mark.spec("1.5")
def test_papers_are_printed_in_our_typefaces_and_in_none_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {pdf._ASSETS / "fonts", *(Path(str(files(name))) for name in ("manimgx_fonts", "manimgx_fonts_cjk"))}
    theirs = tmp_path / ".local" / "share" / "fonts"
    theirs.mkdir(parents=True)
    shutil.copy(pdf._ASSETS / "fonts" / "atkinson-hyperlegible-next-bold.ttf", theirs)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    pdf._typefaces.cache_clear()
    assert {Path(font.path).parent if font.path else None for font in pdf._typefaces().fonts()} == ours


def test_a_file_says_that_it_was_made_when_its_paper_was_issued() -> None:
    told = PdfReader(BytesIO(printed(paper()))).metadata
    assert told is not None
    assert told.creation_date == datetime(2026, 11, 22, 10, 5, 7, tzinfo=UTC)


@pytest.mark.parametrize("name", ["Mila", "نور الدين", "李例子"])
def test_a_paper_is_the_same_whenever_it_is_opened(name: str) -> None:
    written = paper(name=name)
    assert printed(written) == printed(written)


@pytest.mark.parametrize(
    "word", ["w" * 60, "Ж" * 60, f"{'a' * 64}@{'b' * 60}.example", "例" * 120], ids=["w", "zhe", "email", "han"]
)
def test_a_word_that_is_wider_than_its_column_goes_on_below(word: str) -> None:
    [page] = pages(printed(paper(name=word)))
    lines = page.splitlines()
    start = lines.index("To") + 1
    end = lines.index("mila@example.com")
    assert end - start > 1
    assert "".join(lines[start:end]) == word


@pytest.mark.parametrize(
    "write",
    [
        lambda made: made.row(["120 credits", "19.99"], (0.75, 0.25)),
        lambda made: made.paragraph("Words " * 30),
    ],
    ids=["rows", "paragraphs"],
)
def test_each_page_of_a_long_paper_has_the_foot(write: Callable[[Sheet], None]) -> None:
    made = sheet()
    for _ in range(90):
        write(made)
    read = pages(printed(made))
    assert len(read) > 2
    assert all(page.count("The foot") == 1 for page in read)
    assert sum(page.count("120 credits") + page.count("Words") for page in read) in (90, 90 * 30)


def test_a_caption_stands_above_its_table() -> None:
    made = sheet()
    made.caption("Paid and refunded")
    made.row(["120 credits", "19.99"], (0.75, 0.25))
    [page] = pages(printed(made))
    assert page.splitlines()[:2] == ["Paid and refunded", "120 credits 19.99"]


# Coptic, which has no typeface (docs/decisions/0061).
WITHOUT_A_SHAPE = "".join(map(chr, range(0x3E2, 0x3F0)))
# In the order in which programs read them: letters from left to right that are not joined, and all that is markup.
WRITTEN = st.text(
    st.sampled_from("\\\"#$*_`@<>[]{}()=-/%&~^|' ")
    | st.characters(max_codepoint=0x52F, categories=("L", "N"), exclude_characters=WITHOUT_A_SHAPE)
    | st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5),
    max_size=20,
)


@pytest.mark.spec("1.5")
@settings(max_examples=40)
@given(WRITTEN.map(on_one_line).filter(bool))
def test_whatever_somebody_writes_is_read_back(written: str) -> None:
    made = sheet()
    made.columns(["To", written])
    [page] = pages(printed(made))
    # Letters of Latin and Han stand a little apart, which is read as a blank.
    assert written.replace(" ", "") in page.replace(" ", "").splitlines()


# In a process of its own, because what counts is the most that it ever took.
LONG_PAPERS = """
import resource, sys
from tests.billing.test_pdf import sheet

for paper in range(int(sys.argv[1])):
    made = sheet()
    for line in range(400):
        made.row([f"Line {line} of paper {paper}", "19.99"], (0.75, 0.25))
    made.to_bytes()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_many_long_papers_take_no_more_memory_than_one() -> None:
    def memory(papers: int) -> int:
        return int(subprocess.check_output([sys.executable, "-c", LONG_PAPERS, str(papers)], cwd=ROOT))

    assert memory(6) < 1.5 * memory(1)


def test_what_people_write_is_never_taken_for_markup() -> None:
    name = '#set page(fill: red) *bold* $x^2$ // \\ "quoted" -- @ref <a> {"kind": "row"}'
    made = sheet()
    made.paragraph(name)
    [page] = pages(printed(made))
    assert page.replace("\n", "").startswith(name)
