"""Names of tables and periods that several subjects of moderation share."""

from datetime import timedelta

MEMBER = "accounts.member.id"
SITE = "sites.site.id"
# Reports stand below decisions.
DECISION = "moderation.decision.id"

# How long evidence is kept after a case is final.
EVIDENCE_IS_KEPT = timedelta(days=180)
