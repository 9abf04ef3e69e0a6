"""Shared by the routes of accounts: the requesting browser, session cookies, limits and response time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import Response, current_app, jsonify, make_response, request

from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Actor, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import cookie_name, set_cookie
from app.kernel.secrets.signing import sign
from modules.accounts.schemas import UserOut
from modules.accounts.sessions.service import sessions
from modules.accounts.sessions.service.login import Browser, Login
from modules.sites import api as sites_api

SESSION_DAYS = 30
YEAR_DAYS = 365
MAILED_LINKS = Limit("mailed-link", 60, 3600)
LOGINS = Limit("login", 100, 300)
LOGINS_A_DAY = Limit("login-day", 500, 86_400)
# Several times as long as the slower of the two paths takes on an idle machine.
CONSTANT_SECONDS = 0.05


def user_of(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the answer about the logged-in member, collected from all modules (spec 3.1)."""
    user: dict[str, Any] = current_app.extensions["current_user"](session, actor)
    return user


def login_response(session: Session, new_login: Login, *, status: int) -> Response:
    """Return the answer about a member who just logged in, with the cookies of the session and the device.

    The session that the browser had before ends, or it would stay open without a browser.
    """
    before = current_actor().session_id
    if before is not None:
        sessions.end_session(session, session_id=before)
    actor = replace(current_actor(), member_id=new_login.member_id, session_id=new_login.session_id)
    response = make_response(jsonify(UserOut().dump(user_of(session, actor))), status)
    set_cookies(response, new_login)
    return response


def set_cookies(response: Response, new_login: Login) -> None:
    """Set the cookies of the session and of the device."""
    signature = sign("device", new_login.device)
    set_cookie(response, "hearth_session", new_login.token, days=SESSION_DAYS)
    set_cookie(response, "hearth_device", f"{new_login.device}.{signature}", days=YEAR_DAYS)


def delete_session_cookie(response: Response) -> Response:
    """Delete the session cookie and return the response."""
    response.delete_cookie(
        cookie_name("hearth_session"), path="/", secure=config().secure_cookies, httponly=True, samesite="Lax"
    )
    return response


def browser() -> Browser:
    """Return the network, user agent, device and country of this request."""
    actor = current_actor()
    return Browser(
        network=actor.network,
        user_agent=request.headers.get("User-Agent", ""),
        device=actor.device,
        country=sites_api.located_country(dict(request.headers)) or "",
    )


def network() -> str:
    """Return the key of rate limits: site and network."""
    actor = current_actor()
    return f"{actor.site_id} {actor.network}"


def count_login() -> None:
    """Count a login attempt of this network, whatever the address; raises TooManyRequests."""
    ratelimit.check(LOGINS, network())
    ratelimit.check(LOGINS_A_DAY, network())


@contextmanager
def constant_time() -> Iterator[None]:
    """Make the block take CONSTANT_SECONDS, so that its duration does not reveal whether an account exists
    (docs/reports/guessing.md). No transaction may be open around it.
    """
    end = time.monotonic() + CONSTANT_SECONDS
    try:
        yield
    finally:
        time.sleep(max(0.0, end - time.monotonic()))
