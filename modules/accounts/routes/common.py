"""What the routes of accounts share: whose browser asks, letting it in and out, transactions of unmanaged views."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import Response, current_app, jsonify, make_response, request

from app.kernel import ratelimit
from app.kernel.auth import Actor, current_actor
from app.kernel.config import config
from app.kernel.db import Session
from app.kernel.http import cookie_name, set_cookie
from app.kernel.ratelimit import Limit
from app.kernel.signing import sign
from modules.accounts import queries
from modules.accounts.schemas import UserOut
from modules.accounts.service.login import Browser, Login
from modules.sites import api as sites_api

SESSION_DAYS = 30
YEAR_DAYS = 365
MAILED_LINKS = Limit("mailed-link", 60, 3600)
LOGINS = Limit("login", 100, 300)
LOGINS_A_DAY = Limit("login-day", 500, 86_400)
# Several times what the slower of two ways takes on an idle machine.
EVEN_SECONDS = 0.05


def user_of(session: Session, actor: Actor) -> dict[str, Any]:
    """Return what all modules say of a member (spec 3.1)."""
    user: dict[str, Any] = current_app.extensions["current_user"](session, actor)
    return user


def welcome(session: Session, entered: Login, *, status: int) -> Response:
    """Answer the member who just came in, with the cookies of the session and the device."""
    member = queries.get_member(session, entered.member_id)
    actor = replace(
        current_actor(),
        member_id=member.id,
        session_id=entered.session_id,
        language=member.language,
        is_confirmed=member.confirmed_at is not None,
        is_paid=member.is_paid,
    )
    response = make_response(jsonify(UserOut().dump(user_of(session, actor))), status)
    set_cookies(response, entered)
    return response


def set_cookies(response: Response, entered: Login) -> None:
    """Let a browser keep its session and that it logged in here before."""
    signature = sign("device", entered.device)
    set_cookie(response, "hearth_session", entered.token, days=SESSION_DAYS)
    set_cookie(response, "hearth_device", f"{entered.device}.{signature}", days=YEAR_DAYS)


def forget_session(response: Response) -> Response:
    """Let a browser forget its session, and return the same answer."""
    response.delete_cookie(
        cookie_name("hearth_session"), path="/", secure=config().secure_cookies, httponly=True, samesite="Lax"
    )
    return response


def browser() -> Browser:
    """Return where this request comes from."""
    actor = current_actor()
    return Browser(
        network=actor.network,
        user_agent=request.headers.get("User-Agent", ""),
        device=actor.device,
        country=sites_api.located_country(dict(request.headers)) or "",
    )


def network() -> str:
    """Return the place that rate limits count for."""
    actor = current_actor()
    return f"{actor.site_id} {actor.network}"


def count_login() -> None:
    """Count a password that somebody is about to try at whatever address; raises TooManyRequests."""
    ratelimit.check(LOGINS, network())
    ratelimit.check(LOGINS_A_DAY, network())


@contextmanager
def evenly() -> Iterator[None]:
    """Let what is done within end at the same moment whatever it does, so that its time tells nothing of whom it is
    about (docs/reports/guessing.md). No transaction may be open around it.
    """
    end = time.monotonic() + EVEN_SECONDS
    try:
        yield
    finally:
        time.sleep(max(0.0, end - time.monotonic()))
