"""The base of the moderation module's tables."""

from enum import StrEnum

SCHEMA = "moderation"
MEMBER = "accounts.member.id"
SITE = "sites.site.id"


def one_of(values: type[StrEnum]) -> str:
    """Return the values of an enum as a list for SQL."""
    return ", ".join(f"'{value}'" for value in values)
