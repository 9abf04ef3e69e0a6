"""Map the calls that the specification documents (section 7) to the views of /api/v1.

`arguments` reads what the view takes from its path there, and from the query or the body here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import Flask, Response, abort, make_response, request
from marshmallow import Schema

from app.kernel.errors import NotFound
from app.kernel.http.requests import parser
from modules.accounts.routes import identity as accounts
from modules.billing.routes import credits as billing
from modules.billing.routes import shop
from modules.catalog import routes as catalog
from modules.messaging import routes as messaging
from modules.notifications import routes as notifications
from modules.profiles import routes as profiles
from modules.sites import routes as sites
from modules.social import routes as social

View = Callable[..., Any]


def no_arguments() -> dict[str, Any]:
    """Return no arguments: the view takes none from its path."""
    return {}


def always() -> bool:
    """Return True: no other call has this method and path."""
    return True


@dataclass(frozen=True)
class Call:
    """One documented call; `when` chooses between calls with the same method and path."""

    method: str
    path: str
    view: View
    arguments: Callable[[], dict[str, Any]] = no_arguments
    when: Callable[[], bool] = always


def is_push() -> bool:
    """Return whether the login call saves a push subscription (`?push=1`, spec 7.4)."""
    return request.args.get("push") == "1"


def is_login() -> bool:
    """Return whether a POST is a login."""
    return not is_push()


def conversation() -> dict[str, Any]:
    """Return the conversation's id from the query or the body; raises NotFound if it is not an id, or BadRequest."""
    body = parser.load_json(request, Schema()) if request.is_json and request.get_data() else {}
    given = {**request.args.to_dict(), **(body if isinstance(body, dict) else {})}
    try:
        return {"conversation_id": UUID(str(given.get("conversation_id", given.get("id"))))}
    except ValueError:
        raise NotFound() from None


CALLS: tuple[Call, ...] = (
    Call("POST", "/api/user.php", accounts.post_session, when=is_login),
    Call("POST", "/api/user.php", notifications.save_push_subscription, when=is_push),
    Call("GET", "/api/user.php", accounts.get_user),
    Call("PUT", "/api/user.php", accounts.put_language),
    Call("GET", "/api/logout.php", accounts.delete_session),
    Call("POST", "/api/logout.php", accounts.delete_session),
    Call("GET", "/api/geocode.php", profiles.get_geocode),
    Call("POST", "/api/page-hidden.php", accounts.post_page_hidden),
    Call("GET", "/api/settings.php", sites.get_settings),
    Call("GET", "/api/auto-like.php", catalog.documented_auto_like),
    Call("GET", "/api/chats.php", messaging.list_documented_chats),
    Call("GET", "/api/likes.php", social.documented_likes),
    Call("DELETE", "/api/chat.php", messaging.remove_conversation, arguments=conversation),
    Call("GET", "/api/interests.php", profiles.get_interests),
    Call("GET", "/api/regions.php", profiles.get_regions),
    Call("GET", "/api/companyinfo.php", sites.get_company_info),
    Call("GET", "/api/discountcode.php", shop.get_discount_code),
    Call("GET", "/api/assets/paymentmethod/<name>.svg", billing.get_payment_logo),
)


def register_documented_calls(app: Flask) -> None:
    """Add one rule for each path; it chooses the call by method."""
    for path in sorted({call.path for call in CALLS}):
        here = [call for call in CALLS if call.path == path]
        methods = sorted({call.method for call in here})
        app.add_url_rule(path, endpoint=path, view_func=_dispatch(here), methods=methods)


def _dispatch(calls: list[Call]) -> Callable[..., Response]:
    def run(**path_arguments: Any) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        for call in calls:
            if call.method == method and call.when():
                return make_response(call.view(**path_arguments, **call.arguments()))
        return abort(405, [call.method for call in calls])

    return run
