"""Forms that begin with what a record holds: of two people who change one record, the second hears of the first."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from uuid import UUID

from flask import g, json
from marshmallow import Schema, fields, pre_load
from sqlalchemy import func, select

from app.kernel import i18n
from app.kernel.db import Session
from app.kernel.errors import Conflict
from app.kernel.ops import Action, Resource
from app.kernel.schema import In
from app.opsgen.values import cell, shown

# Beside the fields of such a form: what it began with.
BEFORE = "before"


class ChangedMeanwhile(Conflict):
    """Somebody changed the record after the form was filled; `now` is what it begins with today, and `errors` say what
    is new in it.
    """

    code = "changed-meanwhile"


class _Sent(In):
    """A form as the console sends it: an input that was emptied comes as null."""

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Say of every field that needs no value that it may be null."""
        super().on_bind_field(field_name, field_obj)
        field_obj.allow_none = field_obj.allow_none or not field_obj.required

    @pre_load
    def leave_out_the_emptied(self, data: Any, **_: Any) -> Any:
        """Drop null where no value is needed: it was not said, and the field has its default."""
        if not isinstance(data, Mapping):
            return data
        unsaid = {name for name, field in self.fields.items() if not field.required}
        return {name: value for name, value in data.items() if value is not None or name not in unsaid}


def form_of(action: Action) -> Schema | None:
    """Return an action's form; one that is prefilled says what it began with."""
    return _sent(action.form, action.prefilled)() if action.form else None


@cache
def _sent(form: type[Schema], is_prefilled: bool) -> type[Schema]:
    before = {BEFORE: fields.Dict(required=True, load_only=True)} if is_prefilled else {}
    return type(form.__name__, (_Sent, form), {"__module__": form.__module__, **before})


def lock_record(session: Session, resource: Resource, record_id: UUID | str) -> None:
    """Let nobody else change a record by a prefilled form until the transaction ends."""
    key = func.hashtextextended(f"{resource.key} {record_id}", 0)
    session.execute(select(func.pg_advisory_xact_lock(key)))


def ensure_unchanged(resource: Resource, action: Action, row: Any, before: Mapping[str, Any]) -> None:
    """Refuse when a record does not hold what the form began with; raises ChangedMeanwhile. What is not in `before` was
    not seen.
    """
    now = beginning(resource, action, row)
    changed = [name for name, value in now.items() if name not in before or before[name] != value]
    if changed:
        raise ChangedMeanwhile(now=now, errors=[_change(name, now[name]) for name in changed])


def beginning(resource: Resource, action: Action, row: Any) -> dict[str, Any]:
    """Return what an action's form begins with: what the record's page holds for its fields, amounts in minor units."""
    page = shown(resource, row)
    names = action.form().fields if action.form else {}
    values = {name: page[name] for name in names if name in page}
    plain: dict[str, Any] = json.loads(json.dumps(values))
    return {name: value["minor"] if _is_money(resource, name) and value else value for name, value in plain.items()}


def _is_money(resource: Resource, name: str) -> bool:
    column = resource.column(name)
    return column is not None and column.kind == "money"


def _change(name: str, value: Any) -> dict[str, str]:
    detail = i18n.text(g.language, "errors.field.changed", value=cell(value) or "—")
    return {"pointer": f"/{name}", "code": "field.changed", "detail": detail}
