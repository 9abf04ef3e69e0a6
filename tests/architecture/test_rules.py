"""The rules of the application that import-linter cannot see. Each was seen failing with the rule broken."""

import ast
import inspect
import json
import re
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest
from sqlalchemy import Table
from sqlalchemy.orm import configure_mappers

from app.kernel.db.session import Base
from app.kernel.events.outbox import Handler
from app.registry import MODULES
from cli.schema import SQL_FILES
from tests.architecture.sources import ROOT, tree_of

SOURCES = [*ROOT.glob("app/**/*.py"), *ROOT.glob("modules/**/*.py"), *ROOT.glob("cli/**/*.py")]
TESTS = list(ROOT.glob("tests/**/*.py"))
NAMES = [manifest.name for manifest in MODULES]
FOREIGN = {"accounts.member.id", "sites.site.id"}


def calls(path: Path, *methods: str) -> Iterator[ast.Call]:
    """Yield the calls of methods by name."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            yield node


def test_only_the_kernel_commits() -> None:
    places = [f"{p.relative_to(ROOT)}:{c.lineno}" for p in SOURCES for c in calls(p, "commit", "_commit", "rollback")]
    assert [place for place in places if not place.startswith("app/kernel/db/session.py:")] == []


def test_no_field_is_checked_by_an_answer() -> None:
    """marshmallow asks no validator what it returns: one that raises nothing refuses nothing."""
    found = [
        f"{path.relative_to(ROOT)}:{node.value.lineno}"
        for path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.keyword) and node.arg == "validate" and isinstance(node.value, ast.Lambda)
    ]
    assert found == []


def test_every_request_says_how_long_it_waits() -> None:
    """urllib3.request() gives up after three seconds, which a busy machine may take for an answer."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (*SOURCES, *TESTS)
        for call in calls(path, "request")
        if ast.unparse(call.func) == "urllib3.request" and "timeout" not in [each.arg for each in call.keywords]
    ]
    assert found == []


@pytest.mark.spec("10.2")
def test_tables_live_in_the_schema_of_their_module() -> None:
    for mapper in Base.registry.mappers:
        table = mapper.local_table
        assert isinstance(table, Table)
        package = mapper.class_.__module__.split(".")
        expected = package[1] if package[0] == "modules" else "platform"
        assert table.schema == expected, f"{table.fullname} belongs in {expected}"


@pytest.mark.spec("10.2")
def test_foreign_keys_cross_schemas_only_to_member_and_site() -> None:
    for table in Base.metadata.tables.values():
        for key in table.foreign_keys:
            if key.column.table.schema != table.schema:
                assert key.target_fullname in FOREIGN, f"{table.fullname} points at {key.target_fullname}"


def test_relationships_are_loaded_on_purpose() -> None:
    configure_mappers()
    for mapper in Base.registry.mappers:
        for relationship in mapper.relationships:
            assert relationship.lazy == "raise", f"{mapper.class_.__name__}.{relationship.key}"
            assert relationship.mapper.local_table.schema == mapper.local_table.schema


@pytest.mark.parametrize("name", NAMES)
def test_public_functions_are_annotated_without_tables(name: str) -> None:
    api = import_module(f"modules.{name}.api")
    tables = {mapper.class_.__name__ for mapper in Base.registry.mappers}
    for function_name, function in inspect.getmembers(api, inspect.isfunction):
        if not function.__module__.startswith("modules.") or function_name.startswith("_"):
            continue
        hints = get_type_hints(function)
        assert set(inspect.signature(function).parameters) | {"return"} <= set(hints) | {"cls"}, function_name
        words = set(re.findall(r"\w+", " ".join(str(hint) for hint in hints.values())))
        assert not words & tables, f"{name}.api.{function_name} hands out a table"


