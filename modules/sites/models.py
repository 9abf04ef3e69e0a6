"""Tables of the sites module."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, SmallInteger, func
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import sql_list
from app.kernel.db.session import Base
from app.kernel.personal.tables import not_personal
from modules.sites.contracts import SITE_TEXTS, TAKEN_WORDS, Signups


@not_personal
class CompanyRow(Base):
    """A company that runs sites (spec 3.3)."""

    __tablename__ = "company"
    __table_args__ = (CheckConstraint("delete_discount BETWEEN 0 AND 100", name="delete_discount"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    footer_id: Mapped[int] = mapped_column(SmallInteger)
    name: Mapped[str] = mapped_column(unique=True)
    address: Mapped[str]
    city: Mapped[str]
    country: Mapped[str]
    kvk: Mapped[str]
    tradenames: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    vat_numbers: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    support_phone: Mapped[str]
    delete_discount: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    # For direct debits, which need all of these except the BIC.
    creditor_id: Mapped[str | None]
    iban: Mapped[str | None]
    bic: Mapped[str | None]
    added: Mapped[date] = mapped_column(server_default=func.current_date())


@not_personal
class SiteRow(Base):
    """A site and its settings (spec 3.2)."""

    __tablename__ = "site"
    __table_args__ = (
        CheckConstraint("niche BETWEEN 1 AND 7", name="niche"),
        CheckConstraint("min_age >= 18", name="min_age"),
        CheckConstraint("care_credits > 0", name="care_credits"),
        CheckConstraint("message_credits >= 0 AND photo_credits >= 0 AND gift_credits >= 0", name="credits"),
        CheckConstraint("reply_credits >= 0", name="reply_credits"),
        CheckConstraint("signup_credits >= 0", name="signup_credits"),
        CheckConstraint("message_length BETWEEN 1 AND 10000", name="message_length"),
        CheckConstraint("refund_days >= 0", name="refund_days"),
        CheckConstraint(
            "NOT fictional_enabled"
            " OR (fictional_warning <> '' AND fictional_singular <> '' AND fictional_plural <> '')",
            name="fictional_is_disclosed",
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(unique=True)
    company_id: Mapped[UUID] = mapped_column(ForeignKey(CompanyRow.id))
    name: Mapped[str]
    index_title: Mapped[str]
    description: Mapped[str] = mapped_column(server_default="")
    domain: Mapped[str]
    domain_language: Mapped[str]
    languages: Mapped[tuple[str, ...]]
    timezone: Mapped[str] = mapped_column(server_default="Europe/Amsterdam")
    cdn_prefix: Mapped[str] = mapped_column(server_default="")
    niche: Mapped[int] = mapped_column(SmallInteger, server_default="1")
    countries: Mapped[tuple[str, ...]]
    visible_profile_fields: Mapped[tuple[str, ...]]
    visible_profile_notes: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    search_fields: Mapped[tuple[str, ...]]
    enable_site_entry_popup: Mapped[bool] = mapped_column(server_default="false")
    site_entry_countries: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    message_credits: Mapped[int] = mapped_column(server_default="5")
    reply_credits: Mapped[int | None]
    photo_credits: Mapped[int] = mapped_column(server_default="5")
    gift_credits: Mapped[int] = mapped_column(server_default="15")
    signup_credits: Mapped[int] = mapped_column(server_default="10")
    message_length: Mapped[int] = mapped_column(server_default="1000")
    support_email: Mapped[str]
    support_phone: Mapped[str] = mapped_column(server_default="")
    fictional_enabled: Mapped[bool] = mapped_column(server_default="false")
    care_credits: Mapped[int] = mapped_column(server_default="500")
    fictional_icon: Mapped[str] = mapped_column(server_default="mask")
    fictional_warning: Mapped[str] = mapped_column(server_default="")
    fictional_singular: Mapped[str] = mapped_column(server_default="")
    fictional_plural: Mapped[str] = mapped_column(server_default="")
    refund_days: Mapped[int] = mapped_column(server_default="14")
    signups: Mapped[Signups] = mapped_column(server_default=Signups.ALL)
    logged_out_search: Mapped[bool] = mapped_column(server_default="false")
    logged_out_search_trafficsource: Mapped[bool] = mapped_column(server_default="false")
    member_resell: Mapped[bool] = mapped_column(server_default="false")
    min_age: Mapped[int] = mapped_column(SmallInteger, server_default="18")
    hide_account_existence: Mapped[bool] = mapped_column(server_default="false")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@not_personal
class SiteHost(Base):
    """A host name of a site (spec 1.12), in lower case and without port."""

    __tablename__ = "site_host"
    __table_args__ = (CheckConstraint("host = lower(host)", name="host_lower"),)

    host: Mapped[str] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), index=True)


@not_personal
class SiteTextRow(Base):
    """A text of a site in a language other than its domain's, whose texts are columns of the site."""

    __tablename__ = "site_text"
    __table_args__ = (
        CheckConstraint(f"name IN ({sql_list(SITE_TEXTS)})", name="name"),
        CheckConstraint("text <> ''", name="text"),
    )

    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), primary_key=True)
    language: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]


