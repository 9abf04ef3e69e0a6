"""From one declaration to its definition. What it is to TypeScript and to a person, ops-console's check says."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from app.console import definitions
from app.console.catalogue import Catalogue
from cli import ops
from cli.errors import CliError
from cli.paths import ROOT
from tests.console.planted import PERMISSIONS, RESOURCES

# Compiled and rendered by ops-console's own check.
PLANTED = ROOT / "ops-console/src/testing/planted"


@pytest.mark.spec("10.4")
def test_the_committed_screens_are_those_of_the_declarations() -> None:
    result = CliRunner().invoke(ops.ops, ["generate", "--check"])
    assert result.exit_code == 0, result.output


def test_an_edited_a_missing_and_a_left_over_file_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "GENERATED", tmp_path)
    runner = CliRunner()
    assert runner.invoke(ops.ops, ["generate"]).exit_code == 0
    assert runner.invoke(ops.ops, ["generate", "--check"]).exit_code == 0
    resources = tmp_path / "resources.gen.ts"
    resources.write_text(resources.read_text() + "\n")
    (tmp_path / "records.gen.json").unlink()
    (tmp_path / "gone.gen.tsx").write_text("")
    result = runner.invoke(ops.ops, ["generate", "--check"], standalone_mode=False)
    assert isinstance(result.exception, CliError)
    assert "gone.gen.tsx, records.gen.json, resources.gen.ts differ" in result.exception.message
    assert runner.invoke(ops.ops, ["generate"]).exit_code == 0
    assert not (tmp_path / "gone.gen.tsx").exists()


def test_the_planted_screens_are_those_that_the_console_compiles() -> None:
    files = definitions.generate(Catalogue(RESOURCES, permissions=PERMISSIONS))
    assert definitions.drift(PLANTED, files) == [], "write them anew: python -m tests.console.plant"
