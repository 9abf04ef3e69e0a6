"""`hearth openapi`: the OpenAPI documents of both APIs, and the types that the front ends take from them."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cli.engines.node import node_script
from cli.errors import CheckFailed
from cli.paths import ROOT
from cli.spa import ensure_packages

MEMBER_WEB = ROOT / "member-web"
DOCUMENT, CONSOLE_DOCUMENT = MEMBER_WEB / "openapi.json", ROOT / "ops-console/openapi.json"
TYPES, CONSOLE_TYPES = MEMBER_WEB / "src/api/schema.gen.d.ts", ROOT / "ops-console/src/providers/api.gen.d.ts"
# Describing the API needs no engine, only settings with which the application can be created.
NOWHERE = {
    "HEARTH_DATABASE_URL": "postgresql://127.0.0.1:9/none",
    "HEARTH_REDIS_URL": "redis://127.0.0.1:9/0",
    "HEARTH_MEILI_URL": "http://127.0.0.1:9",
    "HEARTH_STORAGE_URL": "file:///nowhere",
    "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",
}


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if the committed files differ.")
def openapi(check: bool) -> None:
    """Generate the OpenAPI documents of both APIs, and the client types of member-web and ops-console.

    \b
    Examples:
      hearth openapi           after a change to a route, a schema or a resource
      hearth openapi --check   what the tests run
    """
    documents = {DOCUMENT: _as_text(describe()), CONSOLE_DOCUMENT: _as_text(describe_console())}
    if check:
        _refuse_drift(documents)
        return
    for path, document in documents.items():
        path.write_text(document)
    _generate_types()
    for path in (*documents, TYPES, CONSOLE_TYPES):
        click.echo(f"Wrote {path.relative_to(ROOT)}.")


def _as_text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _generate_types() -> None:
    ensure_packages(MEMBER_WEB.name)
    node_script("api:generate", MEMBER_WEB)
    node_script("api:generate-console", MEMBER_WEB)


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


def describe_console() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the console's API, with all that any role may do."""
    from app.console.document import console_document
    from app.registry import RESOURCES
    from modules.moderation import api as moderation_api

    return console_document(RESOURCES, moderation_api.KNOWN_PERMISSIONS)


def _refuse_drift(documents: Mapping[Path, str]) -> None:
    for path, document in documents.items():
        if not path.exists() or path.read_text() != document:
            name = path.relative_to(ROOT)
            raise CheckFailed(f"{name} differs from the routes; run `hearth openapi` and commit the result.")
    before = {path: path.read_text() if path.exists() else "" for path in (TYPES, CONSOLE_TYPES)}
    _generate_types()
    changed = [path for path, types in before.items() if path.read_text() != types]
    for path in changed:
        path.write_text(before[path])
    if changed:
        names = ", ".join(str(path.relative_to(ROOT)) for path in changed)
        raise CheckFailed(f"{names}: differs from openapi.json; run `hearth openapi` and commit the result.")
    click.echo("The documents of both APIs and their types are up to date.")
