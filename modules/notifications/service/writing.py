"""Writing a letter in its reader's language, by the data of the moment."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import File
from modules.billing.contracts.shop import Money
from modules.notifications.contracts import Letter, MailType
from modules.sites import api as sites_api
from modules.sites.contracts import Site


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the letter of one queued mail to one member of one site."""

    session: Session
    site: Site
    member: Member
    type: MailType
    params: dict[str, str]

    def letter(
        self, path: str, *, words: str = "", link: str = "", files: tuple[File | None, ...] = (), **values: Any
    ) -> Letter:
        """Return a letter whose texts are those of the type or of `words`; empty paragraphs are left out.

        `link` is the path of its secondary link. Of the values, `first` and `second` replace paragraphs, and `facts`
        and `ends_in_total` are those of the letter.
        """
        named = {"name": self.member.name, "site": self.site.name, **values}

        def translate(part: str) -> str:
            return i18n.find_text(self.member.language, f"mail.{words or self.type}.{part}", **named) or ""

        return Letter(
            subject=translate("subject"),
            heading=translate("heading"),
            paragraphs=tuple(text for part in ("first", "second") if (text := values.get(part, translate(part)))),
            button=translate("button"),
            url=sites_api.site_url(self.site, path),
            note=translate("note"),
            facts=values.get("facts", ()),
            link=translate("link") if link else "",
            link_url=sites_api.site_url(self.site, link) if link else "",
            files=tuple(file for file in files if file),
            ends_in_total=values.get("ends_in_total", False),
        )

    def id_of(self, param: str) -> UUID:
        """Return the id that the mail was queued with by this name."""
        return UUID(self.params[param])

    def text(self, key: str, **values: Any) -> str:
        """Return a text in the reader's language."""
        return i18n.text(self.member.language, key, **values)

    def facts(self, prefix: str, **known: str) -> tuple[tuple[str, str], ...]:
        """Return the rows of the letter's table, without empty ones; their texts begin with `prefix`."""
        return tuple((self.text(f"{prefix}.{name}"), fact) for name, fact in known.items() if fact)

    def money(self, amount: Money) -> str:
        """Return an amount in the reader's format."""
        return formats.money(self.member.language, amount.minor, amount.currency)

    def day(self, when: datetime) -> str:
        """Return the day of a time in the site's time zone, in the reader's format."""
        return formats.day(self.member.language, self.site.day_of(when))
