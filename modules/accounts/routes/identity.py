"""HTTP of the accounts module: signing up, logging in and out, sessions, passwords, language."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any
from uuid import UUID

from flask import Response, jsonify, make_response

from app.kernel.config import config
from app.kernel.db.session import Session, current_session, transaction
from app.kernel.http import idempotency, ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.mail.addresses import as_shown
from app.kernel.manifest import CurrentUserPart
from modules.accounts.contracts import Member, TrafficSource
from modules.accounts.errors import LanguageUnknown
from modules.accounts.identity.policies import members as policies
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.identity.service import members
from modules.accounts.routes.common import (
    MAILED_LINKS,
    YEAR_DAYS,
    browser,
    constant_time,
    count_login,
    delete_session_cookie,
    login_response,
    network,
    set_cookies,
    user_of,
)
from modules.accounts.schemas import (
    ActivationOut,
    LanguageIn,
    LanguageOut,
    LoginIn,
    OpenSessionOut,
    PasswordIn,
    ResetIn,
    ResetRequestIn,
    SignupIn,
    TokenIn,
    UserOut,
)
from modules.accounts.sessions.queries import sessions as session_queries
from modules.accounts.sessions.service import login, passwords, sessions, signup
from modules.sites import api as sites_api

blp = ApiBlueprint("accounts")
PUBLIC = Operation(access=Access.PUBLIC)
# The view hashes a password, so it opens its own transactions around that.
PUBLIC_HASHING = Operation(access=Access.PUBLIC, managed=False)
SIGNUPS = Limit("signup", 60, 3600)
TRACKING = ("network", "ref", "sub1", "sub2", "sub3")


@blp.get("/me")
@blp.response(200, UserOut)
def get_user() -> dict[str, Any]:
    """Return the member who is logged in (spec 7.2)."""
    return user_of(current_session(), current_actor())


def _current_user(session: Session, actor: Actor, member: Member) -> dict[str, Any]:
    """Return the account's part of the answer about the member who is logged in (spec 3.1), ready for JSON."""
    source = member.traffic_source
    return {
        "id": str(member.id),
        "status": member.status.value,
        "email": as_shown(member.email),
        "name": member.name,
        "must_choose_name": member.taken_name is not None,
        "paid_user": member.is_paid,
        "signup_date": member.signup_at.isoformat(),
        "language": member.language,
        "trafficsource": {part: getattr(source, part) for part in TRACKING} if source else None,
    }


CURRENT_USER = CurrentUserPart(_current_user, Member, member_queries.OWN)


@blp.put("/me/language", op=PUBLIC)
@blp.arguments(LanguageIn)
@blp.response(200, LanguageOut)
def put_language(body: dict[str, str]) -> Response:
    """Store a language: in a cookie for a year (spec 1.8), and in the account of a logged-in member (spec 7.3)."""
    actor, language = current_actor(), body["language"]
    site = sites_api.get_site(current_session(), actor.site_id)
    if language not in site.languages:
        raise LanguageUnknown(field="language", languages=", ".join(site.languages))
    if actor.member_id is not None:
        members.set_language(current_session(), member_id=actor.member_id, language=language)
    response = jsonify(language=language)
    # Pages read and write this cookie too, so it has no prefix and scripts may see it.
    response.set_cookie(
        "language", language, max_age=YEAR_DAYS * 86_400, samesite="Lax", secure=config().secure_cookies
    )
    return response


@blp.post("/members", op=PUBLIC_HASHING)
@blp.arguments(SignupIn)
@blp.response(201, UserOut)
def post_member(body: dict[str, Any]) -> Response:
    """Sign up: make an account, log the browser in, mail the activation link (spec 3.5).

    Needs an Idempotency-Key. A network that was told too often whether addresses have accounts, and everybody on a site
    that hides it, gets the same answer for each: an account that has its address once the link in the mail is opened.
    """
    actor, here = current_actor(), browser()
    ratelimit.check(SIGNUPS, network())
    source = TrafficSource(**body.pop("traffic_source", None) or {})
    has_source = source != TrafficSource()
    invite = body.pop("invite", None)
    with transaction(read_only=True) as session:
        site = sites_api.get_site(session, actor.site_id)
    policies.ensure_signup_open(site.signups, has_source=has_source, has_invitation=bool(invite))
    new = members.draft_member(site, language=actor.language, traffic_source=source if has_source else None, **body)

    def view() -> Response:
        session = current_session()
        member_id = signup.sign_up(
            session, site=site, new=new, network=actor.network, invite=invite, is_claim=not may_tell
        )
        return login_response(session, login.log_in_browser(session, member_id=member_id, browser=here), status=201)

    with signup.existence_answer(site, actor.network) as may_tell, _timed(may_tell), transaction() as session:
        response = idempotency.run_once(session, scope=f"visitor {actor.site_id}", view=view)
    stored = response.get_json()
    # The previous version also stored answers without an account.
    if "Set-Cookie" not in response.headers and "id" in stored:
        # The stored answer holds no cookie; the repeated password proves the right to a session.
        member_id = UUID(stored["id"])
        with passwords.with_password(member_id=member_id, password=body["password"]) as session:
            set_cookies(response, login.log_in_browser(session, member_id=member_id, browser=here))
    return response


