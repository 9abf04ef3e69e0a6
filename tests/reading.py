"""Tables of cases below tests/cases: a heading, then a case a line, with tabs between its fields."""

from pathlib import Path

FOLDER = Path(__file__).parent / "cases"


def read_cases(name: str, *, escaped: tuple[str, ...] = ()) -> list[dict[str, str]]:
    r"""Return the cases of a table by its headings; in `escaped` fields, characters beyond ASCII are written \uXXXX."""
    heading, *lines = (FOLDER / name).read_text().splitlines()
    cases = [dict(zip(heading.split("\t"), line.split("\t"), strict=True)) for line in lines]
    return [
        {field: text.encode().decode("unicode_escape") if field in escaped else text for field, text in case.items()}
        for case in cases
    ]


def texts_in(where: str) -> list[dict[str, str]]:
    """Return the cases of texts.tsv that are written in one place, such as a message."""
    return [case for case in read_cases("texts.tsv", escaped=("typed",)) if case["where"] == where]
