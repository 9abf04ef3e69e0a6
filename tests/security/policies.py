"""Who may do what: one row an operation. An operation without a row fails the matrix, and so does a row without one.

An answer is a status when the operation is allowed, and a problem's code when it is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.factories.accounts import PASSWORD
from tests.security.payloads import (
    SUBSCRIPTION,
    Payload,
    body,
    bundle,
    complaint,
    conversation_query,
    credentials,
    debit_permission,
    debit_wish,
    new_address,
    nothing,
    own_address,
    photo,
    photo_order,
    reload_wish,
    report_of_owner,
    signature,
    signup_of_somebody_new,
    wish,
)
from tests.security.world import BY_A_BLOCK, MINE, OTHERS, VISITORS

Answer = int | str

LOGIN = "login-required"
ABSENT = "not-found"
NO_ORDER = "billing.order-not-found"
NO_METHOD = "billing.method-not-found"
NO_PAPER = "billing.paper-not-found"
NO_DISCOUNT = "billing.discount-not-found"
NO_SWIPE = "social.nothing-to-undo"
APART = dict.fromkeys(BY_A_BLOCK, ABSENT)
NEW_PASSWORD = "seven different loud songs"


@dataclass(frozen=True)
class Policy:
    """What is answered to members about their `own` things (or about nothing), about those of `others`, and `elsewhere`
    about those of the other site; `visitors` get one answer. `but` names the actors who get another answer about
    their own things, `towards_others` those who get another about the owner's. `make`, `query` and `files` give what is
    sent; what `uses_up` things is taken back afterwards.
    """

    own: Answer
    others: Answer = ABSENT
    elsewhere: Answer = ABSENT
    visitors: Answer = LOGIN
    but: Mapping[str, Answer] = field(default_factory=dict)
    towards_others: Mapping[str, Answer] = field(default_factory=dict)
    make: Payload = nothing
    query: Payload = nothing
    files: Payload = nothing
    key: bool = False
    uses_up: bool = False

    def expected(self, actor: str, whose: str) -> Answer:
        """Return what an actor is answered about somebody's thing."""
        if whose == MINE:
            return self.but.get(actor, self.visitors if actor in VISITORS else self.own)
        others, elsewhere = (self.visitors, self.visitors) if actor in VISITORS else (self.others, self.elsewhere)
        return self.towards_others.get(actor, others) if whose == OTHERS else elsewhere


def open_to_all(status: Answer = 200, **more: Any) -> Policy:
    """Return the policy of what visitors may do as members do."""
    return Policy(status, visitors=status, **more)


def towards_members(status: int, *, own: Answer = ABSENT, **more: Any) -> Policy:
    """Return the policy of what one does to another member: not to oneself, nor to who blocked one."""
    return Policy(own, others=status, towards_others=APART, **more)


def in_conversations(status: int, **more: Any) -> Policy:
    """Return the policy of what one does in one's own conversations; with who blocked one there is none."""
    return Policy(status, but=APART, **more)


def of_ones_order(answer: Answer, **more: Any) -> Policy:
    """Return the policy of what one does with one's own orders; all others are not there."""
    return Policy(answer, others=NO_ORDER, elsewhere=NO_ORDER, **more)


LOGINS = {
    **dict.fromkeys(("visitor", "foreigner", "colleague"), "accounts.login-failed"),
    "deleted": "accounts.pending-deletion",
    "banned": "accounts.banned",
}
OWN_DATA = Policy(200)
REPLY = body(text="And another thing.")
WORDS = body(words="That was not so at all.")
LANGUAGE = open_to_all(make=body(language="de"))
LOGIN_CALL = open_to_all(but=LOGINS, make=credentials)
LOGOUT = open_to_all(204)
PLACE_QUERY = {"country": "NL", "q": "Utr"}
POINT_QUERY = {"lat": "52.09", "lon": "5.12"}

# The bonus of the first hours is for those who have not paid.
GREETING = Policy(200, but={"premium": NO_DISCOUNT}, query=body(welcome="true"))

