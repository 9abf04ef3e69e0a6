"""Host names of sites (spec 1.12) in the ops console."""

from uuid import UUID

from marshmallow import fields
from sqlalchemy import select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text
from app.kernel.resources import Action, Resource, ref, rows_of, text, yes_no
from modules.sites import queries
from modules.sites.models import SiteHost, SiteRow
from modules.sites.service import sites

CHANGE = "sites.sites.change"
ANSWERS = select(SiteHost, (SiteRow.domain == SiteHost.host).label("is_domain")).join(
    SiteRow, SiteRow.id == SiteHost.site_id
)


class HostIn(In):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    host = Text(min=1, max=253, required=True, metadata={"label": "Host, such as liefde.example"})


def add(session: Session, *, staff_id: UUID, site_id: UUID, host: str) -> str:
    """Add a host name to a site and return its id; raises SiteUnknown, HostTaken or HostInvalid."""
    return sites.add_host(session, site_id=queries.get_site(session, site_id).id, host=host)


def remove(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Remove a host name; raises HostIsDomain."""
    sites.remove_host(session, host=record_id)


HOSTS = Resource(
    key="sites.hosts",
    label="Hosts",
    title="host",
    empty="No hosts yet. The host names of the sites are listed here.",
    icon="DnsOutlined",
    group="sites",
    rows=rows_of(ANSWERS, key=("host",)),
    columns=(
        text("host", "Host", sort=True),
        ref("site_id", "Site", to="sites.sites", related=True),
        yes_no("is_domain", "Main domain"),
    ),
    filters=("host", "site_id"),
    default_sort="host",
    actions=(
        Action("add", "Add host", CHANGE, add, form=HostIn, creates=True, guarded=True),
        Action(
            "remove", "Remove", CHANGE, remove, confirm="The site can no longer be reached at this host.", guarded=True
        ),
    ),
)
