"""What is sent to an operation, by who asks and whose thing it is about."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import uuid4

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.secrets.signing import sign
from modules.billing import api as billing
from tests.factories.accounts import PASSWORD
from tests.factories.notifications import PUSH_KEYS
from tests.factories.profiles import portrait
from tests.security.world import World

Payload = Callable[[World, str, str], Any]


def nothing(_world: World, _actor: str, _whose: str) -> None:
    """The operation takes no body."""


def body(**values: Any) -> Payload:
    """Return a body that is the same for everybody."""
    return lambda _world, _actor, _whose: values


def reload_wish(world: World, actor: str, whose: str) -> dict[str, Any]:
    """Return an auto-reload of the smallest bundle, paid in somebody's saved way."""
    saved = str(world.things(actor, whose)["mandate_id"])
    wanted = {"mandate_id": saved, "threshold": 10, "monthly_cap_minor": 5000, "agreed": True}
    return {**bundle(world, actor, whose), **wanted}


def wish(world: World, actor: str, whose: str) -> dict[str, Any]:
    """Return an order of a bundle, by bank."""
    return {**bundle(world, actor, whose), "method": "ideal", "start_now": True}


def bundle(world: World, _actor: str, _whose: str) -> dict[str, str]:
    """Return the smallest bundle of the site."""
    with transaction(read_only=True) as session:
        return {"bundle_id": str(billing.list_bundles(session, site_id=world.site.id, country="NL")[0].id)}


def debit_wish(world: World, actor: str, whose: str) -> dict[str, Any]:
    """Return an order of a bundle by direct debit."""
    payer = {"iban": "NL91ABNA0417164300", "holder": "J. Jansen", "phone": "+31612345678"}
    return {**bundle(world, actor, whose), **payer, "start_now": True}


def debit_permission(world: World, actor: str, whose: str) -> dict[str, Any]:
    """Return a permission to debit somebody for their own order."""
    order_id = world.things(actor, whose).get("order_id", uuid4())
    return {"order_id": str(order_id), "code": "123456", "authorised": True}


def signup_of_somebody_new(_world: World, _actor: str, _whose: str) -> dict[str, str]:
    """Return a signup with an address that nobody has."""
    email = f"{uuid4().hex[:12]}@example.org"
    return {"email": email, "name": "Newcomer", "password": PASSWORD, "date_of_birth": "1990-04-02"}


def credentials(world: World, actor: str, _whose: str) -> dict[str, str]:
    """Return an actor's own address and password; a visitor's belong to nobody."""
    return {"email": getattr(world.people[actor].member, "email", "nobody@example.org"), "password": PASSWORD}


def new_address(_world: World, _actor: str, _whose: str) -> dict[str, str]:
    """Return an address that nobody has, with the password of the one who wants it."""
    return {"email": f"{uuid4().hex[:12]}@example.org", "password": PASSWORD}


def own_address(world: World, actor: str, whose: str) -> dict[str, str]:
    """Return an actor's own address."""
    return {"email": credentials(world, actor, whose)["email"]}


def complaint(_world: World, _actor: str, _whose: str) -> dict[str, str]:
    """Return a complaint, with what a visitor adds."""
    opened = str(int(clock.now().timestamp()) - 60)
    told = {"topic": "payment", "text": "I was charged twice in May.", "email": f"{uuid4().hex[:12]}@example.org"}
    return {**told, "form": f"{opened}.{sign('complaint form', opened)}"}


def report_of_owner(world: World, _actor: str, _whose: str) -> dict[str, str]:
    """Return a report of the owner's profile."""
    return {"kind": "profile", "member_id": str(world.people["owner"].member.id), "reason": "fake"}


def photo_order(world: World, _actor: str, _whose: str) -> dict[str, list[str]]:
    """Return the owner's photo as the new order of the actor's: to be refused."""
    return {"ids": [str(world.people["owner"].things["photo_id"])]}


def conversation_query(world: World, actor: str, whose: str) -> dict[str, str]:
    """Return the conversation that the documented call names in its query."""
    return {"conversation_id": str(world.things(actor, whose)["conversation_id"])}


def signature(world: World, actor: str, whose: str) -> dict[str, str]:
    """Return the signature of a file's address, made for the one whose file it is."""
    return world.things(actor, whose)["media"]


def photo(_world: World, _actor: str, _whose: str) -> dict[str, Any]:
    """Return an upload."""
    return {"file": (BytesIO(portrait()), "me.jpg")}


SUBSCRIPTION = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "keys": PUSH_KEYS}
