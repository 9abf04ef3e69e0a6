"""All resources of the ops console, checked at start-up: a mistake in a declaration stops the process."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints
from uuid import UUID

from app.kernel.errors import NotFound
from app.kernel.resources import TIMES, Action, Column, Page, Resource, Rows, record_of

# Kinds of columns that can be masked: only the first character is shown until they are revealed.
MASKABLE = ("text", "long_text", "day")
# Kinds of columns that cannot be a title: they are longer than a line.
NAMELESS = ("long_text", "json", "picture", "words", "badges")
# Kinds of columns that can be filters.
SOUGHT = ("text", "badge", "yes_no", "reference", *TIMES)


class DeclarationError(Exception):
    """A resource cannot be served; the message says which and why."""


class Catalogue:
    """The resources by key."""

    def __init__(self, resources: Iterable[Resource], *, permissions: Collection[str]) -> None:
        """Check the resources and their permissions; raises DeclarationError with all problems."""
        self.resources = tuple(resources)
        self._by_key = {resource.key: resource for resource in self.resources}
        problems = [
            f"{resource.key}: {problem}"
            for resource in self.resources
            for problem in self._problems(resource, permissions)
        ]
        if len(self._by_key) < len(self.resources):
            problems.append("two resources have one key")
        if problems:
            raise DeclarationError("; ".join(problems))

    def get(self, key: str) -> Resource:
        """Return a resource; raises NotFound."""
        resource = self._by_key.get(key)
        if resource is None:
            raise NotFound()
        return resource

    def _problems(self, resource: Resource, permissions: Collection[str]) -> Iterator[str]:
        known = {field.name for field in fields(row_of(resource))}
        if "id" not in known:
            yield "its rows have no id"
        yield from _permission_problems(resource, permissions)
        for column in resource.columns:
            yield from self._column_problems(column, known)
            if column.related and not (column.reference and column.source in resource.filters):
                yield f"{column.source} is related, so it must refer to records and be a filter"
        for source in (*resource.filters, *resource.exact, *resource.named_by):
            if resource.column(source) is None:
                yield f"there is no column {source}"
        yield from _title_problems(resource)
        for column in resource.searched:
            yield from self._filter_problems(resource, column, known)
        for source in resource.finds:
            typed = resource.column(source)
            if source not in resource.filters or typed is None or typed.kind != "text":
                yield f"it is found by {source}, which is no filter of a text"
        sort = resource.default_sort.removeprefix("-")
        if sort != "id" and not _may_sort(resource, sort):
            yield f"it cannot be sorted by {sort}"
        for action in resource.actions:
            yield from _action_problems(action)
            yield from _when_problems(resource, action)
            yield from _prefilled_problems(resource, action)
        if sum(action.creates for action in resource.actions) > 1:
            yield "more than one action creates"

    def _filter_problems(self, resource: Resource, column: Column, known: Collection[str]) -> Iterator[str]:
        """Find filters that would never match."""
        if column.kind not in SOUGHT or (column.pii and column.kind in TIMES):
            yield f"{column.source} is a filter, and no list is searched by what it is"
        elif column.source not in known:
            return
        elif column.kind == "reference" and not holds(resource, column.source, UUID):
            yield f"{column.source} is a filter, and holds no ids"
        elif column.kind == "text" and not (
            holds(resource, column.source, UUID) or holds(resource, column.source, str)
        ):
            yield f"{column.source} is a filter, and holds no texts"

    def _column_problems(self, column: Column, known: Collection[str]) -> Iterator[str]:
        if column.source not in known:
            yield f"its rows have no {column.source}"
        if (column.kind == "reference") != (column.reference is not None) or (
            column.reference is not None and column.reference not in self._by_key
        ):
            yield f"{column.source} refers to {column.reference}"
        if (column.kind == "money") != (column.currency is not None) or column.currency not in {None, *known}:
            yield f"{column.source} has no currency"
        if column.kind in ("badge", "badges") and not column.choices:
            yield f"{column.source} has no choices"
        if column.pii and (column.sort or column.kind not in MASKABLE):
            yield f"{column.source} is masked, so it must be a text or a date and cannot be sorted by"


def row_of(resource: Resource) -> type[Any]:
    """Return the dataclass of a resource's rows, from its SELECT or the annotation of its query; raises
    DeclarationError.
    """
    if isinstance(resource.rows, Rows):
        return record_of(resource.rows, resource.columns)
    returned = get_type_hints(resource.rows).get("return")
    row = (get_args(returned) or (None,))[0]
    if getattr(returned, "__origin__", None) is not Page or not is_dataclass(row) or not isinstance(row, type):
        raise DeclarationError(f"{resource.key}: its query does not say that it returns a Page of a dataclass")
    return row


def holds(resource: Resource, source: str, kind: type) -> bool:
    """Return whether a value of a resource's rows is of a type, or may be missing."""
    hint = get_type_hints(row_of(resource))[source]
    return kind in (hint, *get_args(hint))


def _may_sort(resource: Resource, source: str) -> bool:
    column = resource.column(source)
    return column is not None and column.sort


def _title_problems(resource: Resource) -> Iterator[str]:
    """Find titles that are not readable, or reveal pii."""
    for column in filter(None, map(resource.column, resource.named_by)):
        if column.source == "id" or column.kind in NAMELESS:
            yield f"{column.source} is no name for people"
        elif column.pii:
            yield f"{column.source} is masked, and would name the record"


def _permission_problems(resource: Resource, permissions: Collection[str]) -> Iterator[str]:
    needed = [resource.permission, *(view.permission for view in resource.views)]
    needed += [action.permission for action in resource.actions]
    if any(column.pii for column in resource.columns):
        needed.append(str(resource.reveal))
    for permission in needed:
        if permission not in permissions:
            yield f"no role knows the permission {permission!r}"


def _when_problems(resource: Resource, action: Action) -> Iterator[str]:
    source, values = action.when or ("", ())
    column = resource.column(source)
    known: tuple[str | bool, ...] = (
        (True, False) if column and column.kind == "yes_no" else column.choices if column else ()
    )
    for value in values:
        if value not in known:
            yield f"{action.name} is for {source} {value!r}, which no record holds"


def _prefilled_problems(resource: Resource, action: Action) -> Iterator[str]:
    for name, field in (action.form().fields if action.form and action.prefilled else {}).items():
        column = resource.column(name)
        if (column is None and field.required) or (column is not None and column.pii):
            yield f"{action.name} begins with {name}, which no page shows"


def _action_problems(action: Action) -> Iterator[str]:
    form = action.form() if action.form else None
    if (action.danger or action.file) and not (form and form.fields.get("reason") and form.fields["reason"].required):
        yield f"{action.name} is dangerous, or shows what is masked, and asks for no reason"
