"""Forms of actions: fields of a marshmallow schema become inputs. A field without an input stops the generator."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import fields, validate

from app.console.catalogue import Catalogue, DeclarationError
from app.kernel.http.schema import File, Length
from app.kernel.resources import Action, Resource

LONG_TEXT = 120
KINDS = {File: "photo", fields.Boolean: "yes_no", fields.Date: "day", fields.Number: "number", fields.String: "text"}


def form_fields(resource: Resource, action: Action, catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return the fields of an action's form; raises DeclarationError for a field without an input."""
    try:
        return [_field(name, field, catalogue) for name, field in _fields(action).items()]
    except DeclarationError as error:
        raise DeclarationError(f"{resource.key}: {action.name} asks for {error}") from error


def form_labels(action: Action) -> dict[str, str]:
    """Return the labels of the inputs: a field's metadata `label`, else its name."""
    labels = {name: field.metadata.get("label") for name, field in _fields(action).items()}
    return {name: label or name.replace("_", " ").capitalize() for name, label in labels.items()}


def form_choices(action: Action) -> Iterator[str]:
    """Return the choices that an action's form offers."""
    for field in _fields(action).values():
        yield from _choices(field)


def _fields(action: Action) -> Mapping[str, fields.Field[Any]]:
    return action.form().fields if action.form else {}


def _field(name: str, field: fields.Field[Any], catalogue: Catalogue) -> dict[str, Any]:
    kind, reference, length = _kind(name, field), field.metadata.get("reference"), _length(field)
    return {
        "source": name,
        "kind": kind,
        "reference": reference and catalogue.get(reference).key,
        "choices": _choices(field),
        "required": _must_be_filled(field),
        "mayBeEmpty": _may_be_empty(kind, field),
        "min": length and length.min > 1 and length.min,
        "multiline": length and length.max > LONG_TEXT,
    }


def _kind(name: str, field: fields.Field[Any]) -> str:
    if "reference" in field.metadata:
        return "reference"
    if isinstance(field, fields.List):
        if _choices(field):
            return "choices"
        if isinstance(field.inner, fields.String):
            return "words"
    if _choices(field):
        return "choice"
    for known, kind in KINDS.items():
        if isinstance(field, known):
            return kind
    raise DeclarationError(f"{name}, and there is no input for {type(field).__name__}")


def _choices(field: fields.Field[Any]) -> list[str]:
    inner = field.inner if isinstance(field, fields.List) else field
    one_of = next((v for v in inner.validators if isinstance(v, validate.OneOf)), None)
    return [str(choice) for choice in one_of.choices] if one_of else []


def _length(field: fields.Field[Any]) -> Length | None:
    return next((v for v in field.validators if isinstance(v, Length)), None)


def _least(field: fields.Field[Any]) -> int:
    """Return the minimum length of a text or list."""
    return max((v.min or 0 for v in field.validators if isinstance(v, Length | validate.Length)), default=0)


def _must_be_filled(field: fields.Field[Any]) -> bool:
    """Return whether the server requires a value; an empty text or an empty list is one."""
    if not field.required or field.allow_none:
        return False
    may_be_empty = isinstance(field, fields.List) or (isinstance(field, fields.String) and not _choices(field))
    return _least(field) > 0 if may_be_empty else True


def _may_be_empty(kind: str, field: fields.Field[Any]) -> bool:
    """Return whether an empty input is sent as an empty text or list."""
    if kind == "text":
        return not field.allow_none and _least(field) == 0
    return isinstance(field, fields.List) and field.required and not _must_be_filled(field)
