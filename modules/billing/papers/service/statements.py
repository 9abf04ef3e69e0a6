"""Statements: a month of a member's money and credits, as data and as files.

The messaging module gives the names of conversations' partners, which billing does not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.mail.addresses import as_shown
from app.kernel.text import csv_tables, formats
from app.kernel.text.words import isolated
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import File
from modules.billing.contracts.shop import Money
from modules.billing.errors.papers import StatementNotFound
from modules.billing.papers.queries import statements as queries
from modules.billing.papers.queries.statements import SpentOn, StatementEntry
from modules.billing.payments.service import limits
from modules.billing.shop import queries as shop_queries
from modules.sites.contracts import Site

if TYPE_CHECKING:
    from modules.billing.papers.service.pdf import Sheet

_MONEY_WIDTHS = (0.22, 0.4, 0.16, 0.22)
_SPENDING_WIDTHS = (0.6, 0.18, 0.22)
# In each table of a PDF file: laying out a line takes 120 KB of memory. CSV files have all lines.
MAX_PRINTED = 500


@dataclass(frozen=True, slots=True)
class Statement:
    """A month of a member's money and credits; `ends` is the first moment after it."""

    starts: datetime
    ends: datetime
    entries: tuple[StatementEntry, ...]
    spending: tuple[SpentOn, ...]
    totals: tuple[Money, ...]

    @property
    def month(self) -> str:
        """Return the month's name, such as `2026-11`."""
        return f"{self.starts:%Y-%m}"

    @property
    def conversation_ids(self) -> list[UUID]:
        """Return the conversations that credits were spent on."""
        return [spent.reference_id for spent in self.spending]

    @property
    def credits(self) -> int:
        """Return all credits that were spent."""
        return sum(spent.credits for spent in self.spending)


def get_statement(session: Session, *, member: Member, month: str | None) -> Statement:
    """Return a member's statement of a month such as `2026-11`, None for this month.

    Raises StatementNotFound for an invalid or future month, and for one before they signed up.
    """
    now, current = limits.this_month(session, member.site_id)
    starts = _month(month, current) if month else current
    if starts > now or (ends := limits.next_month(starts)) <= member.signup_at:
        raise StatementNotFound()
    entries = queries.list_entries(session, member_id=member.id, starts=starts, ends=ends)
    spending = queries.list_spending(session, member_id=member.id, starts=starts, ends=ends)
    return Statement(starts, ends, tuple(entries), tuple(spending), _sum(entry.amount for entry in entries))


def write_statement(statement: Statement, *, names: Mapping[UUID, str], language: str) -> File:
    """Return a statement as a CSV file; amounts have a decimal point, and times their UTC offset."""
    return File(f"statement-{statement.month}.csv", csv_tables.table_of(_lines(statement, names, language)))


def _lines(statement: Statement, names: Mapping[UUID, str], language: str) -> Iterable[Iterable[Any]]:
    heads = ("date", "what", "with", "credits", "amount", "currency", "paper")
    yield [_say(language, f"head.{head}") for head in heads]
    for entry in statement.entries:
        what = _say(language, f"kind.{entry.kind}")
        yield entry.at.isoformat(), what, "", entry.credits, *_csv_amount(entry.amount), entry.paper
    for spent in statement.spending:
        name = _name(spent.reference_id, names, language)
        for number, amount in enumerate(spent.amounts or (None,)):
            # A conversation with credits paid in two currencies has two lines; its credits are in the first.
            credits = -spent.credits if number == 0 else 0
            yield statement.month, _say(language, "kind.spent"), name, credits, *_csv_amount(amount), ""


