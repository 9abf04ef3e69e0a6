"""The forms of actions: a marshmallow schema becomes inputs. A field without an input stops the generator."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import fields, validate

from app.kernel.ops import Action, Resource
from app.kernel.schema import File, Length
from app.opsgen.catalogue import Catalogue, DeclarationError
from app.opsgen.printing import Element, Listed, quoted

LONG_TEXT = 120


def form_inputs(resource: Resource, action: Action, catalogue: Catalogue) -> list[Element]:
    """Return the inputs of an action's form; raises DeclarationError for a field that has none."""
    labels = f"resources.{resource.key}.actions.{action.name}.fields"
    return [_input(name, field, f"{labels}.{name}", catalogue) for name, field in _fields(action).items()]


def form_labels(action: Action) -> dict[str, str]:
    """Return the words beside the inputs: a field's metadata `label`, else its name."""
    labels = {name: field.metadata.get("label") for name, field in _fields(action).items()}
    return {name: label or name.replace("_", " ").capitalize() for name, label in labels.items()}


def form_choices(action: Action) -> Iterator[str]:
    """Return the keys that an action's form lets staff choose from."""
    for field in _fields(action).values():
        yield from _choices(field)


def _fields(action: Action) -> Mapping[str, fields.Field[Any]]:
    return action.form().fields if action.form else {}


def reference_input(attributes: Mapping[str, Any], target: Resource) -> Element:
    """Return a choice among the records of a resource, found by their title; where that finds none, their id is asked
    for.
    """
    if not target.is_found_by_title:
        return Element("IdInput", attributes)
    inner = {name: attributes[name] for name in ("label", "validate") if name in attributes}
    inner["filterToQuery"] = f"{{(sought: string) => ({{ {target.text_title}: sought }})}}"
    own = {name: value for name, value in attributes.items() if name not in inner}
    return Element("ReferenceInput", {**own, "reference": f'"{target.key}"'}, [Element("AutocompleteInput", inner)])


def _input(name: str, field: fields.Field[Any], label: str, catalogue: Catalogue) -> Element:
    common = {"source": f'"{name}"', "label": f'"{label}"', "validate": _validation(field)}
    if isinstance(field, fields.List) and field.required and not _must_be_filled(field):
        common["defaultValue"] = "{[]}"
    if "reference" in field.metadata:
        return reference_input(common, catalogue.get(field.metadata["reference"]))
    if choices := _choices(field):
        kind = "CheckboxGroupInput" if isinstance(field, fields.List) else "SelectInput"
        listed = Listed("{choicesOf([", [quoted(choice) for choice in choices], "])}")
        return Element(kind, {**common, "choices": listed})
    if isinstance(field, fields.List) and isinstance(field.inner, fields.String):
        return Element("TextArrayInput", common)
    if isinstance(field, File):
        return Element("PhotoInput", common)
    if isinstance(field, fields.Boolean):
        return Element("BooleanInput", {name: value for name, value in common.items() if name != "validate"})
    if isinstance(field, fields.Date):
        return Element("DateInput", common)
    if isinstance(field, fields.Number):
        return Element("NumberInput", common)
    if isinstance(field, fields.String):
        kind = "TextInput" if field.allow_none or _least(field) else "OpenTextInput"
        return Element(kind, {**common, "multiline": (_length(field) or Length(max=1)).max > LONG_TEXT})
    raise DeclarationError(f"{label}: there is no input for {type(field).__name__}")


def _choices(field: fields.Field[Any]) -> list[str]:
    inner = field.inner if isinstance(field, fields.List) else field
    one_of = next((v for v in inner.validators if isinstance(v, validate.OneOf)), None)
    return [str(choice) for choice in one_of.choices] if one_of else []


def _length(field: fields.Field[Any]) -> Length | None:
    return next((v for v in field.validators if isinstance(v, Length)), None)


def _least(field: fields.Field[Any]) -> int:
    """Return how long a text must be, or a list."""
    return max((v.min or 0 for v in field.validators if isinstance(v, Length | validate.Length)), default=0)


def _must_be_filled(field: fields.Field[Any]) -> bool:
    """Tell whether the server refuses a field without a value; an empty text and an empty list are values."""
    if not field.required or field.allow_none:
        return False
    may_be_empty = isinstance(field, fields.List) or (isinstance(field, fields.String) and not _choices(field))
    return _least(field) > 0 if may_be_empty else True


def _validation(field: fields.Field[Any]) -> str | None:
    """Return the checks that the browser makes too; the server's are those that count."""
    length = _length(field)
    checks = ["required()"] if _must_be_filled(field) else []
    if length and length.min > 1:
        checks.append(f"minLength({length.min})")
    if length:
        checks.append(f"maxLength({length.max})")
    return f"{{[{', '.join(checks)}]}}" if checks else None
