"""Marshmallow with our own messages: codes with values, which kernel/problem.py turns into texts."""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from flask_smorest.fields import Upload
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate, validates_schema
from werkzeug.datastructures import FileStorage

from app.kernel.http.answers import writer_of
from app.kernel.text.words import is_visible, opaque_string, without_harmful

fields.Field.default_error_messages = {
    "required": "field.required",
    "null": "field.required",
    "validator_failed": "field.invalid",
}
# The message codes for values of a wrong type.
_CODES: dict[type[fields.Field[Any]], str] = {
    fields.String: "field.text",
    fields.UUID: "field.invalid",
    fields.Integer: "field.number",
    fields.Number: "field.number",
    fields.Float: "field.number",
    fields.Decimal: "field.number",
    fields.Boolean: "field.yes-no",
    fields.Date: "field.date",
    fields.DateTime: "field.date",
    fields.AwareDateTime: "field.date",
    fields.List: "field.invalid",
    fields.Dict: "field.invalid",
    fields.Nested: "field.invalid",
    fields.Email: "field.email",
    fields.Enum: "field.choice",
    Upload: "field.invalid",
}
for _kind, _code in _CODES.items():
    _kind.default_error_messages = dict.fromkeys(_kind.default_error_messages, _code)


def _is_one_of(*types: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in types


def _matches(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


# The JSON types that OpenAPI documents for each field; marshmallow would also convert others, such as 2.5 to 2 and 1
# to true.
TypeChecks = tuple[tuple[type[fields.Field[Any]], Callable[[Any], bool]], ...]
_IN_A_FORM: TypeChecks = ((fields.Boolean, _matches("true|false")), (Upload, _is_one_of(FileStorage)))
_IN_JSON: TypeChecks = (
    (fields.Boolean, _is_one_of(bool)),
    (fields.Integer, _is_one_of(int)),
    (fields.Number, _is_one_of(int, float)),
    (fields.List, _is_one_of(list)),
    (fields.Date, _matches(r"\d{4}-\d\d-\d\d")),
    (fields.UUID, _matches("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")),
)


def _restrict_type(type_checks: TypeChecks, field: fields.Field[Any]) -> None:
    """Have a field, and the fields inside a list or dictionary, refuse values of another type."""
    for kind, has_type in type_checks:
        if isinstance(field, kind):
            field.pre_load = [partial(_ensure_type, has_type, _CODES[kind]), *field.pre_load]
            break
    for inner in (getattr(field, "inner", None), getattr(field, "value_field", None)):
        if inner is not None:
            _restrict_type(type_checks, inner)


def _ensure_type(has_type: Callable[[Any], bool], code: str, value: Any) -> Any:
    if value is not None and not has_type(value):
        raise ValidationError(code)
    return value


# Postgres cannot store NUL, and UTF-8 cannot encode half of a surrogate pair.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def storable(value: Any) -> bool:
    """Return whether every text in a value can be stored."""
    if isinstance(value, str):
        return _UNSTORABLE.search(value) is None
    if isinstance(value, Mapping):
        return all(storable(part) for pair in value.items() for part in pair)
    return all(map(storable, value)) if isinstance(value, list | tuple | set | frozenset) else True


class _Incoming(Schema):
    """Base of all input: a text that cannot be stored is refused; Text removes such characters itself."""

    @validates_schema
    def can_be_stored(self, data: Mapping[str, Any], **_: Any) -> None:
        """Raise ValidationError for texts that cannot be stored, at any depth."""
        bad = {name: ["field.text"] for name, value in data.items() if not storable(value)}
        if bad:
            raise ValidationError(bad)


class In(_Incoming):
    """Base of JSON input. What OpenAPI does not document is refused: a value of another type, and an unknown field, so
    that nothing is assigned by accident.
    """

    class Meta:
        unknown = RAISE

    error_messages = {"unknown": "field.unknown", "type": "field.invalid"}
    type_checks = _IN_JSON

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Restrict every field to its own type."""
        _restrict_type(self.type_checks, field_obj)


class FormIn(In):
    """Base of multipart forms, which consist of texts and files."""

    type_checks = _IN_A_FORM


class QueryIn(_Incoming):
    """Base of query strings: unknown parameters, such as tracking, are ignored."""

    class Meta:
        unknown = EXCLUDE


class Out(Schema):
    """Base of output. It serializes as marshmallow does, without its checks of every value."""

    @cached_property
    def _write(self) -> Callable[[Any], dict[str, Any]]:
        return writer_of(self)

    def _serialize(self, obj: Any, *, many: bool = False) -> Any:
        return [*map(self._write, obj)] if many and obj is not None else self._write(obj)


class PagedOut(Out):
    """Base of one page of a list; `total` is the length of all pages."""

    total = fields.Integer(required=True)
    page = fields.Integer(required=True)
    pages = fields.Integer(required=True)


def coded(code: str, **values: Any) -> str:
    """Return a message that kernel/problem.py turns into a text, such as `field.too-long?max=30`."""
    return f"{code}?{urlencode(values)}" if values else code


class Length(validate.Validator):
    """A text of `min` to `max` characters, without outer white space."""

    # Without this, apispec documents them as the bounds of a number.
    equal = None

    def __init__(self, *, min: int = 0, max: int) -> None:  # noqa: A002 (as in marshmallow's own)
        self.min, self.max = min, max

    def __call__(self, value: str) -> str:
        if len(value.strip()) < self.min:
            short = coded("field.too-short", count=self.min)
            raise ValidationError(short if value.strip() else coded("field.required"))
        if len(value) > self.max:
            raise ValidationError(coded("field.too-long", max=self.max))
        return value


def one_of(*choices: str) -> validate.OneOf:
    """Return a validator for a closed set of keys."""
    return validate.OneOf(choices, error="field.choice")


def between(low: int, high: int) -> validate.Range:
    """Return a validator for a number within bounds, both included."""
    return validate.Range(low, high, error=coded("field.between", min=low, max=high))


class File(fields.Field[bytes]):
    """A file in a form of the console, as base64; it is not audited with the form (`load_only`)."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bytes:
        try:
            return b64decode(value, validate=True)
        except (TypeError, ValueError):
            raise ValidationError("field.invalid") from None


class Text(fields.String):
    """A text written by a person: well-formed, without harmful characters and outer white space; empty if a reader
    would see nothing of it.
    """

    def __init__(self, *, min: int = 0, max: int, **kwargs: Any) -> None:  # noqa: A002 (as in marshmallow's own)
        self.length = Length(min=min, max=max)
        super().__init__(validate=self.length, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        self.length(text)
        kept = without_harmful(text).strip()
        if is_visible(kept):
            return kept
        if self.length.min:
            raise ValidationError("field.required")
        return ""


MAX_PASSWORD_LENGTH = 200


class Password(fields.String):
    """A password, of at most MAX_PASSWORD_LENGTH characters as they are hashed; nothing of it is cut or dropped."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(required=required, validate=_ensure_password_length)


def _ensure_password_length(password: str) -> None:
    if len(opaque_string(password)) > MAX_PASSWORD_LENGTH:
        raise ValidationError(coded("field.too-long", max=MAX_PASSWORD_LENGTH))


class ReasonIn(In):
    """The form of an action against a member: the reason, which is audited."""

    reason = Text(min=3, max=300, required=True, metadata={"label": "Reason"})
