"""What notifications does when something happens elsewhere."""

from modules.notifications.handlers import accounts, cases, members, money, sending

HANDLERS = (
    *accounts.HANDLERS,
    *members.HANDLERS,
    *money.HANDLERS,
    *cases.HANDLERS,
    *sending.HANDLERS,
)