def print_statement(
    session: Session, statement: Statement, *, names: Mapping[UUID, str], member: Member, site: Site
) -> File:
    """Return a statement as a PDF file."""
    from modules.billing.papers.service.pdf import Sheet

    language, zone = member.language, site.zone
    month = formats.month(language, statement.starts.date())
    company = site.company
    foot = (company.name, company.address, company.city, site.support_email)
    sheet = Sheet(
        title=_say(language, "title", month=month),
        language=language,
        made_at=shop_queries.database_now(session),
        foot=" · ".join(isolated(part) for part in foot if part),
    )
    sheet.heading(site.name, _say(language, "title", month=month))
    sheet.columns([_say(language, "for"), member.name, as_shown(member.email)])
    sheet.caption(_say(language, "paid"))
    _print_money(sheet, statement, language, zone)
    sheet.caption(_say(language, "spent"))
    _print_spending(sheet, statement, language, names)
    sheet.paragraph(_say(language, "note", email=site.support_email))
    return File(f"statement-{statement.month}.pdf", sheet.to_bytes())


def _print_money(sheet: Sheet, statement: Statement, language: str, zone: ZoneInfo) -> None:
    def cells(entry: StatementEntry) -> list[str]:
        day = formats.day(language, entry.at.astimezone(zone).date())
        what = " ".join(part for part in (_say(language, f"kind.{entry.kind}"), entry.paper) if part)
        return [day, what, str(entry.credits), _money(language, entry.amount)]

    heads = [_say(language, f"head.{head}") for head in ("date", "what", "credits", "amount")]
    sheet.row(heads, _MONEY_WIDTHS, left=2, soft=True)
    for entry in statement.entries[:MAX_PRINTED]:
        sheet.row(cells(entry), _MONEY_WIDTHS, left=2)
    _print_rest(sheet, len(statement.entries) - MAX_PRINTED, language)
    for total in statement.totals:
        sheet.row([_say(language, "total"), "", "", _money(language, total)], _MONEY_WIDTHS, bold=True)
    if not statement.entries:
        sheet.paragraph(_say(language, "nothing-paid"))


def _print_spending(sheet: Sheet, statement: Statement, language: str, names: Mapping[UUID, str]) -> None:
    heads = [_say(language, f"head.{head}") for head in ("with", "credits", "amount")]
    sheet.row(heads, _SPENDING_WIDTHS, soft=True)
    for spent in statement.spending[:MAX_PRINTED]:
        name = _name(spent.reference_id, names, language)
        sheet.row([name, str(spent.credits), _amounts(language, spent.amounts)], _SPENDING_WIDTHS)
    _print_rest(sheet, len(statement.spending) - MAX_PRINTED, language)
    worth = _sum(amount for spent in statement.spending for amount in spent.amounts)
    sheet.row([_say(language, "total"), str(statement.credits), _amounts(language, worth)], _SPENDING_WIDTHS, bold=True)


def _print_rest(sheet: Sheet, lines: int, language: str) -> None:
    """Say how many lines a table leaves out; the totals below it count them."""
    if lines > 0:
        sheet.row([_say(language, "more", count=lines)], (1,), soft=True)


def _month(month: str, current: datetime) -> datetime:
    try:
        return datetime.strptime(month, "%Y-%m").replace(tzinfo=current.tzinfo)
    except ValueError:
        raise StatementNotFound() from None


def _sum(amounts: Iterable[Money]) -> tuple[Money, ...]:
    """Return the totals of amounts, one for each currency."""
    totals: dict[str, int] = defaultdict(int)
    for amount in amounts:
        totals[amount.currency] += amount.minor
    return tuple(Money(minor, currency) for currency, minor in sorted(totals.items()))


def _say(language: str, key: str, **values: Any) -> str:
    return i18n.text(language, f"statement.{key}", **values)


def _money(language: str, amount: Money) -> str:
    return formats.money(language, amount.minor, amount.currency)


def _amounts(language: str, amounts: Iterable[Money]) -> str:
    return " + ".join(_money(language, amount) for amount in amounts) or "–"


def _name(reference_id: UUID, names: Mapping[UUID, str], language: str) -> str:
    return names.get(reference_id) or _say(language, "somebody")


def _csv_amount(amount: Money | None) -> tuple[Decimal | None, str]:
    if amount is None:
        return None, ""
    return formats.plain_money(amount.minor, amount.currency), amount.currency
