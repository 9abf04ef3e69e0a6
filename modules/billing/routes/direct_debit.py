"""HTTP of direct debit: ask for a code, authorise the debit with it (spec 2.13, 2.36, 5.6)."""

from typing import Any

from app.kernel.config import config
from app.kernel.db.session import current_session, transaction
from app.kernel.http import idempotency, ratelimit
from app.kernel.http.auth import current_actor
from app.kernel.http.ratelimit import Limit
from app.kernel.http.requests import ApiBlueprint, Operation
from modules.billing.debit import policies
from modules.billing.debit.service import direct_debit, payers
from modules.billing.errors.debit import AddressUnconfirmed, NotAuthorised
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import orders
from modules.billing.payments.service.orders import ClientKey
from modules.billing.routes.common import count_code
from modules.billing.schemas.direct_debit import DirectDebitConfirmIn, DirectDebitIn, DirectDebitOut
from modules.billing.schemas.orders import OrderOut
from modules.billing.service import views
from modules.sites import api as sites_api

blp = ApiBlueprint("direct-debit")
HOUR, DAY = 3600, 86_400
# Limits on sending codes, because an SMS costs money and a code could be guessed.
TO_PHONE = Limit("debit-code-phone", calls=5, seconds=HOUR)
TO_PHONE_A_DAY = Limit("debit-code-phone-day", calls=10, seconds=DAY)
FOR_ACCOUNT = Limit("debit-code-account", calls=5, seconds=HOUR)
FOR_MEMBER = Limit("debit-code-member", calls=10, seconds=DAY)
FROM_NETWORK = Limit("debit-code-network", calls=20, seconds=HOUR)


@blp.post("/direct-debit/start", op=Operation(idempotent=True))
@blp.arguments(DirectDebitIn)
@blp.response(201, DirectDebitOut)
def start(body: dict[str, Any]) -> dict[str, Any]:
    """Place an order by direct debit and send a code by SMS; for a pending order, send another code."""
    count_code(body["code"])
    session, actor = current_session(), current_actor()
    site = sites_api.get_site(session, actor.site_id)
    direct_debit.ensure_offered(site)
    if not actor.is_confirmed:
        raise AddressUnconfirmed()
    if body["bundle_id"] is not None:
        orders.ensure_start_asked(body["start_now"])
    customer = orders.get_customer(session, actor=actor)
    payer = payers.read_payer(
        site, iban=body["iban"], holder=body["holder"], phone=body["phone"], country=customer.country
    )
    # The sender's own limits come first: beyond them, nobody uses up what others may have sent.
    for limit, subject in (
        (FOR_MEMBER, str(actor.member)),
        (FROM_NETWORK, actor.network),
        (TO_PHONE, payer.phone_hash),
        (TO_PHONE_A_DAY, payer.phone_hash),
        (FOR_ACCOUNT, payer.iban_hash),
        (_to_country(), f"{site.id} {policies.country_of_phone(payer.phone)}"),
    ):
        ratelimit.check(limit, subject)
    challenge_id = direct_debit.ask_code(
        session,
        customer=customer,
        payer=payer,
        bundle_id=body["bundle_id"],
        code=body["code"],
        order_id=body["order_id"],
        client=ClientKey(*idempotency.read_key()),
        network=actor.network,
    )
    return direct_debit.show_challenge(session, challenge_id)


@blp.post("/direct-debit/confirm", op=Operation(managed=False))
@blp.arguments(DirectDebitConfirmIn)
@blp.response(200, OrderOut)
def confirm(body: dict[str, Any]) -> dict[str, Any]:
    """Authorise the debit with the code; the credits are added when the money has arrived."""
    if not body["authorised"]:
        raise NotAuthorised(field="authorised")
    direct_debit.confirm(member_id=current_actor().member, order_id=body["order_id"], code=body["code"])
    with transaction(read_only=True) as session:
        return views.show_orders(session, [queries.get_order(session, body["order_id"])])[0]


def _to_country() -> Limit:
    """Return the limit of SMS to one country: at most half of all, against SMS pumping fraud."""
    return Limit("debit-code-country", calls=config().sms_a_day // 2, seconds=DAY)
