"""Forms that start with a record's values: a person whose record was changed meanwhile is told so."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from uuid import UUID

from flask import g, json
from marshmallow import Schema, fields, pre_load
from sqlalchemy import func, select

from app.console.values import cell, shown
from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.errors import Conflict
from app.kernel.http.schema import In
from app.kernel.resources import Action, Resource

# The field with the values that the form started with.
BEFORE = "before"


class ChangedMeanwhile(Conflict):
    """The record was changed after the form was loaded; `now` has its current values, `errors` say which changed."""

    code = "changed-meanwhile"


class _Sent(In):
    """A form as the console sends it: an emptied input is null."""

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Allow null for every optional field."""
        super().on_bind_field(field_name, field_obj)
        field_obj.allow_none = field_obj.allow_none or not field_obj.required

    @pre_load
    def leave_out_the_emptied(self, data: Any, **_: Any) -> Any:
        """Drop null of optional fields, which then have their default."""
        if not isinstance(data, Mapping):
            return data
        optional = {name for name, field in self.fields.items() if not field.required}
        return {name: value for name, value in data.items() if value is not None or name not in optional}


def form_of(action: Action) -> Schema | None:
    """Return an action's form; a prefilled one has the values that it started with."""
    return _sent(action.form, action.prefilled)() if action.form else None


@cache
def _sent(form: type[Schema], is_prefilled: bool) -> type[Schema]:
    before = {BEFORE: fields.Dict(required=True, load_only=True)} if is_prefilled else {}
    return type(form.__name__, (_Sent, form), {"__module__": form.__module__, **before})


def lock_record(session: Session, resource: Resource, record_id: UUID | str) -> None:
    """Lock a record against other prefilled forms until the transaction ends."""
    key = func.hashtextextended(f"{resource.key} {record_id}", 0)
    session.execute(select(func.pg_advisory_xact_lock(key)))


def ensure_unchanged(resource: Resource, action: Action, row: Any, before: Mapping[str, Any]) -> None:
    """Refuse if a record no longer has the values that the form started with; raises ChangedMeanwhile. Fields missing
    in `before` were not shown.
    """
    now = beginning(resource, action, row)
    changed = [name for name, value in now.items() if name not in before or before[name] != value]
    if changed:
        raise ChangedMeanwhile(now=now, errors=[_change(name, now[name]) for name in changed])


def beginning(resource: Resource, action: Action, row: Any) -> dict[str, Any]:
    """Return the values that an action's form starts with, from the record's page; amounts are in minor units."""
    page = shown(resource, row)
    names = action.form().fields if action.form else {}
    values = {name: page[name] for name in names if name in page}
    as_json: dict[str, Any] = json.loads(json.dumps(values))
    return {name: value["minor"] if _is_money(resource, name) and value else value for name, value in as_json.items()}


def _is_money(resource: Resource, name: str) -> bool:
    column = resource.column(name)
    return column is not None and column.kind == "money"


def _change(name: str, value: Any) -> dict[str, str]:
    detail = i18n.text(g.language, "errors.field.changed", value=cell(value) or "—")
    return {"pointer": f"/{name}", "code": "field.changed", "detail": detail}
