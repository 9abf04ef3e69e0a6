"""The REST API of every resource: list, export, open, view, reveal, act, create. Rows are not edited directly."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Flask, jsonify, request
from werkzeug.routing import BaseConverter

from app.console.asking import audited_filters, query_of, record_id_of
from app.console.catalogue import Catalogue
from app.console.engines import add_engine_routes
from app.console.export import ensure_turn, write_table
from app.console.overview import add_overview_routes
from app.console.pictures import add_picture_route
from app.console.prefilled import BEFORE, ensure_unchanged, form_of, lock_record
from app.console.staff_requests import add_session_routes, ensure_confirmed, ensure_permission, staff_view
from app.console.values import revealed, shown
from app.kernel import metrics
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.http import idempotency, ratelimit, requests
from app.kernel.http.hosts import CONSOLE
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import parser
from app.kernel.http.schema import In, Text
from app.kernel.resources import Action, OpsQuery, Resource, read_records
from modules.moderation import api as moderation_api
from modules.moderation.contracts.staff import StaffSession


class ResourceConverter(BaseConverter):
    """A resource's key contains a dot, which the routes of sign-in do not."""

    regex = r"[a-z-]+\.[a-z-]+"


# How many records one person may reveal in an hour and in a day.
REVEALS = (Limit("reveal", calls=30, seconds=3600), Limit("reveal-day", calls=150, seconds=86_400))
QUICK_REVEALS = (Limit("quick-reveal", calls=300, seconds=3600), Limit("quick-reveal-day", calls=1500, seconds=86_400))
# A higher limit for invoices: closing a month means opening many.
PAPERS = (Limit("paper", calls=300, seconds=3600), Limit("paper-day", calls=1500, seconds=86_400))


class RevealIn(In):
    reason = Text(min=3, max=300, required=True)


def register_ops_api(app: Flask, catalogue: Catalogue) -> None:
    """Add the API of the resources and of staff sign-in, below /ops/api."""
    app.url_map.converters["resource"] = ResourceConverter
    blueprint = Blueprint("ops", __name__, url_prefix=f"{CONSOLE}/api")
    add_session_routes(blueprint)
    add_overview_routes(blueprint)
    add_engine_routes(blueprint)
    add_picture_route(blueprint)

    def prepare_to_create(staff: StaffSession, key: str) -> None:
        resource = catalogue.get(key)
        ensure_permission(staff, resource.permission)
        action = _creating(staff, resource)
        if action.prepare is not None:
            action.prepare(**_form(action))

    def route(
        rule: str,
        method: str,
        view: Callable[..., Any],
        *,
        writes: bool = False,
        prepare: Callable[..., None] | None = None,
    ) -> None:
        def of_resource(session: Session, staff: StaffSession, key: str, **arguments: Any) -> Any:
            resource = catalogue.get(key)
            ensure_permission(staff, resource.permission)
            if (text := arguments.pop("record_id", None)) is not None:
                arguments["record_id"] = record_id_of(resource, text)
            return view(session, staff, resource, **arguments)

        of_resource.__name__ = view.__name__
        blueprint.add_url_rule(
            rule, view.__name__, staff_view(of_resource, writes=writes, prepare=prepare), methods=[method]
        )

    route("/<resource:key>", "GET", list_records)
    route("/<resource:key>", "POST", create_record, prepare=prepare_to_create)
    route("/<resource:key>/export.csv", "GET", export_records, writes=True)
    route("/<resource:key>/<record_id>", "GET", get_record)
    route("/<resource:key>/<record_id>/reveal", "POST", reveal_record)
    route("/<resource:key>/<record_id>/views/<name>", "GET", view_record)
    route("/<resource:key>/<record_id>/actions/<name>", "POST", act_on_record)
    app.register_blueprint(blueprint)


def list_records(session: Session, staff: StaffSession, resource: Resource) -> Any:
    """Return a page of records as {data, total, has_more}, or those with given ids."""
    page = read_records(session, resource, replace(query_of(resource), staff_id=staff.staff.id))
    return jsonify(data=[shown(resource, row) for row in page.rows], total=page.total, has_more=page.has_more)


def export_records(session: Session, staff: StaffSession, resource: Resource) -> Any:
    """Return all matching records as a table, and audit the export.

    Raises Forbidden, ConfirmationRequired, or ExportsBusy.
    """
    ensure_permission(staff, resource.export)
    ensure_confirmed(staff)
    ensure_turn(session, staff.staff.id)
    query = query_of(resource)
    answer, rows = write_table(session, resource, replace(query, staff_id=staff.staff.id))
    detail = {"filters": audited_filters(resource, query), "rows": rows}
    _record(session, staff, resource, "export", None, reason="", detail=detail)
    return answer


def get_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str) -> Any:
    """Return one record, with its pii masked; raises NotFound."""
    return jsonify(shown(resource, _find(session, staff, resource, record_id)))


def view_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str, name: str) -> Any:
    """Return the data of a hand-written page about one record; raises Forbidden or NotFound."""
    view = resource.view(name)
    if view is None:
        raise NotFound()
    ensure_permission(staff, view.permission)
    _find(session, staff, resource, record_id)
    given: dict[str, Any] = parser.parse(view.form(), request, location="query") if view.form else {}
    return jsonify(view.run(session, record_id, staff_id=staff.staff.id, **given))


