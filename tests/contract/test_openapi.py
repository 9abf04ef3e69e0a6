"""The committed descriptions of both APIs are what the routes say; the clients' types follow from them."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.openapi import CONSOLE_DOCUMENT, DOCUMENT, describe, describe_console
from cli.paths import ROOT


@pytest.mark.parametrize(("committed", "describe"), [(DOCUMENT, describe), (CONSOLE_DOCUMENT, describe_console)])
def test_the_committed_description_is_up_to_date(committed: Path, describe: Callable[[], dict[str, Any]]) -> None:
    assert json.loads(committed.read_text()) == describe(), "run `hearth openapi` and commit the result"


def test_no_name_in_it_is_of_the_python_that_wrote_it() -> None:
    """Python 3.13 renamed the status 422, and takes the indentation from docstrings."""
    source = (
        "import http, inspect, json, sys\n"
        "status = http.HTTPStatus(422)\n"
        "status._name_, status.phrase = 'UNPROCESSABLE_CONTENT', 'Unprocessable Content'\n"
        "import flask_smorest.blueprint as room\n"
        "read = room.load_info_from_docstring\n"
        "room.load_info_from_docstring = lambda text, **options: read(inspect.cleandoc(text or ''), **options)\n"
        "from cli.openapi import describe\n"
        "json.dump(describe(), sys.stdout)\n"
    )
    written = subprocess.run([sys.executable, "-c", source], cwd=ROOT, check=True, capture_output=True, text=True)
    assert json.loads(written.stdout) == json.loads(DOCUMENT.read_text())


@pytest.mark.parametrize("committed", [DOCUMENT, CONSOLE_DOCUMENT])
def test_it_is_openapi_3_1_and_describes_problems(committed: Path) -> None:
    document = json.loads(committed.read_text())
    assert document["openapi"] == "3.1.0"
    assert {"status", "code", "title", "detail"} <= set(document["components"]["schemas"]["Problem"]["properties"])
