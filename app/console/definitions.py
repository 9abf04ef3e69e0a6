"""Definitions of the resources for the console's renderer: data, typed by ops-console/src/kit/definition.ts."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from app.console.catalogue import Catalogue, holds
from app.console.forms import form_fields
from app.console.words import messages
from app.kernel.figures import Figure
from app.kernel.resources import Action, Column, Resource

HEADER = "// Generated from modules/*/ops by `hearth ops generate`. Do not edit."
WIDTH = 120


class Name(str):
    """An identifier in the generated TypeScript, in contrast to a string."""

    __slots__ = ()


def generate(catalogue: Catalogue, figures: Iterable[Figure] = ()) -> dict[str, str]:
    """Return the generated files by name; raises DeclarationError for a form field without an input."""
    definitions = [definition(resource, catalogue) for resource in catalogue.resources]
    icons = sorted({resource.icon for resource in catalogue.resources})
    resources = [
        *(f"import {icon} from '@mui/icons-material/{icon}';" for icon in icons),
        "import type { ResourceDefinition } from '@/kit/definition';",
        "",
        f"export const resources: readonly ResourceDefinition[] = {literal(definitions)};",
    ]
    return {
        "resources.gen.ts": "\n".join([HEADER, *resources, ""]),
        "records.gen.json": json.dumps(messages(catalogue, figures), ensure_ascii=False, indent=2) + "\n",
    }


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the generated files, and remove those of earlier runs."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in _present(folder) - set(files):
        (folder / old).unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def drift(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Return the names of generated files that are changed, missing or left over."""
    changed = [n for n, t in files.items() if not (folder / n).exists() or (folder / n).read_text("utf-8") != t]
    return sorted({*changed, *(_present(folder) - set(files))})


def _present(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.gen.*")}


def literal(value: Any, indent: str = "") -> str:
    """Return a value as a TypeScript literal, on one line if it fits."""
    inner = f"{indent}  "
    if isinstance(value, Mapping):
        opening, closing, items = "{", "}", [f"{json.dumps(key)}: {literal(one, inner)}" for key, one in value.items()]
    elif isinstance(value, list | tuple):
        opening, closing, items = "[", "]", [literal(one, inner) for one in value]
    else:
        return value if isinstance(value, Name) else json.dumps(value, ensure_ascii=False)
    line = f"{opening}{', '.join(items)}{closing}"
    if "\n" not in line and len(indent) + len(line) < WIDTH:
        return line
    return "\n".join([opening, *(f"{inner}{item}," for item in items), f"{indent}{closing}"])


def definition(resource: Resource, catalogue: Catalogue) -> dict[str, Any]:
    """Return the definition of a resource for the console; empty values are left out."""
    sort = resource.default_sort
    by_id = {"ids": "id"} if holds(resource, "id", UUID) else {}
    return _compact(
        name=resource.key,
        title=resource.text_title or resource.named_by,
        group=resource.group,
        icon=Name(resource.icon),
        permission=resource.permission,
        reveal=resource.reveal,
        finds={**by_id, **resource.finds},
        foundBy=resource.is_found_by_title and resource.text_title,
        sort={"field": sort.removeprefix("-"), "order": "DESC" if sort.startswith("-") else "ASC"},
        amongFacts=resource.among_facts,
        columns=[_column(resource, column) for column in resource.columns],
        filters=resource.filters,
        begins=next((_action(resource, action, catalogue) for action in resource.buttons if action.creates), None),
        actions=[_action(resource, action, catalogue) for action in resource.buttons if not action.creates],
    )


def _compact(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _column(resource: Resource, column: Column) -> dict[str, Any]:
    is_id = column.kind == "text" and holds(resource, column.source, UUID)
    return _compact(
        source=column.source,
        kind="id" if is_id else column.kind,
        means=column.means,
        reference=column.reference,
        related=column.related,
        choices=column.source in resource.filters and column.choices,
        masked=column.pii,
        sortable=column.sort,
        unlisted=not column.in_list,
    )


def _action(resource: Resource, action: Action, catalogue: Catalogue) -> dict[str, Any]:
    return _compact(
        action=action.name,
        permission=action.permission,
        confirm=bool(action.confirm),
        danger=action.danger,
        prefilled=action.prefilled,
        file=bool(action.file),
        when=action.when and dict(zip(("source", "values"), action.when, strict=True)),
        fields=[_compact(**field) for field in form_fields(resource, action, catalogue)],
    )