def reveal_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str) -> Any:
    """Return the pii of one record, and audit who revealed it and why.

    Raises Forbidden, NotFound, ConfirmationRequired or TooManyRequests.
    """
    if resource.reveal is None:
        raise NotFound()
    ensure_permission(staff, resource.reveal)
    given: dict[str, Any] = parser.parse(RevealIn(), request, location="json")
    row = _find(session, staff, resource, record_id)
    if not resource.quick_reveal:
        ensure_confirmed(staff)
    _ensure_may_reveal(staff, QUICK_REVEALS if resource.quick_reveal else REVEALS)
    _record_reveal(session, staff, resource, resource.reveal, record_id, reason=given["reason"])
    if resource.on_reveal:
        resource.on_reveal(session, record_id, staff_id=staff.staff.id)
    return jsonify(revealed(resource, row))


def act_on_record(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str, name: str) -> Any:
    """Run an action on one record, once per Idempotency-Key, and return the new record, or status 204 if it no longer
    belongs to the resource. An action with another answer or a file runs each time.
    """
    action = resource.action(name)
    if action is None or action.creates:
        raise NotFound()
    _ensure_allowed(staff, action)

    def run() -> Any:
        given = _form(action)
        before = given.pop(BEFORE, None)
        if before is not None:
            lock_record(session, resource, record_id)
        row = _find(session, staff, resource, record_id)
        if before is not None:
            ensure_unchanged(resource, action, row, before)
        if action.file or action.reveals:
            _ensure_may_reveal(staff, PAPERS if action.file else REVEALS)
        answer = action.run(session, record_id, staff_id=staff.staff.id, **given)
        if action.file:
            detail = {"file": action.name}
            _record_reveal(session, staff, resource, action.permission, record_id, reason=given["reason"], **detail)
            return requests.attachment(answer.content, name=answer.name, mimetype=action.file)
        _record_action(session, staff, resource, action, record_id, given)
        if action.answers:
            return jsonify(answer)
        row = _seek(session, staff, resource, record_id)
        return ("", 204) if row is None else jsonify(shown(resource, row))

    # Such an answer contains members' text, which is not stored a second time.
    if action.answers or action.file:
        return run()
    return idempotency.run_once(session, scope=f"staff {staff.staff.id}", view=run)


def create_record(session: Session, staff: StaffSession, resource: Resource) -> Any:
    """Make a record by the action that creates, once for its Idempotency-Key, and answer it with status 201."""
    action = _creating(staff, resource)

    def run() -> Any:
        given = _form(action)
        record_id = action.run(session, staff_id=staff.staff.id, **given)
        _record_action(session, staff, resource, action, record_id, given)
        return jsonify(shown(resource, _find(session, staff, resource, record_id))), 201

    return idempotency.run_once(session, scope=f"staff {staff.staff.id}", view=run)


def _creating(staff: StaffSession, resource: Resource) -> Action:
    """Return the action that makes a record; raises NotFound, Forbidden or ConfirmationRequired."""
    action = next((action for action in resource.actions if action.creates), None)
    if action is None:
        raise NotFound()
    _ensure_allowed(staff, action)
    return action


def _ensure_allowed(staff: StaffSession, action: Action) -> None:
    ensure_permission(staff, action.permission)
    if action.guarded or action.reveals:
        ensure_confirmed(staff)


def _form(action: Action) -> dict[str, Any]:
    form = form_of(action)
    given: dict[str, Any] = parser.parse(form, request, location="json") if form else {}
    return given


def _record_action(
    session: Session,
    staff: StaffSession,
    resource: Resource,
    action: Action,
    record_id: UUID | str,
    given: Mapping[str, Any],
) -> None:
    """Audit an action with its form; `load_only` fields are left out: secrets, files, and texts to or about a member,
    which are erased with the member's data.
    """
    form: dict[str, Any] = action.form().dump(given) if action.form else {}
    _record(session, staff, resource, action.name, record_id, reason=form.pop("reason", ""), detail=form)


def _ensure_may_reveal(staff: StaffSession, limits: Iterable[Limit]) -> None:
    for limit in limits:
        try:
            ratelimit.check(limit, str(staff.staff.id))
        except ratelimit.TooManyRequests:
            metrics.STAFF_HELD.inc()
            raise


def _record_reveal(
    session: Session,
    staff: StaffSession,
    resource: Resource,
    permission: str,
    record_id: UUID | str,
    *,
    reason: str,
    **detail: str,
) -> None:
    """Audit who saw masked values, why, and in which role: members are told this."""
    detail["role"] = moderation_api.role_for(staff.staff.roles, permission)
    _record(session, staff, resource, "reveal", record_id, reason=reason, detail=detail)


def _record(
    session: Session,
    staff: StaffSession,
    resource: Resource,
    action: str,
    record_id: UUID | str | None,
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


def _find(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str) -> Any:
    row = _seek(session, staff, resource, record_id)
    if row is None:
        raise NotFound()
    return row


def _seek(session: Session, staff: StaffSession, resource: Resource, record_id: UUID | str) -> Any:
    found = read_records(session, resource, OpsQuery(ids=[record_id], staff_id=staff.staff.id)).rows
    return next(iter(found), None)