@not_personal
class MessageCostRow(Base):
    """The minimum price of a message in a country, in minor units (spec 9.7)."""

    __tablename__ = "message_cost"
    __table_args__ = (CheckConstraint("costs >= 0", name="costs"),)

    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), primary_key=True)
    country: Mapped[str] = mapped_column(primary_key=True)
    costs: Mapped[int]
    currency: Mapped[str]


@not_personal
class PageRow(Base):
    """A version of a page in a language, as an operator wrote it (spec 2.30); one without a body removes the page.

    A trigger in models.sql makes versions immutable.
    """

    __tablename__ = "page"
    __table_args__ = (
        CheckConstraint("token ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(token) <= 60", name="token"),
        CheckConstraint(f"token NOT IN ({sql_list(TAKEN_WORDS)})", name="token_is_free"),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("char_length(language) = 2", name="language"),
        CheckConstraint("char_length(title) BETWEEN 1 AND 120", name="title"),
        CheckConstraint("char_length(description) <= 300", name="description"),
        CheckConstraint("char_length(body) BETWEEN 1 AND 200000", name="body"),
    )

    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), primary_key=True)
    token: Mapped[str] = mapped_column(primary_key=True)
    language: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str]
    description: Mapped[str]
    body: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@not_personal
class LanderTextRow(Base):
    """A site's own text on a landing page in a language; the slug "" is for every address of that page."""

    __tablename__ = "lander_text"
    __table_args__ = (
        CheckConstraint("slug ~ '^[a-z0-9-]{0,40}$'", name="slug"),
        CheckConstraint("char_length(headline) BETWEEN 1 AND 90", name="headline"),
        CheckConstraint("char_length(lead) BETWEEN 1 AND 300", name="lead"),
        CheckConstraint("char_length(button) BETWEEN 1 AND 40", name="button"),
    )

    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), primary_key=True)
    lander: Mapped[str] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(primary_key=True)
    language: Mapped[str] = mapped_column(primary_key=True)
    headline: Mapped[str]
    lead: Mapped[str]
    button: Mapped[str]


@not_personal
class PageBounceRow(Base):
    """How often visitors left from the first page they opened, summed by day, page and source; no single visits."""

    __tablename__ = "page_bounce"
    __table_args__ = (
        CheckConstraint("bounces > 0 AND seconds >= 0", name="counts"),
        CheckConstraint("char_length(path) <= 120", name="path"),
    )

    site_id: Mapped[UUID] = mapped_column(ForeignKey(SiteRow.id), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    network: Mapped[str] = mapped_column(primary_key=True)
    ref: Mapped[str] = mapped_column(primary_key=True)
    bounces: Mapped[int] = mapped_column(server_default="1")
    seconds: Mapped[int] = mapped_column(BigInteger, server_default="0")