@pytest.mark.parametrize("name", NAMES)
def test_a_module_offers_what_it_has_without_functions_in_between(name: str) -> None:
    """`from modules.x.service import y as y`, line by line: what is called is found by one jump."""
    _, *offers = tree_of(ROOT / "modules" / name / "api.py").body
    for offer in offers:
        assert isinstance(offer, ast.ImportFrom), f"line {offer.lineno}: {ast.unparse(offer)}"
        assert str(offer.module).startswith(f"modules.{name}."), f"line {offer.lineno}: {ast.unparse(offer)}"
        assert [each.asname for each in offer.names] == [each.name for each in offer.names]


@pytest.mark.parametrize("name", NAMES)
def test_a_module_offers_nothing_that_nobody_asks_for(name: str) -> None:
    offers = [node for node in tree_of(ROOT / "modules" / name / "api.py").body if isinstance(node, ast.ImportFrom)]
    offered = {each.name for offer in offers for each in offer.names}
    others = "\n".join(path.read_text() for path in SOURCES if ROOT / "modules" / name not in path.parents)
    imported = " ".join(re.findall(rf"from modules\.{name}\.api import (.+)", others))
    assert offered <= {*re.findall(rf"\b(?:{name}_)?api\.(\w+)", others), *re.findall(r"\w+", imported)}


@pytest.mark.spec("10.1")
def test_the_top_level_is_as_agreed() -> None:
    folders = ["app", "modules", "member-web", "ops-console", "migrations", "cli", "tests"]
    assert [name for name in [*folders, "pyproject.toml", "README.md"] if not (ROOT / name).exists()] == []


TEXTS = [
    *ROOT.glob("app/kernel/locales/*.json"),
    *ROOT.glob("modules/*/locales/*.json"),
    *ROOT.glob("member-web/src/i18n/locales/*/*.json"),
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_hides_another_of_its_name(path: Path) -> None:
    """JSON keeps the last of two equal keys without a word, so a merge can lose texts."""
    twice: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names = [name for name, _ in pairs]
        twice.extend(name for name in set(names) if names.count(name) > 1)
        return dict(pairs)

    json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=note)
    assert twice == []


NUMBERED = re.compile(r"\b0\d{3}_[a-z]|\b(?:migrations?|triggers?)(?: in| of)? 0\d{3}\b", re.IGNORECASE)