POLICIES: dict[str, Policy] = {
    # sites
    "GET /api/v1/settings": open_to_all(),
    "GET /api/settings.php": open_to_all(),
    "GET /api/v1/companyinfo": open_to_all(),
    "GET /api/v1/pages/{page}": open_to_all(),
    "GET /api/companyinfo.php": open_to_all(),
    "GET /api/v1/landers/{lander}": open_to_all(query=body(language="de", slug="spring")),
    "POST /api/v1/page-bounces": open_to_all(204, make=body(path="/landers/video", seconds=3)),
    # accounts
    "GET /api/v1/me": OWN_DATA,
    "GET /api/user.php": OWN_DATA,
    "PUT /api/v1/me/language": LANGUAGE,
    "PUT /api/user.php": LANGUAGE,
    "POST /api/v1/members": open_to_all(201, make=signup_of_somebody_new, key=True),
    "GET /api/v1/invitations/check": open_to_all(query=body(code="0000-0000-0000")),
    "GET /api/v1/invitations": OWN_DATA,
    # Members hand out invitations only where the site lets them, which is not here.
    "POST /api/v1/invitations": Policy("accounts.invitations-closed", key=True),
    "DELETE /api/v1/invitations/{invitation_id}": Policy(ABSENT),
    "POST /api/v1/session": LOGIN_CALL,
    "POST /api/user.php": LOGIN_CALL,
    "DELETE /api/v1/session": LOGOUT,
    "GET /api/logout.php": LOGOUT,
    "POST /api/logout.php": LOGOUT,
    "GET /api/v1/sessions": OWN_DATA,
    "DELETE /api/v1/sessions": Policy(204, uses_up=True),
    "DELETE /api/v1/sessions/{session_id}": Policy(204, uses_up=True),
    "POST /api/v1/activation": open_to_all("accounts.link-invalid", make=body(token="no such token")),
    "POST /api/v1/activation/resend": Policy(204),
    # A network is told twice a day that there is no such account (spec 8.6), then no more.
    "POST /api/v1/password-reset": open_to_all(
        204,
        but={"visitor": "accounts.email-unknown", "banned": "accounts.email-unknown"},
        make=own_address,
        uses_up=True,
    ),
    "POST /api/v1/password-reset/confirm": open_to_all(
        "accounts.link-invalid",
        make=body(token="no such token", password=NEW_PASSWORD, password_repeat=NEW_PASSWORD),
    ),
    "PUT /api/v1/password": Policy(
        204, make=body(old_password=PASSWORD, password=NEW_PASSWORD, password_repeat=NEW_PASSWORD), uses_up=True
    ),
    "POST /api/v1/page-hidden": open_to_all(204),
    "POST /api/page-hidden.php": open_to_all(204),
    "POST /api/v1/email-change": Policy(202, make=new_address, uses_up=True),
    "POST /api/v1/email-change/confirm": open_to_all("accounts.link-invalid", make=body(token="no such token")),
    "POST /api/v1/email-change/undo": open_to_all("accounts.link-invalid", make=body(token="no such token")),
    "GET /api/v1/account/deletion": OWN_DATA,
    "POST /api/v1/account/deletion": Policy(200, make=body(password=PASSWORD, reason="other"), uses_up=True),
    "POST /api/v1/reactivation": open_to_all("accounts.link-invalid", make=body(token="no such token")),
    "POST /api/v1/reactivation/mail": open_to_all(
        204,
        but={**LOGINS, "deleted": 204},
        make=credentials,
        uses_up=True,
    ),
    "GET /api/v1/account/export": OWN_DATA,
    "POST /api/v1/account/export": Policy(202, key=True, uses_up=True),
    # Nobody has asked for a copy yet; whose copy is whose is tried in tests/accounts/test_exports.py.
    "GET /api/v1/account/export/file": Policy(ABSENT),
    # profiles
    "GET /api/v1/reference": open_to_all(),
    "GET /api/v1/interests": open_to_all(),
    "GET /api/interests.php": open_to_all(),
    "GET /api/v1/regions": open_to_all(),
    "GET /api/regions.php": open_to_all(),
    "GET /api/v1/places": open_to_all(query=body(**PLACE_QUERY)),
    "GET /api/v1/geocode": open_to_all(query=body(**POINT_QUERY)),
    "GET /api/geocode.php": open_to_all(query=body(**POINT_QUERY)),
    "GET /api/v1/profile": OWN_DATA,
    "PATCH /api/v1/profile": Policy(200, make=body(headline="Something new")),
    "GET /api/v1/profile/consents": OWN_DATA,
    "PUT /api/v1/profile/consents": Policy(200, make=body(intimate=False)),
    "PUT /api/v1/profile/steps/{step}": Policy(204),
    "POST /api/v1/presence": Policy(204),
    "POST /api/v1/photos": Policy(201, files=photo, key=True, uses_up=True),
    "PATCH /api/v1/photos/{photo_id}": Policy(200, make=body(crop={"x": 0.1, "y": 0.1, "width": 0.85}), key=True),
    "DELETE /api/v1/photos/{photo_id}": Policy(204, uses_up=True),
    "PUT /api/v1/photos/order": Policy("profiles.photo-order", make=photo_order),
    "GET /media/{key}": Policy(200, visitors=ABSENT, query=signature),
    # social
    "POST /api/v1/members/{member_id}/like": towards_members(200),
    "DELETE /api/v1/members/{member_id}/like": Policy(204, others=204, elsewhere=204),
    "POST /api/v1/members/{member_id}/swipe": towards_members(200, make=body(kind="pass"), key=True),
    "DELETE /api/v1/members/{member_id}/swipe": Policy(NO_SWIPE, others=NO_SWIPE, elsewhere=NO_SWIPE, key=True),
    "POST /api/v1/members/{member_id}/visit": towards_members(204),
    # Whoever is blocked may block too: a refusal would tell of the block.
    "POST /api/v1/members/{member_id}/block": Policy(ABSENT, others=204, uses_up=True),
    "DELETE /api/v1/members/{member_id}/block": Policy(204, others=204, elsewhere=204, uses_up=True),
    "GET /api/v1/likes": OWN_DATA,
    "GET /api/likes.php": OWN_DATA,
    "GET /api/v1/visitors": OWN_DATA,
    "GET /api/v1/shown-visits": OWN_DATA,
    "PUT /api/v1/shown-visits": Policy(200, make=body(enabled=False)),
    "GET /api/v1/blocks": OWN_DATA,
    "GET /api/v1/icebreakers": OWN_DATA,
    "GET /api/v1/auto-like": OWN_DATA,
    "PUT /api/v1/auto-like": Policy(200, make=body(enabled=True)),
    # billing
    "GET /api/v1/credits": OWN_DATA,
    "GET /api/assets/paymentmethod/{name}.svg": open_to_all(),
    "GET /api/v1/prices": open_to_all(),
    "GET /api/v1/shop": OWN_DATA,
    "POST /api/v1/shop/quote": Policy(200, make=bundle),
    "GET /api/v1/shop/methods": Policy(200, query=bundle),
    "GET /api/v1/discount-code": GREETING,
    "GET /api/discountcode.php": GREETING,
    "GET /api/v1/stay-offer": OWN_DATA,
    # This site's company gives nothing to those who stay.
    "POST /api/v1/stay-offer": Policy(NO_DISCOUNT, key=True),
    "GET /api/v1/saved-methods": OWN_DATA,
    "DELETE /api/v1/saved-methods/{mandate_id}": Policy(204, others=NO_METHOD, elsewhere=NO_METHOD, uses_up=True),
    "GET /api/v1/orders": OWN_DATA,
    "POST /api/v1/orders": Policy(201, make=wish, key=True),
    "GET /api/v1/orders/{order_id}": of_ones_order(200),
    "POST /api/v1/orders/{order_id}/sync": of_ones_order(200),
    "POST /api/v1/orders/{order_id}/cancel": of_ones_order(200),
    "POST /api/v1/orders/{order_id}/payments": of_ones_order(
        "billing.order-not-payable", make=body(method="ideal"), key=True
    ),
    "POST /api/v1/orders/{order_id}/withdrawal": of_ones_order(
        201, make=body(amount_minor=1080), key=True, uses_up=True
    ),
    "GET /api/v1/orders/{order_id}/invoice.pdf": Policy(200, others=NO_PAPER, elsewhere=NO_PAPER),
    "GET /api/v1/refunds/{refund_id}/credit-note.pdf": Policy(NO_PAPER),
    "GET /api/v1/spending-limit": OWN_DATA,
    "PUT /api/v1/spending-limit": Policy(200, make=body(minor=9_000_000)),
    "GET /api/v1/reload-rule": OWN_DATA,
    "PUT /api/v1/reload-rule": Policy(200, make=reload_wish),
    "DELETE /api/v1/reload-rule": Policy(204),
    # This site's company collects nothing by direct debit, and nobody was sent a code.
    "POST /api/v1/direct-debit/start": Policy(NO_METHOD, make=debit_wish, key=True),
    "POST /api/v1/direct-debit/confirm": Policy("billing.code-expired", make=debit_permission),
    # A provider is nobody's browser; what it names is looked up, so that a lie changes nothing.
    "POST /api/v1/payment-notices/{provider}": open_to_all("forbidden"),
    # catalog: visitors search only where the site allows it (spec 6.1), which is not here
    "GET /api/v1/search": OWN_DATA,
    "GET /api/v1/search/facets": OWN_DATA,
    "GET /api/v1/members/{member_id}": towards_members(200, own=200, but={"unconfirmed": ABSENT}),
    "GET /api/v1/members/{member_id}/similar": towards_members(200, own=200, but={"unconfirmed": ABSENT}),
    # To visitors it shows a blurred picture here, to members as much as the profile does.
    "GET /api/v1/members/{member_id}/introduction": Policy(
        200,
        others=200,
        visitors=ABSENT,
        but={"unconfirmed": ABSENT, "visitor": 200, "colleague": 200},
        towards_others={**APART, **dict.fromkeys(VISITORS, 200)},
    ),
    "GET /api/v1/match-finder": OWN_DATA,
    "PATCH /api/v1/match-finder": Policy(200, make=body(question="aim", aim="lasting")),
    "GET /api/v1/match-finder/people": OWN_DATA,
    "GET /api/v1/deck": OWN_DATA,
    "POST /api/v1/auto-like": Policy(200),
    "GET /api/v1/neighbourhood": open_to_all(query=body(country="NL")),
    "GET /api/auto-like.php": OWN_DATA,
    # messaging
    "GET /api/v1/conversations": OWN_DATA,
    "GET /api/chats.php": OWN_DATA,
    "GET /api/v1/conversations/{conversation_id}": in_conversations(200),
    "DELETE /api/v1/conversations/{conversation_id}": in_conversations(204, uses_up=True),
    "DELETE /api/chat.php": in_conversations(204, query=conversation_query, uses_up=True),
    "GET /api/v1/conversations/{conversation_id}/messages": in_conversations(200),
    "POST /api/v1/conversations/{conversation_id}/messages": in_conversations(201, make=body(body="Hello"), key=True),
    "GET /api/v1/conversations/{conversation_id}/news": in_conversations(200),
    "POST /api/v1/conversations/{conversation_id}/typing": in_conversations(204),
    # No message there has a hint; tests/messaging/test_hints.py dismisses one that has.
    "DELETE /api/v1/conversations/{conversation_id}/messages/{seq}/hints": Policy(ABSENT),
    "POST /api/v1/conversations/{conversation_id}/photos": in_conversations(201, files=photo, key=True),
    "POST /api/v1/conversations/{conversation_id}/read": in_conversations(200, make=body(seq=1)),
    "GET /api/v1/ended-conversations": OWN_DATA,
    "GET /api/v1/ended-conversations/{conversation_id}/messages": Policy(ABSENT, but=dict.fromkeys(BY_A_BLOCK, 200)),
    "GET /api/v1/members/{member_id}/conversation": towards_members(200),
    "POST /api/v1/members/{member_id}/messages": towards_members(201, make=body(body="Hello"), key=True),
    "POST /api/v1/members/{member_id}/photos": towards_members(201, files=photo, key=True),
    "GET /api/v1/statements": OWN_DATA,
    "GET /api/v1/statements/{month}.csv": OWN_DATA,
    "GET /api/v1/statements/{month}.pdf": OWN_DATA,
    "GET /api/v1/gifts": OWN_DATA,
    "GET /api/v1/gifts/{gift}.svg": open_to_all(),
    "GET /api/v1/unread": OWN_DATA,
    # moderation: complaints and decisions are for whom they concern, or for whoever has their key
    "GET /api/v1/complaints/form": open_to_all(),
    "GET /api/v1/complaints": OWN_DATA,
    "POST /api/v1/complaints": open_to_all(201, make=complaint, key=True),
    "GET /api/v1/complaints/{complaint_id}": Policy(200, visitors=ABSENT),
    "POST /api/v1/complaints/{complaint_id}/messages": Policy(201, visitors=ABSENT, make=REPLY, key=True),
    "GET /api/v1/reports": OWN_DATA,
    "GET /api/v1/staff-access": OWN_DATA,
    "GET /api/v1/cases": OWN_DATA,
    "GET /api/v1/cases/{decision_id}": Policy(200, visitors=ABSENT),
    "POST /api/v1/cases/{decision_id}/appeal": Policy(201, visitors=ABSENT, make=WORDS, key=True, uses_up=True),
    "POST /api/v1/reports": Policy(201, but=APART, make=report_of_owner, key=True, uses_up=True),
    # notifications
    "GET /api/v1/notification-settings": OWN_DATA,
    "PATCH /api/v1/notification-settings": Policy(200, make=body(mail={"like": False})),
    # The link of a mail is its own right; opening it leads to a page, whatever it carries.
    "GET /api/v1/unsubscribe/{ticket}": open_to_all(303),
    "POST /api/v1/unsubscribe/{ticket}": open_to_all("notifications.unsubscribe-link"),
    # Off without a key, which no installation has by itself; tests/notifications/test_return_notices.py has one.
    "POST /api/v1/mail-returns": open_to_all(ABSENT),
    "POST /api/v1/looking": open_to_all(204),
    "POST /api/v1/push-subscriptions": Policy(204, make=body(**SUBSCRIPTION)),
    "GET /api/v1/push-subscriptions": OWN_DATA,
    "DELETE /api/v1/push-subscriptions/{subscription_id}": Policy(204, uses_up=True),
    "POST /api/user.php?push=1": Policy(204, make=body(subscription=SUBSCRIPTION)),
}
