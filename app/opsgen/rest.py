"""REST for every resource of the catalogue: list, open, reveal, act, create. There is no generic editing of rows."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from flask import Blueprint, Flask, jsonify, request
from marshmallow import fields, validate
from sqlalchemy.orm import Session
from webargs.flaskparser import parser

from app.kernel import idempotency
from app.kernel.errors import Invalid, NotFound
from app.kernel.ops import Action, Column, Filter, OpsQuery, Resource
from app.kernel.schema import In, QueryIn, Text, between
from app.opsgen.catalogue import Catalogue
from app.opsgen.edge import PATH, add_session_routes, edge, ensure_permission
from modules.moderation import api as moderation_api
from modules.moderation.contracts import StaffSession

PER_PAGE_MAX = 100
MASK = "•••••"


class UnknownColumn(Invalid):
    code = "invalid"


class ListIn(QueryIn):
    page = fields.Integer(load_default=1, validate=between(1, 100_000))
    per_page = fields.Integer(load_default=25, validate=between(1, PER_PAGE_MAX))
    sort = fields.String(load_default=None)
    ids = fields.List(fields.UUID(), load_default=None, validate=validate.Length(max=PER_PAGE_MAX))


class RevealIn(In):
    reason = Text(min=3, max=300, required=True)


def register_ops_api(app: Flask, catalogue: Catalogue) -> None:
    """Serve the resources, and the sign-in of staff, below /ops/api."""
    blueprint = Blueprint("ops", __name__, url_prefix=f"{PATH}/api")
    add_session_routes(blueprint)

    def route(rule: str, method: str, view: Callable[..., Any]) -> None:
        def of_resource(session: Session, staff: StaffSession, key: str, **arguments: Any) -> Any:
            resource = catalogue.get(key)
            ensure_permission(staff, resource.permission)
            return view(session, staff, resource, **arguments)

        of_resource.__name__ = view.__name__
        blueprint.add_url_rule(rule, view.__name__, edge(of_resource), methods=[method])

    route("/<key>", "GET", list_records)
    route("/<key>", "POST", create_record)
    route("/<key>/<uuid:record_id>", "GET", get_record)
    route("/<key>/<uuid:record_id>/reveal", "POST", reveal_record)
    route("/<key>/<uuid:record_id>/actions/<name>", "POST", act_on_record)
    app.register_blueprint(blueprint)


def list_records(session: Session, _staff: StaffSession, resource: Resource) -> Any:
    """Answer a page of records as {data, total}, or those with given ids."""
    given: dict[str, Any] = parser.parse(ListIn(), request, location="query")
    sort: str = given["sort"] or resource.default_sort
    query = OpsQuery(given["page"], given["per_page"], sort.removeprefix("-"), sort.startswith("-"), ids=given["ids"])
    if query.ids is None:
        query = replace(query, filters=_filters(resource, request.args))
    column = resource.column(query.sort)
    if query.sort != "id" and not (column and column.sort):
        raise UnknownColumn(field="sort")
    page = resource.rows(session, query)
    return jsonify(data=[_shown(resource, row) for row in page.rows], total=page.total)


def get_record(session: Session, _staff: StaffSession, resource: Resource, record_id: UUID) -> Any:
    """Answer one record, with its pii masked; raises NotFound."""
    return jsonify(_shown(resource, _find(session, resource, record_id)))


def reveal_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID) -> Any:
    """Answer the pii of one record and write down who looked and why; raises Forbidden or NotFound."""
    if resource.reveal is None:
        raise NotFound()
    ensure_permission(staff, resource.reveal)
    given: dict[str, Any] = parser.parse(RevealIn(), request, location="json")
    row = _find(session, resource, record_id)
    _record(session, staff, resource, "reveal", record_id, reason=given["reason"])
    return jsonify({column.source: _plain(getattr(row, column.source)) for column in resource.columns if column.pii})


def act_on_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID, name: str) -> Any:
    """Run an action on one record, once for its Idempotency-Key, and answer the record as it is then."""
    action = resource.action(name)
    if action is None or action.creates:
        raise NotFound()
    ensure_permission(staff, action.permission)

    def run() -> Any:
        _find(session, resource, record_id)
        given = _form(action)
        action.run(session, staff_id=staff.staff.id, record_id=record_id, **given)
        _record_action(session, staff, resource, action, record_id, given)
        return jsonify(_shown(resource, _find(session, resource, record_id)))

    return idempotency.run_once(session, scope=f"staff {staff.staff.id}", view=run)


def create_record(session: Session, staff: StaffSession, resource: Resource) -> Any:
    """Make a record by the action that creates, once for its Idempotency-Key, and answer it with status 201."""
    action = next((action for action in resource.actions if action.creates), None)
    if action is None:
        raise NotFound()
    ensure_permission(staff, action.permission)

    def run() -> Any:
        given = _form(action)
        record_id = action.run(session, staff_id=staff.staff.id, **given)
        _record_action(session, staff, resource, action, record_id, given)
        return jsonify(_shown(resource, _find(session, resource, record_id))), 201

    return idempotency.run_once(session, scope=f"staff {staff.staff.id}", view=run)


def _form(action: Action) -> dict[str, Any]:
    given: dict[str, Any] = parser.parse(action.form(), request, location="json") if action.form else {}
    return given


def _record_action(
    session: Session, staff: StaffSession, resource: Resource, action: Action, record_id: UUID, given: Mapping[str, Any]
) -> None:
    """Write an action down with its form; fields that are `load_only` are secrets and stay out."""
    form: dict[str, Any] = action.form().dump(given) if action.form else {}
    _record(session, staff, resource, action.name, record_id, reason=form.pop("reason", ""), detail=form)


def _record(
    session: Session,
    staff: StaffSession,
    resource: Resource,
    action: str,
    record_id: UUID,
    *,
    reason: str,
    detail: Mapping[str, Any] | None = None,
) -> None:
    moderation_api.record_audit(
        session,
        staff_id=staff.staff.id,
        action=action,
        resource=resource.key,
        record_id=record_id,
        reason=reason,
        detail=detail,
    )


def _find(session: Session, resource: Resource, record_id: UUID) -> Any:
    page = resource.rows(session, OpsQuery(ids=[record_id]))
    if not page.rows:
        raise NotFound()
    return page.rows[0]


def _filters(resource: Resource, given: Mapping[str, str]) -> dict[str, Filter]:
    columns = [resource.column(source) for source in resource.filters]
    return {c.source: _filter(c, given[c.source].strip()) for c in columns if c and given.get(c.source, "").strip()}


def _filter(column: Column, value: str) -> Filter:
    """Return a filter of the column's kind. Masked texts must be given whole, so that nobody can feel their way."""
    if column.kind == "yes_no":
        return Filter(value == "true")
    if column.kind == "reference":
        try:
            return Filter(UUID(value))
        except ValueError:
            raise UnknownColumn(field=column.source) from None
    return Filter(value, is_whole=column.pii or column.kind == "badge")


def _shown(resource: Resource, row: Any) -> dict[str, Any]:
    """Return a row as JSON with the columns that are declared, and no others."""
    values = asdict(row)
    shown = {column.source: _plain(values[column.source]) for column in resource.columns}
    masked = {column.source: mask(values[column.source]) for column in resource.columns if column.pii}
    return {"id": str(row.id), **shown, **masked}


def mask(value: str | None) -> str | None:
    """Return what may be seen of a text without revealing it: its first sign."""
    return f"{value[0]}{MASK}" if value else value


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return value