def notes(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a Python file."""
    with tokenize.open(path) as source:
        tokens = tokenize.generate_tokens(source.readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def test_no_comment_names_a_migration_by_its_number() -> None:
    """Numbers go with their migrations; the files of SQL beside the models stay."""
    named = [path for path in [*SOURCES, *TESTS] if NUMBERED.search(path.read_text())]
    found = [path for path in named if any(map(NUMBERED.search, notes(path)))]
    found += [path for files in SQL_FILES for path in ROOT.glob(files) if NUMBERED.search(path.read_text())]
    assert [str(path.relative_to(ROOT)) for path in found] == []


# Written by a tool, or a table: nobody reads them from end to end.
TABLES = {"member-web/src/styles/tokens.css"}


def test_no_file_grows_beyond_what_one_reads() -> None:
    fronts = [path for app in ("member-web", "ops-console") for path in (ROOT / app / "src").rglob("*.*")]
    read = [path for path in fronts if path.suffix in {".ts", ".tsx", ".css"}]
    lengths = {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in [*SOURCES, *TESTS, *read]}
    long = {name: n for name, n in lengths.items() if n > 400 and name not in TABLES and ".gen." not in name}
    assert long == {}, (
        "Cut by subject: move one of a file's subjects, with what only it uses, to a file named after it."
    )


@pytest.mark.spec("10.2")
def test_manifests_are_in_order_and_name_their_handlers_once() -> None:
    assert "sites accounts media profiles social billing catalog messaging moderation notifications".split() == NAMES  # noqa: SIM905
    handlers = [handler.name for manifest in MODULES for handler in manifest.handlers]
    assert len(handlers) == len(set(handlers))


def test_every_handler_is_in_the_manifest_of_its_module() -> None:
    declared = set()
    for path in ROOT.glob("modules/**/*.py"):
        if "handles(" in path.read_text():
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            declared |= {one.name for one in vars(module).values() if isinstance(one, Handler)}
    assert declared == {handler.name for manifest in MODULES for handler in manifest.handlers}


def test_every_decision_is_in_the_index() -> None:
    pages = {path.name for path in (ROOT / "docs/decisions").glob("0*.md")}
    listed = re.findall(r"\]\((\S+\.md)\)", (ROOT / "docs/decisions/README.md").read_text())
    assert sorted(listed) == sorted(pages)


# Where they are made, or another program's words; reports are of their day.
NOT_IN_THE_REPOSITORY = {"deploy/compose.env", "deploy/web", "member-web/dist", "ops-console/dist"}
NAMED_FILE = re.compile(
    r"(?:app|modules|cli|tests|docs|deploy|migrations|member-web|ops-console|src)/[\w./-]*\w"
    r"|[\w/.-]+\.(?:py|md|ts|tsx|mjs|sql)|(?:app|modules|cli|tests)(?:\.\w+)+"
)


def test_a_page_names_only_files_that_exist() -> None:
    folders = [ROOT / name for name in ("app", "modules", "cli", "tests", "docs", "deploy", "migrations")]
    folders += [ROOT / front_end / name for front_end in ("member-web", "ops-console") for name in ("src", "build")]
    there = {f"/{path.relative_to(ROOT)}" for folder in folders for path in [folder, *folder.rglob("*")]}
    there |= {f"/{path.relative_to(ROOT)}" for path in [*ROOT.glob("*"), *ROOT.glob("*-*/*")]}
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md"), *ROOT.glob("*/README.md")]
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in [*pages, ROOT / "deploy/kubernetes/README.md"]
        for code in re.findall(r"`([^`]+)`", page.read_text())
        for name in re.findall(r"[^\s,:;]+", code)
        if NAMED_FILE.fullmatch(name) and name not in NOT_IN_THE_REPOSITORY and not _is_named(name, there)
    ]
    assert missing == []


def _is_named(name: str, there: set[str]) -> bool:
    """Return whether a name is the end of a file's path, a module, or a name in a module."""
    ends = [f"/{name}"]
    if "/" not in name and not re.search(r"\.(py|md|ts|tsx|mjs|sql)$", name):
        module = name.replace(".", "/")
        ends = [f"/{path}{suffix}" for path in (module, module.rpartition("/")[0]) for suffix in ("", ".py")]
    return any(found.endswith(tuple(ends)) for found in there)


def test_a_decision_is_one_page() -> None:
    words = {path.name: len(path.read_text().split()) for path in (ROOT / "docs/decisions").glob("0*.md")}
    assert {name: count for name, count in words.items() if count > 700} == {}


def test_every_fault_that_was_found_names_tests_that_exist() -> None:
    rows = (ROOT / "docs/reports/faults-2026-11.md").read_text().split("| --- | --- | --- |\n")[1].splitlines()
    files = {str(path.relative_to(ROOT)) for path in [*TESTS, *ROOT.glob("*-[cw]*/src/**/*.test.ts*")]}
    named = {row: re.findall(r"`([^`]+)`", row.split(" | ")[-1]) for row in rows}
    assert [row for row, tests in named.items() if not tests] == []
    missing = {
        name for tests in named.values() for name in tests if not any(f"/{file}".endswith(f"/{name}") for file in files)
    }
    assert missing == set()


# A statement that contains one of these leaves it on its connection, which a pool in transaction mode gives to others.
LEFT_BEHIND = re.compile(
    r"\bpg_(try_)?advisory_(lock|unlock)|\bWITH HOLD\b|\bset_config\([^)]*\bfalse\)"
    r"|\bCREATE TEMP(ORARY)? (?!.*\bON COMMIT DROP\b)"
    r"|(\A|;)\s*(LISTEN \w|PREPARE \w|SET (?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)[\w. ]+(=|TO\b))"
)


def test_no_statement_leaves_state_on_its_connection() -> None:
    texts = [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.value)
        for path in [*SOURCES, *ROOT.glob("migrations/**/*.py")]
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    found = [place for place, words in texts if re.search(LEFT_BEHIND, words)]
    assert [place for place in found if not place.startswith("cli/dev/")] == []
