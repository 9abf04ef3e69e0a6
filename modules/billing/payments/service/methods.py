"""Commands of saved payment methods."""

from uuid import UUID

from sqlalchemy import select, update

from app.kernel.config import ConfigError
from app.kernel.db import transaction
from modules.billing.contracts import MandateState
from modules.billing.errors import MethodNotFound, ProviderAway
from modules.billing.payments.models.orders import Mandate
from modules.billing.payments.providers.choose import provider_named
from modules.billing.payments.providers.port import OutcomeUnknown, Unavailable
from modules.billing.payments.queries import orders as queries


def revoke_method(*, member_id: UUID, mandate_id: UUID) -> None:
    """Revoke a saved payment method, here first and then at the provider. Raises MethodNotFound, ProviderAway."""
    with transaction() as session:
        ref = session.execute(
            update(Mandate)
            .where(Mandate.id == mandate_id, Mandate.member_id == member_id, Mandate.state != MandateState.REVOKED)
            .values(state=MandateState.REVOKED)
            .returning(Mandate.provider_ref)
        ).scalar_one_or_none()
        name = session.execute(select(Mandate.provider).where(Mandate.id == mandate_id)).scalar_one_or_none()
        if ref is None or name is None:
            raise MethodNotFound()
        customer = queries.find_customer_ref(session, member_id=member_id, provider=name)
    if customer is not None:
        try:
            provider_named(name).revoke_mandate(customer, ref)
        except (ConfigError, Unavailable, OutcomeUnknown) as away:
            raise ProviderAway() from away
