"""Commands import by need: who asks for help, or for a list, waits for no library that neither needs."""

import json
import subprocess
import sys

import pytest

from cli.main import COMMANDS
from cli.paths import ROOT
from tests.running import own_environment

# What the modules stand on, and what single parts of them need: half a second to three of them at every start.
FOUNDATION = {"app.registry", "flask", "redis", "rq", "sqlalchemy"}
PARTS = {
    "alembic", "argon2", "boto3", "cryptography", "defusedxml", "dkim", "email_validator", "jinja2",
    "markdown_it", "meilisearch", "mollie", "phonenumbers", "PIL", "prometheus_client", "py_mini_racer", "py_vapid",
    "pyotp", "pyvips", "pywebpush", "requests", "schwifty", "sepaxml", "smtplib", "stripe",
    "typst",
}  # fmt: skip
# What the tools of those who develop the installation are made of.
TOOLS = {"mailbox": {"jinja2"}, "simulator": {"flask", "jinja2"}, "screens": {"PIL"}}
HELP = """
import importlib, json, sys
from cli.main import main
for words in json.loads(sys.argv[1]):
    main(words, standalone_mode=False)
print(json.dumps(sorted(sys.modules)))
"""


def loaded(*commands: list[str], env: dict[str, str] | None = None) -> set[str]:
    """Return which of the heavy modules a process holds after these commands."""
    command = [sys.executable, "-c", HELP, json.dumps(commands)]
    said = subprocess.run(
        command, cwd=ROOT, env={**own_environment(), **(env or {})}, capture_output=True, text=True, check=True
    ).stdout
    return set(json.loads(said.splitlines()[-1])) & (FOUNDATION | PARTS)


def test_the_help_of_daily_work_imports_nothing_heavy() -> None:
    assert loaded(["--help"], *([name, "--help"] for name in COMMANDS if name not in TOOLS)) == set()


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_the_help_of_a_tool_imports_what_the_tool_is_made_of(name: str) -> None:
    assert loaded([name, "--help"]) <= TOOLS[name]
