"""Lighthouse from a package that its lock file pins; nothing else needs it."""

import json
import shutil
from pathlib import Path
from statistics import median
from typing import Any

from cli.engines.node import npm, run
from cli.errors import CliError
from cli.paths import HEARTH

# Its `overrides` are of packages that another one needs in their "latest" version, which a lock file cannot pin.
SOURCES = Path(__file__).with_name("lighthouse_package")
INSTALLED = HEARTH / "lighthouse"
OPTIONS = ("--output=json", "--only-categories=performance", "--quiet", "--no-enable-error-reporting")
CHROME = "--chrome-flags=--headless --no-sandbox"


def install() -> None:
    """Install the version of the lock file, unless it is there."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock, stamp = SOURCES / "package-lock.json", INSTALLED / "stamp"
    if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCES / name, INSTALLED / name)
    npm(["ci", "--ignore-scripts"], cwd=INSTALLED)
    shutil.copy(lock, stamp)


def measure(address: str, chromium: Path, runs: int) -> dict[str, float]:
    """Return the median of each figure of a page in Lighthouse's mobile profile: points, milliseconds until the largest
    content is painted and in which the page was blocked, layout shift, and KiB of scripts as they were transferred.
    """
    found = [_figures(_report(address, chromium)) for _ in range(runs)]
    return {name: median(one[name] for one in found) for name in found[0]}


def _report(address: str, chromium: Path) -> dict[str, Any]:
    report = INSTALLED / "report.json"
    arguments = ["node_modules/lighthouse/cli/index.js", address, *OPTIONS, CHROME, f"--output-path={report}"]
    run(HEARTH / "node/node", arguments, INSTALLED, INSTALLED / "log", {"CHROME_PATH": str(chromium)})
    written: dict[str, Any] = json.loads(report.read_text())
    if "runtimeError" in written:
        raise CliError(f"Lighthouse saw no page at {address}: {written['runtimeError']['message']}")
    return written


def _figures(report: dict[str, Any]) -> dict[str, float]:
    audits = report["audits"]
    requests = audits["network-requests"]["details"]["items"]
    scripts = sum(one["transferSize"] for one in requests if one["resourceType"] == "Script")
    return {
        "points": round(100 * report["categories"]["performance"]["score"]),
        "lcp": round(audits["largest-contentful-paint"]["numericValue"]),
        "blocked": round(audits["total-blocking-time"]["numericValue"]),
        "cls": round(audits["cumulative-layout-shift"]["numericValue"], 3),
        "scripts": round(scripts / 1024, 1),
    }
