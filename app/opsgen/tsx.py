"""The ops console's screens, written from the declarations: one file a resource, and the list of them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints
from uuid import UUID

from app.kernel.ops import TIMES, Action, Column, Resource
from app.opsgen.catalogue import Catalogue, holds, row_of
from app.opsgen.forms import form_inputs, reference_input
from app.opsgen.printing import HEADER, WIDTH, Element, array, imports, quoted
from app.opsgen.words import empty_words, messages

# How many columns a phone shows.
NARROW_COLUMNS = 3
# How many a window of 1280 pixels shows; the others come with more room.
WIDE_COLUMNS = 8
# Filters that stand open; the others are added by a button.
OPEN_FILTERS = 3

TYPES = {
    "text": "string",
    "long_text": "string",
    "json": "unknown",
    "words": "readonly string[]",
    "picture": "string",
    "number": "number",
    "money": "{ minor: number; currency: string }",
    "instant": "string",
    "day": "string",
    "yes_no": "boolean",
    "reference": "string",
}
FIELDS = {
    "text": "TextField",
    "long_text": "LongTextField",
    "json": "JsonField",
    "words": "WordsField",
    "picture": "PictureField",
    "money": "MoneyField",
    "number": "NumberField",
    "instant": "InstantField",
    "day": "DayField",
    "yes_no": "YesNoField",
    "badge": "BadgeField",
    "badges": "BadgesField",
    "reference": "ReferenceField",
}
# Texts that are keys, in words.
MEANINGS = {"country": "CountryField", "actor": "ActorField", "choice": "ChoiceField", "list": "ListNameField"}
# What comes from react-admin; everything else is ours.
REACT_ADMIN = {
    "AutocompleteInput",
    "BooleanInput",
    "CheckboxGroupInput",
    "DataTable",
    "DateInput",
    "NullableBooleanInput",
    "NumberField",
    "NumberInput",
    "ReferenceField",
    "ReferenceInput",
    "SelectInput",
    "TextArrayInput",
    "TextField",
    "TextInput",
    "maxLength",
    "minLength",
    "required",
}
KIT = {
    "ActorField": "@/kit/key-fields",
    "ChoiceField": "@/kit/key-fields",
    "CountryField": "@/kit/key-fields",
    "ListNameField": "@/kit/key-fields",
    "BadgeField": "@/kit/fields",
    "BadgesField": "@/kit/fields",
    "DayField": "@/kit/fields",
    "InstantField": "@/kit/fields",
    "JsonField": "@/kit/fields",
    "LongTextField": "@/kit/fields",
    "MoneyField": "@/kit/fields",
    "PictureField": "@/kit/fields",
    "WordsField": "@/kit/fields",
    "MaskedField": "@/kit/masked-field",
    "YesNoField": "@/kit/fields",
    "IdInput": "@/kit/id-input",
    "OpenTextInput": "@/kit/open-text-input",
    "PhotoInput": "@/kit/photo-input",
    "ActionButton": "@/kit/action-button",
    "ResourceList": "@/kit/pages",
    "ResourceShow": "@/kit/pages",
    "choicesOf": "@/kit/choices",
}


def generate(catalogue: Catalogue) -> dict[str, str]:
    """Return the generated files by name; raises DeclarationError for a form that has no input."""
    files = {f"{resource.key}.gen.tsx": screens(resource, catalogue) for resource in catalogue.resources}
    words = {"messages.en.gen.ts": messages(catalogue), "empty.en.gen.ts": empty_words(catalogue)}
    return {**files, "resources.gen.ts": index(catalogue), **words}


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the generated files and remove those of resources that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in _present(folder) - set(files):
        (folder / old).unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def drift(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Return the names of generated files that differ from what the generator writes, are missing or are left over."""
    changed = [n for n, t in files.items() if not (folder / n).exists() or (folder / n).read_text("utf-8") != t]
    return sorted({*changed, *(_present(folder) - set(files))})


