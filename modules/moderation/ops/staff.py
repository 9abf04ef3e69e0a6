"""Staff and the access log in the ops console."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from marshmallow import fields
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.ops import Action, OpsQuery, Page, Resource, badges, instant, read_page, ref, text
from app.kernel.schema import In, Text, one_of
from modules.moderation.contracts import Role
from modules.moderation.models import AuditEvent, StaffRow
from modules.moderation.service import staff


@dataclass(frozen=True, slots=True)
class StaffRecord:
    """A staff member as an admin sees them."""

    id: UUID
    name: str
    email: str
    roles: list[str]
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One thing that staff did."""

    id: UUID
    at: datetime
    staff_id: UUID | None
    action: str
    resource: str
    record_id: str | None
    reason: str
    request_id: str | None


class RolesIn(In):
    roles = fields.List(fields.String(validate=one_of(*Role)), required=True, metadata={"label": "Roles"})


class DisableIn(In):
    reason = Text(min=3, max=300, required=True, metadata={"label": "Reason"})


def list_staff(session: Session, query: OpsQuery) -> Page[StaffRecord]:
    """Return a page of the staff."""
    columns = [getattr(StaffRow, name) for name in StaffRecord.__dataclass_fields__]
    return read_page(session, select(*columns), StaffRecord, query)


def list_audit(session: Session, query: OpsQuery) -> Page[AuditRecord]:
    """Return a page of the audit trail."""
    columns = [getattr(AuditEvent, name) for name in AuditRecord.__dataclass_fields__]
    return read_page(session, select(*columns), AuditRecord, query)


def set_roles(session: Session, *, staff_id: UUID, record_id: UUID, roles: list[str]) -> None:
    """Give a staff member roles; raises OwnAccount for one's own."""
    staff.set_roles(session, staff_id=record_id, roles=map(Role, roles), by=staff_id)


def disable(session: Session, *, staff_id: UUID, record_id: UUID, reason: str) -> None:
    """Close a staff account; raises OwnAccount for one's own. The reason is kept by the audit trail."""
    staff.disable_staff(session, staff_id=record_id, by=staff_id)


def enable(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Open a staff account again."""
    staff.enable_staff(session, staff_id=record_id)


STAFF = Resource(
    key="moderation.staff",
    label="Staff",
    title="name",
    icon="BadgeOutlined",
    group="staff",
    permission="moderation.staff.read",
    rows=list_staff,
    columns=(
        text("name", "Name", sort=True),
        badges("roles", "Roles", [*Role]),
        text("email", "E-mail", sort=True),
        instant("created_at", "Added", sort=True),
        instant("disabled_at", "Disabled"),
    ),
    filters=("name",),
    default_sort="name",
    actions=(
        Action(
            "set-roles", "Set roles", "moderation.staff.manage", set_roles, form=RolesIn, guarded=True, prefilled=True
        ),
        Action(
            "disable",
            "Disable",
            "moderation.staff.manage",
            disable,
            form=DisableIn,
            confirm="This person is signed out at once and cannot sign in any more.",
            danger=True,
            guarded=True,
        ),
        Action(
            "enable",
            "Enable",
            "moderation.staff.manage",
            enable,
            confirm="This person can sign in again.",
            guarded=True,
        ),
    ),
)

AUDIT = Resource(
    key="moderation.audit",
    label="Access log",
    title="action",
    icon="DescriptionOutlined",
    group="staff",
    permission="moderation.audit.read",
    rows=list_audit,
    columns=(
        instant("at", "When", sort=True),
        ref("staff_id", "Who", to="moderation.staff", related=True),
        text("action", "Did"),
        text("resource", "To"),
        text("reason", "Reason"),
        text("record_id", "Record", in_list=False),
        text("request_id", "Request", in_list=False),
    ),
    filters=("staff_id", "action", "resource", "record_id"),
    exact=("action", "resource", "record_id"),
    default_sort="-at",
)
