"""The files of a new language."""

import re
from pathlib import Path

from babel.core import Locale, UnknownLocaleError

from app.kernel.i18n import FALLBACK
from cli.dev.words.catalogue import GLOSSARY, MEMBER_WEB, PAGES, expected_keys, files, read
from cli.dev.words.sheet import store
from cli.paths import ROOT

TOML = """\
# Rules that `hearth words check` applies (cli/dev/words/rules.py says what each means).
marks = ["“", "”"]
shared = []
never = []
quoted = []

[terms]

[apart]
"""


def start_language(language: str, root: Path = ROOT) -> list[Path]:
    """Create the files of a language and return them; raises ValueError for what is no new language."""
    if not re.fullmatch(r"[a-z]{2}", language):
        raise ValueError("A language is two letters of ISO 639, for example pt.")
    try:
        name = Locale.parse(language).get_display_name("en")
    except UnknownLocaleError as error:
        raise ValueError(f"Babel does not know the language {language!r}.") from error
    paths = [*files(language, root).values(), root / GLOSSARY / f"{language}.md", root / GLOSSARY / f"{language}.toml"]
    present = [path for path in paths if path.exists()]
    if present:
        raise ValueError(f"{present[0].relative_to(root)} exists.")
    store(language, dict.fromkeys(expected_keys(read(language, root)), ""), root)
    list_file = root / MEMBER_WEB / language / "files.ts"
    list_file.write_text((root / MEMBER_WEB / FALLBACK / "files.ts").read_text(encoding="utf-8"), encoding="utf-8")
    (root / GLOSSARY / f"{language}.md").write_text(_glossary(str(name), root), encoding="utf-8")
    (root / GLOSSARY / f"{language}.toml").write_text(TOML, encoding="utf-8")
    pages = sorted((root / PAGES / FALLBACK).glob("*.md"))
    (root / PAGES / language).mkdir(exist_ok=True)
    for page in pages:
        (root / PAGES / language / page.name).write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    return [
        *(path.relative_to(root) for path in (*paths, list_file)),
        *(PAGES / language / page.name for page in pages),
    ]


def _glossary(name: str, root: Path) -> str:
    """A glossary with the English terms of docs/words.md and empty cells beside them."""
    table = (root / "docs/words.md").read_text(encoding="utf-8").split("## One word for each thing")[1].split("\n\n")[1]
    terms = re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)[2:]
    rows = "\n".join(f"| {term} |  |  |" for term in terms)
    return f"# {name}\n\nTone: \n\n| English | {name} | Why, and never |\n| --- | --- | --- |\n{rows}\n"
