"""HTTP for payment providers."""

from flask import request

from app.kernel import ratelimit
from app.kernel.auth import Access
from app.kernel.config import ConfigError
from app.kernel.db import current_session
from app.kernel.errors import Forbidden, NotFound
from app.kernel.http import ApiBlueprint, Operation
from app.kernel.ratelimit import Limit, network_of
from modules.billing.payments.providers.choose import provider_named
from modules.billing.payments.providers.port import NoticeForged, NoticeIgnored
from modules.billing.payments.service import notices

blp = ApiBlueprint("payment-notices")
# A provider repeats a refused notice later, and none sends more than this.
NOTICES = Limit("payment-notice", 1200, 60)


@blp.post("/payment-notices/<string:provider>", op=Operation(access=Access.PUBLIC, beacon=True, any_host=True))
@blp.response(200)
def receive_notice(provider: str) -> dict[str, str]:
    """Store a provider's webhook and answer immediately; the payment's state is then read from the provider."""
    ratelimit.check(NOTICES, network_of(request.remote_addr))
    try:
        ref = provider_named(provider).read_notice(request.get_data(), dict(request.headers))
    except ConfigError:
        raise NotFound() from None
    except NoticeForged:
        raise Forbidden() from None
    except NoticeIgnored:
        return {}
    notices.receive_notice(current_session(), provider=provider, ref=ref)
    return {}
