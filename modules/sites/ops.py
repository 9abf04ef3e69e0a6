"""What the ops console shows of sites. They are changed by `hearth site set`."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.ops import OpsQuery, Page, Resource, instant, number, read_page, text, yes_no
from modules.sites.models import CompanyRow, SiteRow


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """A site as staff see it."""

    id: UUID
    name: str
    key: str
    domain: str
    company: str
    domain_language: str
    min_age: int
    refund_days: int
    fictional_enabled: bool
    created_at: datetime


def list_records(session: Session, query: OpsQuery) -> Page[SiteRecord]:
    """Return a page of the sites."""
    own = [getattr(SiteRow, name) for name in SiteRecord.__dataclass_fields__ if name != "company"]
    statement = select(*own, CompanyRow.name.label("company")).join(CompanyRow, CompanyRow.id == SiteRow.company_id)
    return read_page(session, statement, SiteRecord, query)


SITES = Resource(
    key="sites.sites",
    label="Sites",
    title="name",
    icon="HomeOutlined",
    permission="sites.sites.read",
    rows=list_records,
    columns=(
        text("name", "Name", sort=True),
        text("domain", "Domain"),
        text("key", "Key"),
        text("company", "Company"),
        text("domain_language", "Language"),
        number("min_age", "Minimum age", in_list=False),
        number("refund_days", "Refund days", in_list=False),
        yes_no("fictional_enabled", "Fictional profiles"),
        instant("created_at", "Created", sort=True),
    ),
    filters=("name",),
    default_sort="name",
)
