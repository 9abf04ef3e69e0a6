"""What writes an answer: plain functions, made once for each schema, which write what marshmallow writes."""

from collections.abc import Callable, Mapping
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Any
from uuid import UUID

from marshmallow import Schema, fields, missing

Convert = Callable[[Any], Any]
Read = Callable[[Any], tuple[Any, ...]]
# Values of these types are sent unchanged.
_NATIVE: dict[type[fields.Field[Any]], type] = {
    fields.String: str,
    fields.Integer: int,
    fields.Float: float,
    fields.Boolean: bool,
}


def writer_of(schema: Schema) -> Convert:
    """Return what writes one object or mapping by a schema, without its hooks."""
    written = schema.dump_fields.items()
    keys = [name if field.data_key is None else field.data_key for name, field in written]
    natives = [_NATIVE.get(type(field)) for _, field in written]
    converters = [_converter(name, field) for name, field in written]
    paths = [(field.attribute or name) if field._CHECK_ATTRIBUTE else None for name, field in written]
    of_object, of_mapping = _reader_of_object(paths), _reader_of_mapping(paths)

    def write(obj: Any) -> dict[str, Any]:
        try:
            values = of_mapping(obj) if isinstance(obj, Mapping) else of_object(obj)
        except (AttributeError, KeyError, TypeError):
            return _by_fields(schema, obj)
        return {
            key: value if type(value) is native else convert(value)
            for key, value, native, convert in zip(keys, values, natives, converters, strict=True)
        }

    return write


def _by_fields(schema: Schema, obj: Any) -> dict[str, Any]:
    """Write an object that lacks some of the values as marshmallow does.

    Of a mapping without the key `items`, marshmallow would take the method of that name.
    """
    written = {}
    for name, field in schema.dump_fields.items():
        key = (field.attribute or name).partition(".")[0]
        is_read = field._CHECK_ATTRIBUTE and field.dump_default is missing
        if is_read and isinstance(obj, Mapping) and key not in obj:
            continue
        value = field.serialize(name, obj, accessor=schema.get_attribute)
        if value is not missing:
            written[name if field.data_key is None else field.data_key] = value
    return written


def _reader_of_object(paths: list[str | None]) -> Read:
    """Return what reads the attributes of an object; a computed field, which has no path, reads the object itself."""
    names = [path for path in paths if path is not None]
    # Given one name, Python's getter returns no tuple.
    if len(names) == len(paths) > 1:
        return attrgetter(*names)
    return _reader_of_each([_itself if path is None else attrgetter(path) for path in paths])


def _reader_of_mapping(paths: list[str | None]) -> Read:
    """Return what reads the keys of a mapping, and the attributes of the objects below them."""
    names = [path for path in paths if path is not None and "." not in path]
    if len(names) == len(paths) > 1:
        return itemgetter(*names)
    return _reader_of_each([_itself if path is None else _key_getter(path) for path in paths])


def _reader_of_each(getters: list[Convert]) -> Read:
    return lambda obj: tuple([get(obj) for get in getters])


def _itself(obj: Any) -> Any:
    return obj


def _key_getter(path: str) -> Convert:
    key, _, rest = path.partition(".")
    if not rest:
        return itemgetter(key)
    below = attrgetter(rest)
    return lambda obj: below(obj[key])


def _converter(name: str, field: fields.Field[Any]) -> Convert:
    """Return what converts a value of a field for JSON."""

    def by_field(value: Any) -> Any:
        return field._serialize(value, name, None)

    if not field._CHECK_ATTRIBUTE:
        return lambda obj: field._serialize(None, name, obj)
    if type(field) is fields.UUID:
        return lambda value: str(value) if type(value) is UUID else by_field(value)
    if type(field) is fields.AwareDateTime and field.format == "iso":
        return lambda value: value.isoformat() if type(value) is datetime else by_field(value)
    if type(field) is fields.Enum and field.by_value is True:
        choices = field.enum
        return lambda value: value._value_ if type(value) is choices else by_field(value)
    if type(field) is fields.List:
        native, convert = _NATIVE.get(type(field.inner)), _converter(name, field.inner)
        return lambda value: None if value is None else [one if type(one) is native else convert(one) for one in value]
    if type(field) is fields.Nested and not field.many:
        dump = field.schema.dump if any(field.schema._hooks.values()) else field.schema._serialize
        return lambda value: None if value is None else dump(value)
    return by_field
