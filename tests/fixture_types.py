"""Types of what the fixtures of tests/conftest.py return."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from app.kernel.db.session import Session
from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories.moderation import Colleague

Transaction = Callable[..., AbstractContextManager[Session]]
MakeMember = Callable[..., Member]
Pair = tuple[Member, Member]
MakeColleague = Callable[..., Colleague]
LogIn = Callable[[Member], Client]
OpenConsole = Callable[[Colleague], Client]
Drain = Callable[[], None]
CountQueries = Callable[[Callable[[], Any]], int]
