"""Sites and their settings (spec 3.2) in the ops console, changed by the service that `hearth site set` uses."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from marshmallow import fields, validate

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, one_of
from app.kernel.i18n import LOCALES
from app.kernel.resources import (
    Action,
    Resource,
    badge,
    badges,
    instant,
    long_text,
    number,
    ref,
    rows_of,
    text,
    words,
    yes_no,
)
from modules.sites.contracts import PROFILE_FIELDS, SEARCH_FIELDS, Signups
from modules.sites.models import SiteRow
from modules.sites.queries import get_company_name
from modules.sites.service import sites


def _number(label: str, **options: Any) -> fields.Integer:
    return fields.Integer(required=True, metadata={"label": label}, **options)


def _switch(label: str) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"label": label})


def _text(label: str, max_length: int, min_length: int = 0) -> Text:
    return Text(min=min_length, max=max_length, required=True, metadata={"label": label})


def _choices(label: str, *choices: str, min_length: int = 0) -> fields.List[Any]:
    each = fields.String(validate=one_of(*choices)) if choices else fields.String()
    enough = validate.Length(min=min_length, error="field.required")
    return fields.List(each, required=True, validate=enough, metadata={"label": label})


class BaseIn(In):
    domain = _text("Main domain", 253, 1)
    company_id = fields.UUID(required=True, metadata={"label": "Company", "reference": "sites.companies"})
    niche = _number("Niche (1 to 7)")


class WordsIn(In):
    name = _text("Name", 60, 1)
    index_title = _text("Title of the home page", 120, 1)
    description = _text("Description for search engines", 300)
    support_email = _text("Support email", 120, 3)
    support_phone = _text("Support phone", 40)
    cdn_prefix = _text("URL prefix of static files (optional)", 200)


class PlacesIn(In):
    languages = _choices("Languages", *LOCALES, min_length=1)
    domain_language = fields.String(validate=one_of(*LOCALES), required=True, metadata={"label": "Main language"})
    timezone = _text("Time zone", 60, 1)
    countries = _choices("Countries, two letters each", min_length=1)
    enable_site_entry_popup = _switch("Show entry warning")
    site_entry_countries = _choices("Countries with entry warning")


class PricesIn(In):
    message_credits = _number("Credits per message")
    reply_credits = _number("Credits per reply (empty: same as a message)", allow_none=True)
    photo_credits = _number("Credits per photo")
    gift_credits = _number("Credits per gift")
    signup_credits = _number("Credits at signup")
    message_length = _number("Maximum message length, in characters")
    refund_days = _number("Refund period, in days")


class SignupsIn(In):
    signups = fields.String(validate=one_of(*Signups), required=True, metadata={"label": "Who can sign up"})
    min_age = _number("Minimum age")
    logged_out_search = _switch("Visitors can search")
    logged_out_search_trafficsource = _switch("Visitors from a traffic source can search")
    hide_account_existence = _switch("Hide whether an email address has an account")
    member_resell = _switch("Members can invite people")


class ProfilesIn(In):
    visible_profile_fields = _choices("Profile fields", *PROFILE_FIELDS)
    visible_profile_notes = _choices("Profile fields with a note", *PROFILE_FIELDS)
    search_fields = _choices("Search filters", *SEARCH_FIELDS)


class FictionIn(In):
    fictional_enabled = _switch("Fictional profiles enabled")
    care_credits = _number("Spending alert for writers, in credits per 30 days")
    fictional_icon = _text("Icon", 40, 1)
    fictional_warning = _text("Warning text", 500)
    fictional_singular = _text("Label (singular)", 60)
    fictional_plural = _text("Label (plural)", 60)


def change(session: Session, record_id: UUID, *, staff_id: UUID, **changes: Any) -> None:
    """Change settings of a site, all or none; raises what `update_site_settings` raises."""
    sites.update_site_settings(session, site_id=record_id, changes=changes)


def change_base(session: Session, record_id: UUID, *, staff_id: UUID, company_id: UUID, **changes: Any) -> None:
    """Change domain, company and niche of a site; raises what `update_site_settings` raises."""
    company = get_company_name(session, company_id)
    sites.update_site_settings(session, site_id=record_id, changes={**changes, "company": company})


def _settings(name: str, label: str, form: type[In], run: Callable[..., None] = change, confirm: str = "") -> Action:
    return Action(name, label, "sites.sites.change", run, form=form, confirm=confirm, prefilled=True, guarded=True)


# The confirmation before fictional profiles are switched off.
SWITCHED_OFF = (
    "When fictional profiles are disabled, no more messages are written for them, members who wrote to one are"
    " notified, and credits for unanswered messages are refunded within minutes. Enabling them again does not undo"
    " this."
)


SITES = Resource(
    key="sites.sites",
    label="Sites",
    title="name",
    empty="No sites yet. Create one with `hearth site create`.",
    icon="HomeOutlined",
    group="sites",
    rows=rows_of(SiteRow),
    columns=(
        text("name", "Name", sort=True),
        text("domain", "Domain"),
        text("key", "Key"),
        ref("company_id", "Company", to="sites.companies", related=True),
        badge("domain_language", "Language", LOCALES),
        yes_no("fictional_enabled", "Fictional profiles"),
        instant("created_at", "Created", sort=True),
        text("index_title", "Title", in_list=False),
        text("description", "Description", in_list=False),
        text("support_email", "Support email", in_list=False),
        text("support_phone", "Support phone", in_list=False),
        text("cdn_prefix", "URL prefix of static files", in_list=False),
        badges("languages", "Languages", LOCALES, in_list=False),
        words("countries", "Countries", in_list=False),
        text("timezone", "Time zone", in_list=False),
        yes_no("enable_site_entry_popup", "Entry warning", in_list=False),
        words("site_entry_countries", "Countries with entry warning", in_list=False),
        number("niche", "Niche", in_list=False),
        number("message_credits", "Credits per message", in_list=False),
        number("reply_credits", "Credits for a reply", in_list=False),
        number("photo_credits", "Credits per photo", in_list=False),
        number("gift_credits", "Credits per gift", in_list=False),
        number("signup_credits", "Credits at signup", in_list=False),
        number("message_length", "Maximum message length", in_list=False),
        number("refund_days", "Refund period, in days", in_list=False),
        badge("signups", "Who can sign up", [*Signups], in_list=False),
        number("min_age", "Minimum age", in_list=False),
        yes_no("logged_out_search", "Visitors can search", in_list=False),
        yes_no("logged_out_search_trafficsource", "Visitors from a traffic source can search", in_list=False),
        yes_no("hide_account_existence", "Hide whether an email address has an account", in_list=False),
        yes_no("member_resell", "Members can invite people", in_list=False),
        badges("visible_profile_fields", "Profile fields", PROFILE_FIELDS, in_list=False),
        badges("visible_profile_notes", "Profile fields with a note", PROFILE_FIELDS, in_list=False),
        badges("search_fields", "Search filters", SEARCH_FIELDS, in_list=False),
        number("care_credits", "Spending alert for writers, in credits per 30 days", in_list=False),
        text("fictional_icon", "Icon of fictional profiles", in_list=False),
        long_text("fictional_warning", "Warning text"),
        text("fictional_singular", "Label of one fictional profile", in_list=False),
        text("fictional_plural", "Label of several fictional profiles", in_list=False),
    ),
    filters=("name", "company_id"),
    default_sort="name",
    actions=(
        _settings("set-base", "Domain, company and niche", BaseIn, change_base),
        _settings("set-words", "Name and contact", WordsIn),
        _settings("set-places", "Languages and countries", PlacesIn),
        _settings("set-prices", "Credits and limits", PricesIn),
        _settings("set-doors", "Access", SignupsIn),
        _settings("set-profiles", "Profiles and search", ProfilesIn),
        _settings("set-fiction", "Fictional profiles", FictionIn, confirm=SWITCHED_OFF),
    ),
)
