"""Staff and the audit trail in the console."""

from uuid import UUID

from marshmallow import fields

from app.kernel.db.session import Session
from app.kernel.http.schema import In, ReasonIn, one_of
from app.kernel.i18n import LOCALES
from app.kernel.resources import Action, Resource, badges, instant, json, ref, rows_of, text, yes_no
from modules.moderation.contracts.staff import Role
from modules.moderation.staff.models import AuditEvent, StaffRow
from modules.moderation.staff.service import staff


class RolesIn(In):
    roles = fields.List(fields.String(validate=one_of(*Role)), required=True, metadata={"label": "Roles"})


class LanguagesIn(In):
    languages = fields.List(
        fields.String(validate=one_of(*LOCALES)),
        load_default=list,
        metadata={"label": "Languages (empty for all)"},
    )


def set_roles(session: Session, record_id: UUID, *, staff_id: UUID, roles: list[str]) -> None:
    """Set a staff member's roles; raises OwnAccount for one's own account."""
    staff.set_roles(session, staff_id=record_id, roles=map(Role, roles), by=staff_id)


def set_languages(session: Session, record_id: UUID, *, staff_id: UUID, languages: list[str]) -> None:
    """Set the languages in which a staff member writes for fictional profiles."""
    staff.set_languages(session, staff_id=record_id, languages=languages)


def disable(session: Session, record_id: UUID, *, staff_id: UUID, reason: str) -> None:
    """Disable a staff account; raises OwnAccount for one's own. The audit trail keeps the reason."""
    staff.disable_staff(session, staff_id=record_id, by=staff_id)


def enable(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Enable a disabled staff account."""
    staff.enable_staff(session, staff_id=record_id)


STAFF = Resource(
    key="moderation.staff",
    label="Staff",
    title="name",
    empty="No staff yet. Add someone with `hearth staff create`.",
    icon="BadgeOutlined",
    group="staff",
    rows=rows_of(StaffRow, is_enabled=StaffRow.disabled_at.is_(None)),
    columns=(
        text("name", "Name", sort=True, is_name=True),
        badges("roles", "Roles", [*Role]),
        text("email", "Email", sort=True),
        badges("languages", "Languages", LOCALES, in_list=False),
        instant("created_at", "Added", sort=True),
        yes_no("is_enabled", "Enabled"),
        instant("disabled_at", "Disabled", in_list=False),
    ),
    filters=("name", "is_enabled"),
    finds={"name": "name"},
    default_sort="name",
    actions=(
        Action(
            "set-roles", "Set roles", "moderation.staff.manage", set_roles, form=RolesIn, guarded=True, prefilled=True
        ),
        Action(
            "set-languages",
            "Set languages",
            "moderation.staff.manage",
            set_languages,
            form=LanguagesIn,
            prefilled=True,
        ),
        Action(
            "disable",
            "Disable",
            "moderation.staff.manage",
            disable,
            form=ReasonIn,
            confirm="This person is logged out now and can no longer log in.",
            danger=True,
            guarded=True,
            when=("is_enabled", (True,)),
        ),
        Action(
            "enable",
            "Enable",
            "moderation.staff.manage",
            enable,
            confirm="This person can log in again.",
            guarded=True,
            when=("is_enabled", (False,)),
        ),
    ),
)

AUDIT = Resource(
    key="moderation.audit",
    label="Access log",
    title=("action", "at"),
    empty="No entries yet. Everything that staff do and view is recorded here.",
    icon="DescriptionOutlined",
    group="staff",
    rows=rows_of(AuditEvent),
    columns=(
        instant("at", "Time", sort=True),
        ref("staff_id", "Staff", to="moderation.staff", related=True),
        text("action", "Action"),
        text("resource", "Resource", means="list"),
        text("reason", "Reason"),
        text("record_id", "Record", in_list=False),
        text("request_id", "Request", in_list=False),
        json("detail", "Details"),
    ),
    filters=("staff_id", "action", "resource", "record_id", "at"),
    exact=("action", "resource", "record_id"),
    default_sort="-at",
)
