"""Tables of invitations."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import SECRET, Erasure, Personal
from modules.accounts.identity.models import MemberRow


@Personal(
    Erasure.EMPTIED,
    "the operator's note goes with whom the invitation was for, or after 180 days",
    keeps_ids={"made_by"},
    not_copied=SECRET,
)
class InvitationRow(Base):
    """A code with which somebody may sign up (spec 6.2), made by a member or, without `made_by`, by an operator.

    Only its hash is kept; the code itself is derived from the id (service/invitations.py). `note` is the operator's;
    it is emptied when the invited member is erased, or half a year after it was made.
    """

    __tablename__ = "invitation"
    __table_args__ = (
        CheckConstraint("uses BETWEEN 0 AND most_uses", name="uses"),
        CheckConstraint("expires_at > created_at", name="expires_later"),
        Index("invitation_site_idx", "site_id", "created_at"),
        Index("invitation_made_by_idx", "made_by", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    code_hash: Mapped[bytes] = mapped_column(unique=True)
    made_by: Mapped[UUID | None] = mapped_column(ForeignKey(MemberRow.id))
    note: Mapped[str] = mapped_column(server_default="")
    uses: Mapped[int] = mapped_column(server_default="0")
    most_uses: Mapped[int] = mapped_column(server_default="1")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


@Personal(
    Erasure.KEPT,
    "by which invitation an account came, as ids",
    keeps_ids={"member_id"},
    not_copied="by which invitation they came, which is its maker's, too",
)
class InvitationUse(Base):
    """The invitation with which a member signed up."""

    __tablename__ = "invitation_use"

    member_id: Mapped[UUID] = mapped_column(ForeignKey(MemberRow.id), primary_key=True)
    invitation_id: Mapped[UUID] = mapped_column(ForeignKey(InvitationRow.id), index=True)
    used_at: Mapped[datetime] = mapped_column(server_default=func.now())
