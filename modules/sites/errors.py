"""Refusals of the sites module."""

from app.kernel.errors import Conflict, Invalid, NotFound


class SiteUnknown(NotFound):
    code = "sites.site-unknown"


class CompanyUnknown(NotFound):
    code = "sites.company-unknown"


class KeyTaken(Conflict):
    code = "sites.key-taken"


class CompanyTaken(Conflict):
    code = "sites.company-taken"


class HostTaken(Conflict):
    code = "sites.host-taken"


class HostInvalid(Invalid):
    code = "sites.host-invalid"


class HostIsDomain(Conflict):
    """The host is the site's domain, which cannot be removed."""

    code = "sites.host-is-domain"


class SettingUnknown(Invalid):
    code = "sites.setting-unknown"


class SettingMissing(Invalid):
    code = "sites.setting-missing"


class SettingOutOfRange(Invalid):
    code = "sites.setting-out-of-range"


class SettingNotAChoice(Invalid):
    code = "sites.setting-not-a-choice"


class SettingMalformed(Invalid):
    code = "sites.setting-malformed"


class CompanyUnwritable(Invalid):
    """A field of a company has `characters` that files for a bank and invoices cannot contain."""

    code = "sites.company-unwritable"


class FictionalUndisclosed(Invalid):
    """Fictional profiles may not be shown without their warning and their names (promise 1)."""

    code = "sites.fictional-undisclosed"


class PageUnknown(NotFound):
    code = "sites.page-unknown"


class TokenInvalid(Invalid):
    """The token is malformed, or the first word of other addresses."""

    code = "sites.token-invalid"


class PageLanguageUnknown(Invalid):
    code = "sites.page-language-unknown"


class PageMalformed(Invalid):
    """A page without title or text, with an unknown value, or with content that pages may not have."""

    code = "sites.page-malformed"


class LanderUnknown(NotFound):
    code = "sites.lander-unknown"


class LanderTextUnknown(NotFound):
    code = "sites.lander-text-unknown"


class LanderTextInvalid(Invalid):
    code = "sites.lander-text-invalid"
