"""The base of the moderation module's tables."""

SCHEMA = "moderation"
MEMBER = "accounts.member.id"
SITE = "sites.site.id"
