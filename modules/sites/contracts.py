"""What other modules know of a site."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

# Facts that a profile may show (spec 3.6) and filters that search may offer (spec 3.11); a site picks from them.
PROFILE_FIELDS = (
    "gender",
    "sexuality",
    "relationship_status",
    "hair_color",
    "eye_color",
    "body_type",
    "tattoos",
    "interests",
    "country",
    "region",
    "city",
    "date_of_birth",
)
SEARCH_FIELDS = (
    "gender",
    "country",
    "region",
    "place",
    "min_age",
    "max_age",
    "interest",
    "online",
    "with_photo",
    "new",
    "text",
)


class Signups(StrEnum):
    """Who may sign up (spec 6.2)."""

    ALL = "all"
    WITH_TRAFFICSOURCE = "with_trafficsource"
    INVITATION = "invitation"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MessageCost:
    """The least that a message costs in a country, in minor units of the currency (spec 9.7)."""

    country: str
    costs: int
    currency: str


@dataclass(frozen=True, slots=True)
class Company:
    """The company behind a site. `footer_id` 1, 5 or 6 selects the footer's address (spec 2.50).

    It collects by direct debit under `creditor_id`, to the account `iban`.
    """

    id: UUID
    footer_id: int
    name: str
    address: str
    city: str
    country: str
    kvk: str
    tradenames: tuple[str, ...]
    vat_numbers: tuple[str, ...]
    support_phone: str
    delete_discount: int
    creditor_id: str | None
    iban: str | None
    bic: str | None
    added: date


@dataclass(frozen=True, slots=True)
class Site:
    """A site and all its settings (spec section 3, Settings). Credits are whole credits."""

    id: UUID
    key: str
    name: str
    index_title: str
    description: str
    domain: str
    hosts: tuple[str, ...]
    domain_language: str
    languages: tuple[str, ...]
    timezone: str
    cdn_prefix: str
    niche: int
    countries: tuple[str, ...]
    visible_profile_fields: tuple[str, ...]
    visible_profile_notes: tuple[str, ...]
    search_fields: tuple[str, ...]
    enable_site_entry_popup: bool
    site_entry_countries: tuple[str, ...]
    message_credits: int
    reply_credits: int | None
    photo_credits: int
    gift_credits: int
    signup_credits: int
    message_length: int
    minimum_message_costs: tuple[MessageCost, ...]
    support_email: str
    support_phone: str
    fictional_enabled: bool
    fictional_icon: str
    fictional_warning: str
    fictional_singular: str
    fictional_plural: str
    refund_days: int
    signups: Signups
    logged_out_search: bool
    logged_out_search_trafficsource: bool
    member_resell: bool
    min_age: int
    hide_account_existence: bool
    company: Company
