"""Types of what the fixtures of tests/conftest.py return."""

from collections.abc import Callable
from typing import Any

from modules.accounts.contracts import Member
from tests.conftest import Client
from tests.factories.moderation import Colleague

MakeMember = Callable[..., Member]
Pair = tuple[Member, Member]
MakeColleague = Callable[..., Colleague]
LogIn = Callable[[Member], Client]
OpenConsole = Callable[[Colleague], Client]
CountQueries = Callable[[Callable[[], Any]], int]