def _present(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.gen.*")}


def component(resource: Resource) -> str:
    """Return a resource's name as a component is called: accounts.members is AccountsMembers."""
    return "".join(part.capitalize() for word in resource.key.split(".") for part in word.split("-"))


def source_of(resource: Resource) -> str:
    """Return the file that declares a resource."""
    return resource.module.replace(".", "/") + ".py"


def screens(resource: Resource, catalogue: Catalogue) -> str:
    """Return the file with a resource's row type, list and page."""
    name = component(resource)
    searched = enumerate(resource.searched)
    filters = [item for number, column in searched for item in _filters(resource, column, number, catalogue)]
    body = [*_constants(resource), *_row_type(resource), "", f"const Column = DataTable.Col<{name}>;"]
    body += _filter_list(filters)
    body += _actions("ListActions", resource, [action for action in resource.buttons if action.creates], catalogue)
    body += _actions("ShowActions", resource, [action for action in resource.buttons if not action.creates], catalogue)
    body += _related(resource, catalogue)
    body += _name(resource)
    body += ["", f"export const {name}Columns = () => (", *_columns(resource).lines(1), ");"]
    body += ["", f"export const {name}List = () => (", *_list(resource).lines(1), ");"]
    body += ["", f"export const {name}Show = () => (", *_show(resource, catalogue).lines(1), ");", ""]
    text = "\n".join(body)
    heading = [HEADER.format(source=source_of(resource)), *_imports(text), ""]
    return "\n".join([*heading, text])


def _imports(text: str) -> list[str]:
    """Return the imports that a body needs, by looking for the names in it."""
    words = set(_words(text))
    lines = imports(REACT_ADMIN & words, "react-admin")
    for source in sorted(set(KIT.values())):
        lines += imports((name for name, place in KIT.items() if place == source and name in words), source)
    return lines


def _words(text: str) -> Iterable[str]:
    for line in text.splitlines():
        yield from line.translate(str.maketrans("<>(){}[].,;=/'\"", " " * 15)).split()


def _constants(resource: Resource) -> list[str]:
    return [
        line
        for column in resource.columns
        if column.choices
        for line in (array(f"const {_constant(column)} = [", [quoted(c) for c in column.choices], "] as const;"), "")
    ]


def _constant(column: Column) -> str:
    return column.source.upper()


def _row_type(resource: Resource) -> list[str]:
    hints = get_type_hints(row_of(resource))
    others = (column for column in resource.columns if column.source != "id")
    types = [f"  {column.source}: {_type(column, hints[column.source])};" for column in others]
    return [f"export interface {component(resource)} {{", "  id: string;", *types, "}"]


def _type(column: Column, hint: Any) -> str:
    one = f"(typeof {_constant(column)})[number]" if column.choices else TYPES[column.kind]
    whole = f"readonly {one}[]" if column.kind == "badges" else one
    return f"{whole} | null" if NoneType in get_args(hint) and column.kind != "json" else whole


def _filter_list(filters: list[Element]) -> list[str]:
    if not filters:
        return []
    lines = [line for item in filters for line in item.lines(1, ",")]
    one = f"const filters = [{lines[0].strip().rstrip(',')}];"
    return ["", one] if len(lines) == 1 and len(one) <= WIDTH else ["", "const filters = [", *lines, "];"]


def _filters(resource: Resource, column: Column, number: int, catalogue: Catalogue) -> list[Element]:
    is_open = number < OPEN_FILTERS
    return [
        _filter(resource, column, {"key": f'"{name}"', "source": f'"{name}"', "alwaysOn": is_open}, catalogue)
        for name in column.query_names
    ]


def _filter(resource: Resource, column: Column, common: dict[str, Any], catalogue: Catalogue) -> Element:
    if column.kind in TIMES:
        return Element("DateInput", common)
    if column.kind == "reference" and column.reference:
        return reference_input(common, catalogue.get(column.reference))
    if column.kind == "badge":
        return Element("SelectInput", {**common, "choices": f"{{choicesOf({_constant(column)})}}"})
    if column.kind == "yes_no":
        return Element("NullableBooleanInput", common)
    if holds(resource, column.source, UUID):
        return Element("IdInput", common)
    return Element("TextInput", {**common, "resettable": True})


def _name(resource: Resource) -> list[str]:
    """Return the component that names a record, or nothing where a text of it does."""
    if resource.text_title:
        return []
    fields = [_field(column, link="{false}") for column in map(resource.column, resource.named_by) if column]
    root = fields[0] if len(fields) == 1 else Element("", {}, fields)
    return ["", *_component(f"export const {component(resource)}Name", root)]


def _component(declared: str, root: Element) -> list[str]:
    """Return a component without properties, on one line where it fits."""
    one = f"{declared} = () => {root.lines(0)[0]};"
    if len(root.lines(0)) == 1 and len(one) <= WIDTH:
        return [one]
    return [f"{declared} = () => (", *root.lines(1), ");"]


def _related(resource: Resource, catalogue: Catalogue) -> list[str]:
    """Return the lists on a record's page, or nothing when there are none."""
    lists = [
        f"{{ reference: {quoted(other.key)}, target: {quoted(column.source)}, sort: {_sort(other)}{_place(other)} }}"
        for other, column in catalogue.related_to(resource)
    ]
    if not lists:
        return []
    one = f"const related = [{lists[0]}] as const;"
    if len(lists) == 1 and len(one) <= WIDTH:
        return ["", one]
    return ["", "const related = [", *(f"  {line}," for line in lists), "] as const;"]


def _place(resource: Resource) -> str:
    return ", amongFacts: true" if resource.among_facts else ""


def _sort(resource: Resource) -> str:
    sort = resource.default_sort
    return f"{{ field: {quoted(sort.removeprefix('-'))}, order: '{'DESC' if sort.startswith('-') else 'ASC'}' }}"


def _columns(resource: Resource) -> Element:
    listed = [column for column in resource.columns if column.in_list]
    return Element("", {}, [_column(column, number) for number, column in enumerate(listed)])


def _list(resource: Resource) -> Element:
    attributes = {
        "filters": "{filters}" if resource.filters else None,
        "sort": f"{{{_sort(resource)}}}",
    }
    if any(action.creates for action in resource.buttons):
        attributes["actions"] = "{<ListActions />}"
    return Element("ResourceList", attributes, [Element(f"{component(resource)}Columns")])


def _column(column: Column, number: int) -> Element:
    attributes = {
        "source": f'"{column.source}"',
        "className": _width(number),
        "align": '"right"' if column.kind in ("number", "money") else None,
        "disableSort": not column.sort,
    }
    if column.kind == "text" and not column.means and not column.pii:
        return Element("Column", attributes)
    return Element("Column", attributes, [_field(column)])


def _width(number: int) -> str | None:
    """Return the least width at which the list shows its column of a number, as the kit calls it."""
    if number < NARROW_COLUMNS:
        return None
    return '"wide"' if number < WIDE_COLUMNS else '"wider"'


def _field(column: Column, *, link: str = '"show"') -> Element:
    attributes: dict[str, Any] = {"source": f'"{column.source}"'}
    if column.pii:
        return Element("MaskedField", attributes)
    if column.means:
        return Element(MEANINGS[column.means], attributes)
    if column.reference:
        attributes |= {"reference": f'"{column.reference}"', "link": link}
    return Element(FIELDS[column.kind], attributes)


def _show(resource: Resource, catalogue: Catalogue) -> Element:
    attributes = {
        "title": f'"{resource.text_title}"' if resource.text_title else f"{{{component(resource)}Name}}",
        "reveal": f'"{resource.reveal}"' if resource.reveal else None,
        "actions": "{<ShowActions />}" if any(not action.creates for action in resource.buttons) else None,
        "related": "{related}" if catalogue.related_to(resource) else None,
    }
    return Element("ResourceShow", attributes, [_field(column) for column in resource.columns])


def _actions(name: str, resource: Resource, actions: list[Action], catalogue: Catalogue) -> list[str]:
    """Return the component that holds the buttons of some actions, or nothing when there are none."""
    if not actions:
        return []
    buttons = [_button(resource, action, catalogue) for action in actions]
    root = buttons[0] if len(buttons) == 1 else Element("", {}, buttons)
    return ["", *_component(f"const {name}", root)]


def _button(resource: Resource, action: Action, catalogue: Catalogue) -> Element:
    attributes = {
        "action": f'"{action.name}"',
        "permission": f'"{action.permission}"',
        "confirm": bool(action.confirm),
        "creates": action.creates,
        "danger": action.danger,
        "prefilled": action.prefilled,
        "when": _when(action),
        "file": bool(action.file),
    }
    return Element("ActionButton", attributes, form_inputs(resource, action, catalogue))


def _when(action: Action) -> str | None:
    if action.when is None:
        return None
    source, values = action.when
    return f"{{{{ source: {quoted(source)}, values: [{', '.join(map(_literal, values))}] }}}}"


def _literal(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else quoted(value)


def index(catalogue: Catalogue) -> str:
    """Return the file that lists the resources for the console."""
    ordered = sorted(catalogue.resources, key=lambda resource: resource.key)
    lines = [HEADER.format(source="modules/*/ops.py")]
    lines += [f"import {icon} from '@mui/icons-material/{icon}';" for icon in sorted({r.icon for r in ordered})]
    lines += ["import type { ResourceDefinition } from '@/kit/definition';"]
    for resource in ordered:
        name = component(resource)
        drawn = [] if resource.text_title else [f"{name}Name"]
        lines += imports([f"{name}Columns", f"{name}List", *drawn, f"{name}Show"], f"./{resource.key}.gen")
    lines += ["", "export const resources: readonly ResourceDefinition[] = ["]
    for resource in catalogue.resources:
        name = component(resource)
        title = quoted(resource.text_title) if resource.text_title else f"{name}Name"
        lines += ["  {", f"    name: {quoted(resource.key)},", f"    title: {title},"]
        lines += [f"    group: {quoted(resource.group)},", f"    permission: {quoted(resource.permission)},"]
        lines += [*_finds(resource), *_begins(resource)]
        lines += [f"    icon: {resource.icon},", f"    columns: {name}Columns,", f"    list: {name}List,"]
        lines += [f"    show: {name}Show,", "  },"]
    return "\n".join([*lines, "];", ""])


def _finds(resource: Resource) -> list[str]:
    """Return what a record is found by: its id, and the words that its resource says."""
    by_id = {"ids": "id"} if holds(resource, "id", UUID) else {}
    found = [f"{name}: {quoted(word)}" for name, word in {**by_id, **resource.finds}.items()]
    return [f"    finds: {{ {', '.join(found)} }},"] if found else []


def _begins(resource: Resource) -> list[str]:
    """Return what makes a record, where there is a button for it."""
    return [
        f"    begins: {{ action: {quoted(action.name)}, permission: {quoted(action.permission)} }},"
        for action in resource.buttons
        if action.creates
    ]