def _timed(may_tell: bool) -> AbstractContextManager[None]:
    return nullcontext() if may_tell else constant_time()


@blp.post("/session", op=PUBLIC_HASHING)
@blp.arguments(LoginIn)
@blp.response(200, UserOut)
def post_session(body: dict[str, str]) -> Response:
    """Log in (spec 7.1)."""
    actor, here = current_actor(), browser()
    count_login()
    checked = login.check_login(site_id=actor.site_id, email=body["email"], password=body["password"], browser=here)
    with transaction() as session:
        new_login = login.complete_login(session, checked, here)
        return login_response(session, new_login, status=200)


@blp.delete("/session", op=Operation(access=Access.PUBLIC, writes=True, client_only=True))
@blp.response(204)
def delete_session() -> Response:
    """Log this browser out (spec 7.5)."""
    actor = current_actor()
    if actor.session_id is not None:
        sessions.end_session(current_session(), session_id=actor.session_id)
    return delete_session_cookie(make_response("", 204))


@blp.get("/sessions")
@blp.response(200, OpenSessionOut(many=True))
def list_sessions() -> list[dict[str, Any]]:
    """Return the browsers in which the member is logged in."""
    actor = current_actor()
    return [
        {
            "id": one.id,
            "user_agent": one.user_agent,
            "created_at": one.created_at,
            "seen_at": one.seen_at,
            "is_current": one.id == actor.session_id,
        }
        for one in session_queries.list_sessions(current_session(), actor.member)
    ]


@blp.delete("/sessions/<uuid:session_id>")
@blp.response(204)
def delete_one_session(session_id: UUID) -> None:
    """Log one of the member's browsers out."""
    sessions.close_session(current_session(), member_id=current_actor().member, session_id=session_id)


@blp.delete("/sessions")
@blp.response(204)
def delete_other_sessions() -> None:
    """Log all of the member's other browsers out."""
    actor = current_actor()
    sessions.close_sessions(current_session(), member_id=actor.member, keep=actor.session_id)


@blp.post("/activation", op=PUBLIC)
@blp.arguments(TokenIn)
@blp.response(200, ActivationOut)
def post_activation(body: dict[str, str]) -> dict[str, str]:
    """Confirm an e-mail address by the link that was mailed to it (spec 4.1)."""
    ratelimit.check(MAILED_LINKS, network())
    return {"status": signup.activate(current_session(), site_id=current_actor().site_id, token=body["token"])}


@blp.post("/activation/resend")
@blp.response(204)
def post_activation_resend() -> None:
    """Mail a new activation link."""
    actor = current_actor()
    signup.resend_activation(current_session(), member_id=actor.member, network=actor.network)


@blp.post("/password-reset", op=PUBLIC_HASHING)
@blp.arguments(ResetRequestIn)
@blp.response(204)
def post_password_reset(body: dict[str, str]) -> None:
    """Mail a link to set a new password (spec 8.6)."""
    actor = current_actor()
    ratelimit.check(MAILED_LINKS, network())
    email = policies.clean_email(body["email"])
    # Only a known address causes writes and a mail, which takes longer.
    with constant_time(), transaction() as session:
        site = sites_api.get_site(session, actor.site_id)
        refusal = passwords.request_reset(session, site=site, email=email, network=actor.network)
    if refusal is not None:
        raise refusal


@blp.post("/password-reset/confirm", op=PUBLIC_HASHING)
@blp.arguments(ResetIn)
@blp.response(204)
def post_password_reset_confirm(body: dict[str, str]) -> Response:
    """Set a new password by the mailed link and log this browser in, unless the account is deleted."""
    ratelimit.check(MAILED_LINKS, network())
    actor = current_actor()
    member_id = passwords.reset_password(
        site_id=actor.site_id, token=body["token"], password=body["password"], repeat=body["password_repeat"]
    )
    response = make_response("", 204)
    if member_id is not None:
        with transaction() as session:
            new_login = login.log_in_if_allowed(session, member_id=member_id, browser=browser())
            if actor.session_id is not None:
                sessions.end_session(session, session_id=actor.session_id)
        set_cookies(response, new_login)
    return response


@blp.put("/password", op=Operation(managed=False))
@blp.arguments(PasswordIn)
@blp.response(204)
def put_password(body: dict[str, str]) -> None:
    """Change the password; other browsers are logged out (spec 5.4)."""
    actor = current_actor()
    passwords.change_password(
        member_id=actor.member,
        session_id=actor.session_id,
        old=body["old_password"],
        password=body["password"],
        repeat=body["password_repeat"],
    )


@blp.post("/page-hidden", op=Operation(access=Access.PUBLIC, beacon=True))
@blp.response(204)
def post_page_hidden() -> None:
    """Record that a page was left (spec 7.7): the session was in use until now."""
    session_id = current_actor().session_id
    if session_id is not None:
        sessions.touch_session(current_session(), session_id=session_id)
