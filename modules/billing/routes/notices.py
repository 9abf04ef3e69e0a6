"""HTTP for payment providers."""

from flask import request

from app.kernel.config import ConfigError
from app.kernel.db.session import current_session
from app.kernel.errors import Forbidden, NotFound
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access
from app.kernel.http.ratelimit import Limit, network_of
from app.kernel.http.requests import ApiBlueprint, Operation
from modules.billing.payments.providers.choose import provider_named
from modules.billing.payments.providers.port import NoticeForged, NoticeIgnored
from modules.billing.payments.queries import orders
from modules.billing.payments.service import notices

blp = ApiBlueprint("payment-notices")
# A provider repeats a refused notice later, and none sends more than this.
NOTICES = Limit("payment-notice", 1200, 60)
# Of one payment, or of all unknown ones together, if anybody can send notices: for each, a job asks the provider.
UNSIGNED = Limit("unsigned-notice", 30, 60)


@blp.post("/payment-notices/<string:provider>", op=Operation(access=Access.PUBLIC, beacon=True, any_host=True))
@blp.response(200)
def receive_notice(provider: str) -> dict[str, str]:
    """Store a provider's webhook and answer immediately; the payment's state is then read from the provider."""
    ratelimit.check(NOTICES, network_of(request.remote_addr))
    session = current_session()
    try:
        adapter = provider_named(provider)
        ref = adapter.read_notice(request.get_data(), dict(request.headers))
    except ConfigError:
        raise NotFound() from None
    except NoticeForged:
        raise Forbidden() from None
    except NoticeIgnored:
        return {}
    if not adapter.signs_notices:
        is_known = orders.find_payment_by_ref(session, provider=provider, ref=ref) is not None
        ratelimit.check(UNSIGNED, f"{provider} {ref if is_known else 'unknown'}")
    notices.receive_notice(session, provider=provider, ref=ref)
    return {}
