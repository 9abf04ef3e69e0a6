"""The conversations that the bench draws are like those that members have."""

import os

from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.billing import api as billing_api
from modules.sites.contracts import Site
from tests.bench import correspondence, population
from tests.bench.correspondence import Shape

COUNTS = text("""
    SELECT count(DISTINCT one.id), count(*), count(tx_id), count(DISTINCT sender_id), sum((seq = last_seq)::int)
      FROM messaging.conversation AS one JOIN messaging.message ON conversation_id = one.id WHERE site_id = :site
""")


def test_filling_goes_on_where_it_ended_and_what_was_paid_adds_up(site: Site) -> None:
    url, shape = os.environ["HEARTH_DATABASE_URL"], Shape(messages=20, words=2, paid_every=3)
    population.fill(url, site_id=site.id, countries=("NL",), count=21)
    for messages in (500, 900, 900):
        correspondence.fill(url, site_id=site.id, messages=messages, shape=shape)
    with transaction(snapshot=True) as session:
        assert session.execute(COUNTS, {"site": site.id}).one() == (45, 900, 300, 21, 45)
        assert billing_api.audit_ledger(session) == []
