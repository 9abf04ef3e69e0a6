"""`hearth openapi`: the OpenAPI document, and the types that member-web generates from it."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import click

from cli.engines.node import node_script
from cli.errors import CheckFailed
from cli.paths import ROOT

DOCUMENT = ROOT / "member-web" / "openapi.json"
TYPES = ROOT / "member-web" / "src" / "api" / "schema.gen.d.ts"
# Describing the API needs no engine, only settings with which the application can be created.
NOWHERE = {
    "HEARTH_DATABASE_URL": "postgresql://127.0.0.1:9/none",
    "HEARTH_REDIS_URL": "redis://127.0.0.1:9/0",
    "HEARTH_MEILI_URL": "http://127.0.0.1:9",
    "HEARTH_STORAGE_URL": "file:///nowhere",
    "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",
}


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when the committed files differ.")
def openapi(check: bool) -> None:
    """Write member-web/openapi.json and the client types that follow from it.

    \b
    Examples:
      hearth openapi           after a change to a route or a schema
      hearth openapi --check   what the tests run
    """
    document = json.dumps(describe(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if check:
        _refuse_drift(document)
        return
    DOCUMENT.write_text(document)
    node_script("api:generate", ROOT / "member-web")
    click.echo(f"Wrote {DOCUMENT.relative_to(ROOT)} and {TYPES.relative_to(ROOT)}.")


def describe() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the application."""
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder) / "secret"
        secret.write_bytes(b"0" * 32)
        for name, value in {**NOWHERE, "HEARTH_SECRET_FILE": str(secret)}.items():
            os.environ.setdefault(name, value)
        from app.bootstrap import create_app

        answer = create_app().test_client().get("/api/openapi.json")
    document: dict[str, Any] = json.loads(answer.data)
    return document


def _refuse_drift(document: str) -> None:
    if not DOCUMENT.exists() or DOCUMENT.read_text() != document:
        raise CheckFailed(
            "member-web/openapi.json is not what the routes say; run `hearth openapi` and commit both files."
        )
    before = TYPES.read_text() if TYPES.exists() else ""
    node_script("api:generate", ROOT / "member-web")
    after = TYPES.read_text()
    if before != after:
        TYPES.write_text(before)
        raise CheckFailed("the client types are not what openapi.json says; run `hearth openapi`, commit both files.")
    click.echo("The API's description and the client types are up to date.")
