"""Companies of sites (spec 3.3) in the ops console."""

from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import case, func

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, between
from app.kernel.resources import Action, Resource, day, number, rows_of, text, words
from modules.sites.models import CompanyRow
from modules.sites.queries import get_company_name
from modules.sites.service import sites


class CompanyIn(In):
    name = Text(min=1, max=120, required=True, metadata={"label": "Name"})
    address = Text(max=200, required=True, metadata={"label": "Address"})
    city = Text(max=100, required=True, metadata={"label": "City"})
    country = Text(min=2, max=2, required=True, metadata={"label": "Country, two letters"})
    kvk = Text(max=40, required=True, metadata={"label": "Trade register number"})
    tradenames = fields.List(fields.String(), required=True, metadata={"label": "Trade names"})
    vat_numbers = fields.List(fields.String(), required=True, metadata={"label": "VAT numbers"})
    support_phone = Text(max=40, required=True, metadata={"label": "Support phone"})
    delete_discount = fields.Integer(
        required=True, validate=between(0, 100), metadata={"label": "Discount for members who stay (%)"}
    )


def change(session: Session, record_id: UUID, *, staff_id: UUID, **changes: Any) -> None:
    """Change a company's details; raises what `update_company` raises. The bank account is changed by command only."""
    sites.update_company(session, name=get_company_name(session, record_id), changes=changes)


# Only the last four characters of the bank account are shown.
ACCOUNT = case((CompanyRow.iban.is_not(None), func.concat("•••• ", func.right(CompanyRow.iban, 4))))

COMPANIES = Resource(
    key="sites.companies",
    label="Companies",
    title="name",
    empty="No companies yet. The companies that run the sites are listed here.",
    icon="BusinessOutlined",
    group="sites",
    rows=rows_of(CompanyRow, account=ACCOUNT),
    columns=(
        text("name", "Name", sort=True),
        text("city", "City"),
        text("country", "Country", means="country"),
        text("kvk", "Trade register number"),
        text("support_phone", "Support phone"),
        text("address", "Address", in_list=False),
        words("tradenames", "Trade names", in_list=False),
        words("vat_numbers", "VAT numbers", in_list=False),
        number("delete_discount", "Discount for members who stay (%)", in_list=False),
        text("creditor_id", "Creditor identifier", in_list=False),
        text("account", "IBAN for direct debit", in_list=False),
        day("added", "Added", in_list=False),
    ),
    filters=("name",),
    default_sort="name",
    actions=(
        Action("change", "Change", "sites.companies.change", change, form=CompanyIn, prefilled=True, guarded=True),
    ),
)
