"""What comes in and goes out of the sites module's routes."""

from marshmallow import fields, validate

from app.kernel.http.schema import In, Out, QueryIn, Text, between, one_of
from app.kernel.i18n import LOCALES


class SettingsIn(QueryIn):
    """The page's own query parameters, of which two matter: a forced host and the country the visitor chose."""

    host = fields.String()
    country = fields.String()


class MessageCostOut(Out):
    country = fields.String(required=True)
    costs = fields.Integer(required=True)
    currency = fields.String(required=True)


class CompanyOut(Out):
    name = fields.String(required=True)
    address = fields.String(required=True)
    kvk = fields.String(required=True)
    city = fields.String(required=True)
    country = fields.String(required=True)
    tradenames = fields.List(fields.String(), required=True)
    vat_numbers = fields.List(fields.String(), required=True)
    support_phone = fields.String(required=True)
    delete_discount = fields.Integer(required=True)
    added = fields.String(required=True, metadata={"format": "date"})


class PageIn(QueryIn):
    """The language that somebody reads in; that of the request when left out."""

    language = fields.String(validate=validate.OneOf(LOCALES))


class PageSpanOut(Out):
    kind = fields.String(required=True, validate=validate.OneOf(["text", "strong", "emphasis", "link", "break"]))
    text = fields.String()
    href = fields.String()
    content = fields.List(fields.Nested(lambda: PageSpanOut()))


class PageBlockOut(Out):
    """A part of a page, without what is empty. `items` are a list's, or a quote's one; `head` and `rows` a table's."""

    kind = fields.String(required=True, validate=validate.OneOf(["heading", "paragraph", "list", "quote", "table"]))
    content = fields.List(fields.Nested(PageSpanOut))
    level = fields.Integer()
    id = fields.String()
    ordered = fields.Boolean()
    items = fields.List(fields.List(fields.Nested(lambda: PageBlockOut())))
    head = fields.List(fields.List(fields.Nested(PageSpanOut)))
    rows = fields.List(fields.List(fields.List(fields.Nested(PageSpanOut))))


class PageOut(Out):
    token = fields.String(required=True)
    path = fields.String(required=True)
    language = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    title = fields.String(required=True)
    description = fields.String(required=True)
    dated = fields.String(required=True, metadata={"format": "date"})
    blocks = fields.List(fields.Nested(PageBlockOut), required=True)


class SettingsOut(Out):
    name = fields.String(required=True)
    index_title = fields.String(required=True)
    description = fields.String(required=True)
    domain = fields.String(required=True)
    domain_language = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    cdn_prefix = fields.String(required=True)
    niche = fields.Integer(required=True)
    countries = fields.List(fields.String(), required=True)
    visible_profile_fields = fields.List(fields.String(), required=True)
    visible_profile_notes = fields.List(fields.String(), required=True)
    search_fields = fields.List(fields.String(), required=True)
    geoip_country = fields.String(required=True, allow_none=True)
    geoip_selected_country = fields.String(required=True, allow_none=True)
    enable_site_entry_popup = fields.Boolean(required=True)
    site_entry_countries = fields.List(fields.String(), required=True)
    push_key = fields.String(required=True, allow_none=True)
    message_credits = fields.Integer(required=True)
    reply_credits = fields.Integer(required=True, allow_none=True)
    photo_credits = fields.Integer(required=True)
    gift_credits = fields.Integer(required=True)
    signup_credits = fields.Integer(required=True)
    message_length = fields.Integer(required=True)
    minimum_message_costs = fields.List(fields.Nested(MessageCostOut), required=True)
    support_email = fields.String(required=True)
    support_phone = fields.String(required=True)
    fictional_enabled = fields.Boolean(required=True)
    fictional_icon = fields.String(required=True)
    fictional_warning = fields.String(required=True)
    fictional_singular = fields.String(required=True)
    fictional_plural = fields.String(required=True)
    refund_days = fields.Integer(required=True)
    signups = fields.String(required=True)
    logged_out_search = fields.Boolean(required=True)
    logged_out_search_trafficsource = fields.Boolean(required=True)
    member_resell = fields.Boolean(required=True)
    company_id = fields.Integer(required=True)
    min_age = fields.Integer(required=True)
    timezone = fields.String(required=True)
    server_now = fields.String(required=True, metadata={"format": "date-time"})
    company = fields.Nested(CompanyOut, required=True)


class LanderIn(QueryIn):
    """Which of a landing page's texts is asked for."""

    slug = Text(max=40, load_default="")
    language = fields.String(required=True, validate=one_of(*LOCALES))


class LanderTextOut(Out):
    headline = fields.String(required=True)
    lead = fields.String(required=True)
    button = fields.String(required=True)


class LanderOut(Out):
    """A site's own words for a landing page; null where the page has its usual ones."""

    text = fields.Nested(LanderTextOut, required=True, allow_none=True)


class BounceIn(In):
    """A visit that ended on its first page: which page, from where, after how many seconds."""

    path = fields.String(required=True, validate=validate.Regexp(r"^/[\w/.-]{0,119}$", error="field.invalid"))
    network = Text(max=100, load_default="")
    ref = Text(max=100, load_default="")
    seconds = fields.Integer(required=True, validate=between(0, 86_400))
