"""Kubernetes' own schema, as the typed models of its API carry it, and what in a manifest departs from it.

The models say which fields there are, which must be there and of what type; values of a text (`Forbid`, `200Gi`) they
leave open.
"""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

from lightkube.core.resource_registry import resource_registry


def departures(document: dict[str, Any]) -> list[str]:
    """Say where a document is not what the API of its version takes; raises LoadResourceError for an unknown kind."""
    model = resource_registry.load(document["apiVersion"], document["kind"])
    return list(_departures(model, document, document["kind"]))


def _departures(wanted: Any, value: Any, place: str) -> Iterator[str]:
    if is_dataclass(wanted):
        yield from _in_model(wanted, value, place)
    elif get_origin(wanted) is Union:
        # An empty value is none of them: it is a key whose value somebody forgot.
        found = [list(_departures(kind, value, place)) for kind in get_args(wanted) if kind is not type(None)]
        if all(found):
            yield from found[0]
    elif get_origin(wanted) is list and type(value) is list:
        for number, one in enumerate(value):
            yield from _departures(get_args(wanted)[0], one, f"{place}[{number}]")
    elif wanted is dict and type(value) is dict:
        # The API's maps are of texts: labels, annotations, data, quantities. A number without quotes is refused.
        for name, one in value.items():
            yield from _departures(str, one, f"{place}.{name}")
    elif type(value) is not (get_origin(wanted) or wanted):
        yield f"{place}: {value!r} is no {getattr(wanted, '__name__', wanted)}"


def _in_model(model: Any, value: Any, place: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{place}: {value!r} is no {model.__name__}"
        return
    types = get_type_hints(model)
    known = {field.metadata.get("json", field.name): field for field in fields(model)}
    for name in value.keys() - known.keys():
        yield f"{place}.{name}: there is no such field"
    for name, field in known.items():
        if name in value:
            yield from _departures(types[field.name], value[name], f"{place}.{name}")
        elif field.default is MISSING:
            yield f"{place}.{name}: is missing"
