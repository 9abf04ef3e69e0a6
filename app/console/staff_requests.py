"""How a staff request is handled: identify, authorise, one transaction around the view, audit in that transaction."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypedDict

from flask import Blueprint, Response, jsonify, make_response, request
from marshmallow import fields

from app.kernel.config import config
from app.kernel.db.session import Session, run_in_transaction, transaction
from app.kernel.errors import Forbidden, LoginRequired
from app.kernel.http import requests
from app.kernel.http.hosts import CONSOLE
from app.kernel.http.ratelimit import Limit, check, network_of
from app.kernel.http.schema import In, Password, Text, one_of
from app.kernel.i18n import LOCALES
from app.kernel.mail.addresses import MAX_ADDRESS_BYTES
from modules.moderation import api as moderation_api
from modules.moderation.contracts.staff import StaffSession

# The header of requests that the console makes on a schedule, without a person.
AWAY = "X-Hearthside-Away"
SIGN_IN = Limit("ops-sign-in", calls=30, seconds=300)
OPEN = requests.Operation()


class ConfirmIn(In):
    password = Password()
    code = Text(min=1, max=20, required=True)


class NewPasswordIn(ConfirmIn):
    new_password = Password()


class SignInIn(ConfirmIn):
    email = Text(min=1, max=MAX_ADDRESS_BYTES, required=True)


class LanguageIn(In):
    language = fields.String(required=True, validate=one_of(*LOCALES))


class SignedIn(TypedDict):
    """The signed-in person, with the language that they chose for the console."""

    id: str
    name: str
    email: str
    roles: list[str]
    language: str | None


class CurrentStaff(TypedDict):
    """The signed-in person with what they may do."""

    staff: SignedIn
    permissions: list[str]
    recovery_codes_left: int


class RecoveryCodes(TypedDict):
    """New recovery codes, which are shown once."""

    recovery_codes: list[str]


class ConfirmationRequired(Forbidden):
    """Password and code were entered too long ago for this request; it can be repeated after they are entered again."""

    code = "confirmation-required"


def cookie_name() -> str:
    """Return the name of the staff cookie. It is for /ops only, so its prefix under https is __Secure-, not __Host-."""
    return "__Secure-hearth_staff" if config().secure_cookies else "hearth_staff"


def staff_view(
    view: Callable[..., Any], *, writes: bool = False, prepare: Callable[..., None] | None = None
) -> Callable[..., Response]:
    """Wrap a view for staff: it is called with the session and the StaffSession first. A GET that `writes` is audited.

    prepare: is called with the StaffSession before the transaction begins, for what asks a network.
    Raises LoginRequired, or Forbidden for what another page could have triggered. The staff session is read in a
    transaction of its own, because it notes its use and a GET may write nothing.
    """

    @wraps(view)
    def run(**arguments: Any) -> Response:
        requests.check_origin(OPEN)
        staff = identify()
        if prepare is not None:
            prepare(staff, **arguments)
        return run_in_transaction(
            lambda session: make_response(view(session, staff, **arguments)),
            read_only=request.method in requests.SAFE_METHODS and not writes,
        )

    return run


def identify(*, is_away: bool = False) -> StaffSession:
    """Return the staff session of a request; `is_away` if no person triggered it. Raises LoginRequired."""
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
    """Refuse what no role of the person allows; raises Forbidden."""
    if permission not in staff.permissions:
        raise Forbidden()


def ensure_confirmed(staff: StaffSession) -> None:
    """Refuse if password and code were entered too long ago; raises ConfirmationRequired."""
    if not staff.is_confirmed:
        raise ConfirmationRequired()


def describe(session: Session, staff: StaffSession) -> CurrentStaff:
    """Return the console's data about the signed-in person."""
    person = staff.staff
    left = moderation_api.count_recovery_codes(session, person.id)
    return {
        "staff": {
            "id": str(person.id),
            "name": person.name,
            "email": person.email,
            "roles": list(person.roles),
            "language": person.language,
        },
        "permissions": sorted(staff.permissions),
        "recovery_codes_left": left,
    }


def add_session_routes(blueprint: Blueprint) -> None:
    """Add sign-in, the current person, actions that require password and code each time, and sign-out."""

    @blueprint.post("/session")
    def sign_in() -> Response:
        requests.check_origin(OPEN)
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
    @staff_view
    def who(session: Session, staff: StaffSession) -> Any:
        return describe(session, staff)

    @blueprint.post("/session/confirm")
    @_with_fresh_proof
    def confirm(staff: StaffSession) -> Response:
        moderation_api.confirm(staff, **_proof(ConfirmIn()))
        return make_response("", 204)

    @blueprint.post("/session/password")
    @_with_fresh_proof
    def change_password(staff: StaffSession) -> Response:
        moderation_api.change_password(staff, **_proof(NewPasswordIn()))
        return make_response("", 204)

    @blueprint.post("/session/recovery-codes")
    @_with_fresh_proof
    def renew_recovery_codes(staff: StaffSession) -> Response:
        return jsonify(recovery_codes=moderation_api.renew_recovery_codes(staff, **_proof(ConfirmIn())))

    @blueprint.put("/session/language", endpoint="choose_language")
    @staff_view
    def choose_language(session: Session, staff: StaffSession) -> Response:
        chosen = requests.parser.parse(LanguageIn(), request, location="json")
        moderation_api.choose_language(session, staff=staff, language=chosen["language"])
        return make_response("", 204)

    @blueprint.delete("/session", endpoint="sign_out")
    @staff_view
    def sign_out(session: Any, staff: StaffSession) -> Response:
        moderation_api.sign_out(session, staff=staff)
        response = make_response("", 204)
        response.delete_cookie(cookie_name(), path=CONSOLE, secure=config().secure_cookies, samesite="Strict")
        return response


def _with_fresh_proof(view: Callable[[StaffSession], Response]) -> Callable[[], Response]:
    """Wrap a view that checks password and code in its own transactions."""

    @wraps(view)
    def run() -> Response:
        requests.check_origin(OPEN)
        return view(identify())

    return run


def _proof(form: In) -> dict[str, Any]:
    """Return a person's credentials and network; raises RateLimited."""
    network = network_of(request.remote_addr)
    check(SIGN_IN, network)
    return {**requests.parser.parse(form, request, location="json"), "network": network}
