"""Commands of saved payment methods."""

from uuid import UUID

from sqlalchemy import select, update

from app.kernel.config import ConfigError
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish
from modules.billing.contracts.states import MandateState
from modules.billing.errors.payments import MethodNotFound, ProviderAway
from modules.billing.events import MethodRevoked
from modules.billing.payments.models.orders import Mandate
from modules.billing.payments.providers.choose import provider_named
from modules.billing.payments.providers.port import OutcomeUnknown, Unavailable
from modules.billing.payments.queries import orders as queries


def revoke_method(session: Session, *, member_id: UUID, mandate_id: UUID) -> None:
    """Revoke a saved payment method, here now and at its provider once that answers. Raises MethodNotFound."""
    revoked = (
        update(Mandate)
        .where(Mandate.id == mandate_id, Mandate.member_id == member_id, Mandate.state != MandateState.REVOKED)
        .values(state=MandateState.REVOKED)
    )
    if session.execute(revoked.returning(Mandate.id)).first() is None:
        raise MethodNotFound()
    publish(session, MethodRevoked(mandate_id))


def revoke_at_provider(mandate_id: UUID) -> None:
    """Revoke a saved payment method at its provider that is revoked here; raises ProviderAway."""
    with transaction(read_only=True) as session:
        saved = select(Mandate.provider, Mandate.provider_ref, Mandate.member_id).where(Mandate.id == mandate_id)
        name, ref, member_id = session.execute(saved).one()
        customer = queries.find_customer_ref(session, member_id=member_id, provider=name)
    if customer is not None:
        try:
            provider_named(name).revoke_mandate(customer, ref)
        except (ConfigError, Unavailable, OutcomeUnknown) as away:
            raise ProviderAway() from away
