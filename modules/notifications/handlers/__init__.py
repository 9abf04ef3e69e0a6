"""Event handlers of the notifications module."""

from modules.notifications.handlers import accounts, cases, members, money, sending

HANDLERS = (
    *accounts.HANDLERS,
    *members.HANDLERS,
    *money.HANDLERS,
    *cases.HANDLERS,
    *sending.HANDLERS,
)
