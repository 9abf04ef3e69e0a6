"""The way of a staff request: identify, allow, one transaction around the view, audit in that transaction."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, request

from app.kernel import http
from app.kernel.config import config
from app.kernel.db import Session, transaction
from app.kernel.errors import Forbidden, LoginRequired
from app.kernel.hosts import CONSOLE
from app.kernel.ratelimit import Limit, check, network_of
from app.kernel.schema import In, Text
from modules.moderation import api as moderation_api
from modules.moderation.contracts import StaffSession

# Said of a request that nobody sits behind: the console asks by the clock.
AWAY = "X-Hearthside-Away"
SIGN_IN = Limit("ops-sign-in", calls=30, seconds=300)
OPEN = http.Operation()


class ConfirmIn(In):
    password = Text(min=1, max=200, required=True)
    code = Text(min=1, max=20, required=True)


class NewPasswordIn(ConfirmIn):
    new_password = Text(min=1, max=200, required=True)


class SignInIn(ConfirmIn):
    email = Text(min=1, max=200, required=True)


class ConfirmationRequired(Forbidden):
    """Password and code were shown too long ago for what was asked; once they are shown again, it may be repeated."""

    code = "confirmation-required"


def cookie_name() -> str:
    """Return the name of the staff cookie; it goes to /ops only, so under https it is __Secure-, not __Host-."""
    return "__Secure-hearth_staff" if config().secure_cookies else "hearth_staff"


def edge(
    view: Callable[..., Any], *, writes: bool = False, prepare: Callable[..., None] | None = None
) -> Callable[..., Response]:
    """Wrap a view for staff: it is called with the session and the StaffSession first. A GET that `writes` is audited.

    prepare: is called with the StaffSession before the transaction begins, for what asks a network.
    Raises LoginRequired, or Forbidden for what another page could have triggered. The staff session is read in a
    transaction of its own, because it notes its use and a GET may write nothing.
    """

    @wraps(view)
    def run(**arguments: Any) -> Response:
        http.check_origin(OPEN)
        staff = identify()
        if prepare is not None:
            prepare(staff, **arguments)
        with transaction(read_only=request.method in http.SAFE_METHODS and not writes) as session:
            return make_response(view(session, staff, **arguments))

    return run


def identify(*, is_away: bool = False) -> StaffSession:
    """Find out which of the staff asks; `is_away` where nobody did anything for it. Raises LoginRequired."""
    g.language = "en"
    token = request.cookies.get(cookie_name())
    if not token:
        raise LoginRequired()
    is_away = is_away or request.headers.get(AWAY) == "1"
    with transaction() as session:
        staff = moderation_api.authenticate_staff(session, token, is_away=is_away)
    if staff is None:
        raise LoginRequired()
    return staff


def ensure_permission(staff: StaffSession, permission: str) -> None:
    """Refuse what none of the roles allows; raises Forbidden."""
    if permission not in staff.permissions:
        raise Forbidden()


def ensure_confirmed(staff: StaffSession) -> None:
    """Refuse when password and code were shown too long ago; raises ConfirmationRequired."""
    if not staff.is_confirmed:
        raise ConfirmationRequired()


def describe(session: Session, staff: StaffSession) -> dict[str, Any]:
    """Return what the console knows of the person who is signed in."""
    person = staff.staff
    left = moderation_api.count_recovery_codes(session, person.id)
    shown = {"id": str(person.id), "name": person.name, "email": person.email, "roles": list(person.roles)}
    return {"staff": shown, "permissions": sorted(staff.permissions), "recovery_codes_left": left}


def add_session_routes(blueprint: Blueprint) -> None:
    """Add signing in, asking who is signed in, what needs password and code each time, and signing out."""

    @blueprint.post("/session")
    def sign_in() -> Response:
        g.language = "en"
        http.check_origin(OPEN)
        token = moderation_api.sign_in(**_proof(SignInIn()))
        with transaction() as session:
            staff = moderation_api.authenticate_staff(session, token)
            if staff is None:
                raise LoginRequired()
            response = jsonify(describe(session, staff))
        response.set_cookie(
            cookie_name(),
            token,
            max_age=int(moderation_api.SESSION_LIFE.total_seconds()),
            secure=config().secure_cookies,
            httponly=True,
            samesite="Strict",
            path=CONSOLE,
        )
        return response

    @blueprint.get("/session", endpoint="who")
    @edge
    def who(session: Session, staff: StaffSession) -> Any:
        return describe(session, staff)

    @blueprint.post("/session/confirm")
    @_shown_again
    def confirm(staff: StaffSession) -> Response:
        moderation_api.confirm(staff, **_proof(ConfirmIn()))
        return make_response("", 204)

    @blueprint.post("/session/password")
    @_shown_again
    def change_password(staff: StaffSession) -> Response:
        moderation_api.change_password(staff, **_proof(NewPasswordIn()))
        return make_response("", 204)

    @blueprint.post("/session/recovery-codes")
    @_shown_again
    def renew_recovery_codes(staff: StaffSession) -> Response:
        return jsonify(recovery_codes=moderation_api.renew_recovery_codes(staff, **_proof(ConfirmIn())))

    @blueprint.delete("/session", endpoint="sign_out")
    @edge
    def sign_out(session: Any, staff: StaffSession) -> Response:
        moderation_api.sign_out(session, staff=staff)
        response = make_response("", 204)
        response.delete_cookie(cookie_name(), path=CONSOLE, secure=config().secure_cookies, samesite="Strict")
        return response


def _shown_again(view: Callable[[StaffSession], Response]) -> Callable[[], Response]:
    """Wrap a view that checks password and code between transactions of its own."""

    @wraps(view)
    def run() -> Response:
        http.check_origin(OPEN)
        return view(identify())

    return run


def _proof(form: In) -> dict[str, Any]:
    """Return what somebody shows to be let in, and from which network; raises RateLimited."""
    network = network_of(request.remote_addr)
    check(SIGN_IN, network)
    return {**http.parser.parse(form, request, location="json"), "network": network}
