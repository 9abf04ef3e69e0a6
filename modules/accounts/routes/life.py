"""HTTP of an account: changing the address, a copy of the data, deletion and reactivation."""

from typing import Any

from flask import Response, make_response
from werkzeug.wsgi import FileWrapper

from app.kernel import clock
from app.kernel.db.session import current_session, transaction
from app.kernel.errors import NotFound
from app.kernel.files.storage import reading
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation, attachment
from app.kernel.mail.addresses import as_shown
from modules.accounts.contracts import REACTIVATION, DeletionReason, ExportState
from modules.accounts.identity.policies import members as member_policies
from modules.accounts.leaving import policies as leaving_policies
from modules.accounts.leaving.queries import copies
from modules.accounts.leaving.service import exports, leaving
from modules.accounts.routes.common import (
    MAILED_LINKS,
    browser,
    count_login,
    delete_session_cookie,
    login_response,
    network,
)
from modules.accounts.schemas import (
    DeletionIn,
    DeletionOut,
    EmailChangedOut,
    EmailChangeIn,
    ExportOut,
    LoginIn,
    NewestExportOut,
    TokenIn,
    UserOut,
)
from modules.accounts.sessions.service import email_change, login, passwords
from modules.sites import api as sites_api

blp = ApiBlueprint("account-life")
# The view checks a password, so it opens its own transactions around that.
HASHING = Operation(managed=False)
PUBLIC = Operation(access=Access.PUBLIC)
PUBLIC_HASHING = Operation(access=Access.PUBLIC, managed=False)
# Each slow download of a copy keeps as much of the disk (deploy/nginx.conf).
COPIES = Limit("copy-file", calls=20, seconds=86_400)
FILE = {"type": "string", "format": "binary"}
ZIP = "application/zip"


@blp.post("/email-change", op=HASHING)
@blp.arguments(EmailChangeIn)
@blp.response(202)
def post_email_change(body: dict[str, str]) -> tuple[str, int]:
    """Mail a link to a new address, and to the old one, if it was proved, a way to undo it (spec 2.34)."""
    actor = current_actor()
    email = member_policies.clean_email(body["email"])
    with passwords.with_password(member_id=actor.member, password=body["password"]) as session:
        site = sites_api.get_site(session, actor.site_id)
        refusal = email_change.request_change(
            session, member_id=actor.member, site=site, email=email, network=actor.network
        )
    if refusal is not None:
        raise refusal
    return "", 202


@blp.post("/email-change/confirm", op=PUBLIC)
@blp.arguments(TokenIn)
@blp.response(200, EmailChangedOut)
def post_email_change_confirm(body: dict[str, str]) -> dict[str, str]:
    """Change to the new address by the link that was mailed to it (spec 2.26)."""
    ratelimit.check(MAILED_LINKS, network())
    actor = current_actor()
    email = email_change.confirm_change(current_session(), site_id=actor.site_id, token=body["token"])
    return {"email": as_shown(email)}


@blp.post("/email-change/undo", op=PUBLIC_HASHING)
@blp.arguments(TokenIn)
@blp.response(200, EmailChangedOut)
def post_email_change_undo(body: dict[str, str]) -> dict[str, str]:
    """Restore the old address by the link that was mailed to it; logs out everywhere, and ends the password."""
    ratelimit.check(MAILED_LINKS, network())
    email = email_change.undo_change(site_id=current_actor().site_id, token=body["token"])
    return {"email": as_shown(email)}


@blp.get("/account/deletion")
@blp.response(200, DeletionOut)
def get_deletion() -> dict[str, Any]:
    """Return until when the account could be reactivated if it were deleted now."""
    return {"erase_at": clock.now() + REACTIVATION}


@blp.post("/account/deletion", op=HASHING)
@blp.arguments(DeletionIn)
@blp.response(200, DeletionOut)
def post_deletion(body: dict[str, Any]) -> Response:
    """Delete the account: hide it, log out everywhere, mail a reactivation link for 14 days (spec 2.33)."""
    actor = current_actor()
    reason = DeletionReason(body["reason"]) if body["reason"] else None
    with passwords.with_password(member_id=actor.member, password=body["password"]) as session:
        erase_at = leaving.delete_member(
            session, member_id=actor.member, reason=reason, words=body["words"], network=actor.network
        )
    return delete_session_cookie(make_response(DeletionOut().dump({"erase_at": erase_at})))


@blp.post("/reactivation", op=PUBLIC)
@blp.arguments(TokenIn)
@blp.response(200, UserOut)
def post_reactivation(body: dict[str, str]) -> Response:
    """Reactivate the account by the mailed link and log in (spec 4.2)."""
    ratelimit.check(MAILED_LINKS, network())
    session, actor = current_session(), current_actor()
    member_id = leaving.reactivate_by_link(session, site_id=actor.site_id, token=body["token"])
    return login_response(session, login.log_in_browser(session, member_id=member_id, browser=browser()), status=200)


@blp.post("/reactivation/mail", op=PUBLIC_HASHING)
@blp.arguments(LoginIn)
@blp.response(204)
def post_reactivation_mail(body: dict[str, str]) -> None:
    """Mail the reactivation link again, after the right password of a deleted account (spec 8.3)."""
    ratelimit.check(MAILED_LINKS, network())
    count_login()
    site_id, here = current_actor().site_id, browser()
    proved = login.check_password(site_id=site_id, email=body["email"], password=body["password"], browser=here)
    with transaction() as session:
        leaving.mail_reactivation(session, member_id=proved.member.id, network=here.network)


@blp.get("/account/export")
@blp.response(200, NewestExportOut)
def get_export() -> dict[str, Any]:
    """Return the state of the newest copy of the member's data, if there is one."""
    newest = copies.find_newest_export(current_session(), current_actor().member)
    return {"may_ask": leaving_policies.may_ask_export(newest, now=clock.now()), "export": newest}


@blp.post("/account/export", op=Operation(idempotent=True))
@blp.response(202, ExportOut)
def post_export() -> Any:
    """Request a copy of all the member's data; a mail says when it is ready."""
    return exports.request_export(current_session(), member_id=current_actor().member)


@blp.get("/account/export/file", op=HASHING)
@blp.response(200, FILE, content_type=ZIP)
def get_export_file() -> Response:
    """Return the newest copy as a file."""
    member_id = current_actor().member
    ratelimit.check(COPIES, str(member_id))
    with transaction(read_only=True) as session:
        export = copies.find_newest_export(session, member_id)
        key = copies.find_export_key(session, export.id) if export else None
    if export is None or export.size is None or key is None or export.state is not ExportState.READY:
        raise NotFound()
    if not export.expires_at or export.expires_at <= clock.now():
        raise NotFound()
    with reading() as files:
        file = files.open(key)
    if file is None:
        raise NotFound()
    name = f"my-data-{export.asked_at:%Y-%m-%d}.zip"
    response = attachment(FileWrapper(file), name=name, mimetype=ZIP)
    response.content_length = export.size
    return response
