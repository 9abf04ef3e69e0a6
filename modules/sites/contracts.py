"""What other modules know of a site."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

# Fields of a profile with a closed set of keys (modules/profiles/data/choices.json), in the order to show them.
CHOICE_FIELDS = (
    "gender",
    "sexuality",
    "relationship_status",
    "hair_color",
    "eye_color",
    "body_type",
    "tattoos",
)
# Facts that a profile may show (spec 3.6) and filters that search may offer (spec 3.11); a site picks from them.
PROFILE_FIELDS = (*CHOICE_FIELDS, "interests", "country", "region", "city", "date_of_birth")
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
# Pages that every site has, in every language (spec 2.30).
BUILT_IN_PAGES = (
    "terms",
    "privacy",
    "cookies",
    "ban",
    "faq",
    "service",
    "return-policy",
    "accessibility",
    "transparency",
)
# First words of addresses that are not pages: an operator's page may not have them as its token. A word stays when its
# route is removed, because a database constraint has the same list.
TAKEN_WORDS = (
    "account",
    "account-deleted",
    "activate",
    "api",
    "appeals",
    "assets",
    "cases",
    "chats",
    "complaints",
    "complete-signup",
    "credits",
    "directdebit",
    "export",
    "healthz",
    "icons",
    "invitations",
    "invite",
    "landers",
    "lang-config",
    "likes",
    "login",
    "logout",
    "mail-change",
    "match-finder",
    "media",
    "members",
    "metrics",
    "notifications",
    "ops",
    "pages",
    "premium",
    "pricing",
    "profile",
    "reactivate",
    "readyz",
    "reports",
    "reset-password",
    "search",
    "settings",
    "signup",
    "signup-matches",
    "swipe-game",
    "transactions",
    "unsubscribe",
    "visitors",
)


# Texts of a site; each may be translated into every language.
FICTIONAL_TEXTS = ("fictional_warning", "fictional_singular", "fictional_plural")
SITE_TEXTS = ("index_title", "description", *FICTIONAL_TEXTS)

# The landing pages whose texts a site may change, by their addresses (spec 2.7, 2.28, 2.29).
LANDERS = (
    "alonetonight",
    "collagelanding",
    "gallery",
    "iconslanding",
    "landing2",
    "landing3",
    "maplanding",
    "socialnetwork",
    "tinderswipe",
    "transitionsvideolanding",
    "video",
)


class Signups(StrEnum):
    """Who may sign up (spec 6.2)."""

    ALL = "all"
    WITH_TRAFFICSOURCE = "with_trafficsource"
    INVITATION = "invitation"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MessageCost:
    """The minimum price of a message in a country, in minor units of the currency (spec 9.7)."""

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
    """A site and all its settings (spec section 3, Settings). Credits are whole credits.

    The texts are those of its domain's language; `texts` holds other languages' by language and name.
    """

    id: UUID
    key: str
    name: str
    index_title: str
    description: str
    domain: str
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
    support_email: str
    support_phone: str
    fictional_enabled: bool
    care_credits: int
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
    hosts: tuple[str, ...] = ()
    minimum_message_costs: tuple[MessageCost, ...] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def zone(self) -> ZoneInfo:
        """Return the site's time zone, which its days, months and quiet hours are in."""
        return ZoneInfo(self.timezone)

    def day_of(self, moment: datetime) -> date:
        """Return the site's day at a time, such as its today at `clock.now()`."""
        return moment.astimezone(self.zone).date()


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line. `content` is inside of strong text, emphasis or a link; `href` is the target of a link."""

    kind: Literal["text", "strong", "emphasis", "link", "break"]
    text: str = ""
    href: str = ""
    content: tuple["Span", ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page. Which fields are set depends on the kind; `id` is a heading's anchor."""

    kind: Literal["heading", "paragraph", "list", "quote", "table"]
    content: tuple[Span, ...] = ()
    level: int = 0
    id: str = ""
    ordered: bool = False
    items: tuple[tuple["Block", ...], ...] = ()
    head: tuple[tuple[Span, ...], ...] = ()
    rows: tuple[tuple[tuple[Span, ...], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page for a reader (spec 2.30).

    `language` is that of the text, which differs from the requested one if that has no text; `languages` are all in
    which the site has the page. `dated` is the day of its version (spec 9.6).
    """

    token: str
    path: str
    language: str
    languages: tuple[str, ...]
    title: str
    description: str
    dated: date
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PageVersion:
    """A version of a page as the operator wrote it; one without a body removes the page."""

    token: str
    language: str
    version: int
    title: str
    description: str
    body: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LanderText:
    """A site's own text on a landing page; the slug "" is for every address of that page."""

    lander: str
    slug: str
    language: str
    headline: str
    lead: str
    button: str


@dataclass(frozen=True, slots=True)
class Bounces:
    """How often visitors left from the first page they opened, and after how many seconds on average."""

    path: str
    network: str
    ref: str
    bounces: int
    seconds: int
