"""Commands of the use of a discount code: held by an order as long as that can be paid, redeemed when it is, released
when its payments ended unpaid or all its money went back.

The row of the code serialises all who want it; the order was locked before.
"""

from uuid import UUID

from sqlalchemy import bindparam, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db import Session
from modules.billing.contracts import RedemptionState
from modules.billing.errors import DiscountExhausted, DiscountUsed
from modules.billing.shop.models.discounts import DiscountCode, Redemption


def hold_code(session: Session, code_id: UUID, member_id: UUID, order_id: UUID) -> None:
    """Hold a code for an order. Where the member gave up an order that still holds it, the hold moves from that one.

    Raises DiscountExhausted, DiscountUsed.
    """
    session.execute(_LOCK_CODE, {"code_id": code_id})
    if session.execute(_LET_GO, {"of_code": code_id, "of_member": member_id}).first() is None:
        _count_use(session, code_id)
    row = {"order_id": order_id, "code_id": code_id, "member_id": member_id, "state": RedemptionState.RESERVED}
    held = upsert(Redemption).values(row).on_conflict_do_nothing().returning(Redemption.order_id)
    if session.execute(held).first() is None:
        raise DiscountUsed(field="code")


def hold_code_again(session: Session, order_id: UUID) -> None:
    """Hold the code of an order that is tried again; raises DiscountExhausted, DiscountUsed."""
    released = select(Redemption.code_id).where(
        Redemption.order_id == order_id, Redemption.state == RedemptionState.RELEASED
    )
    code_id = session.execute(released).scalar_one_or_none()
    if code_id is None:
        return
    _count_use(session, code_id)
    if session.execute(_HOLD_AGAIN, {"order_id": order_id}).first() is None:
        raise DiscountUsed(field="code")


def release_code(session: Session, order_id: UUID, *, redeemed: bool = False) -> None:
    """Free the code of an order that was not paid for another one; `redeemed` frees that of an order that was paid."""
    states = (RedemptionState.REDEEMED, RedemptionState.HONOURED) if redeemed else (RedemptionState.RESERVED,)
    held = (Redemption.order_id == order_id, Redemption.state.in_(states))
    use = session.execute(select(Redemption.code_id, Redemption.state).where(*held)).one_or_none()
    if use is None:
        return
    session.execute(update(Redemption).where(*held).values(state=RedemptionState.RELEASED))
    if use.state != RedemptionState.HONOURED:
        session.execute(update(DiscountCode).where(DiscountCode.id == use.code_id).values(used=DiscountCode.used - 1))


def redeem_code(session: Session, order_id: UUID) -> bool:
    """Count the code of an order as used, because that is paid. One that was released is taken from an unpaid order of
    the member, or as anybody takes it; False where it cannot be had.
    """
    mine = select(Redemption.code_id, Redemption.member_id, Redemption.state).where(Redemption.order_id == order_id)
    code_id = session.execute(mine).scalar()
    if code_id is None:
        return False
    session.execute(_LOCK_CODE, {"code_id": code_id})
    _, member_id, state = session.execute(mine).one()
    is_held = state == RedemptionState.RESERVED
    if not is_held and (state != RedemptionState.RELEASED or not _take_code(session, code_id, member_id)):
        return False
    session.execute(update(Redemption).where(Redemption.order_id == order_id).values(state=RedemptionState.REDEEMED))
    return True


def redeem_code_again(session: Session, order_id: UUID) -> None:
    """Count the code of a paid order as used again, because its money did not go back after all; where others took the
    code, it is honoured and not counted.
    """
    if not redeem_code(session, order_id):
        released = (Redemption.order_id == order_id, Redemption.state == RedemptionState.RELEASED)
        session.execute(update(Redemption).where(*released).values(state=RedemptionState.HONOURED))


def _take_code(session: Session, code_id: UUID, member_id: UUID) -> bool:
    """Take a locked code for an order of a member, from another of theirs that is not paid or from what is left."""
    if session.execute(_LET_GO, {"of_code": code_id, "of_member": member_id}).first() is not None:
        return True
    theirs = (Redemption.code_id == code_id, Redemption.member_id == member_id)
    used = exists().where(*theirs, Redemption.state == RedemptionState.REDEEMED)
    if session.execute(select(used)).scalar_one():
        return False
    try:
        _count_use(session, code_id)
    except DiscountExhausted:
        return False
    return True


def _count_use(session: Session, code_id: UUID) -> None:
    counted = (
        update(DiscountCode)
        .where(DiscountCode.id == code_id, func.coalesce(DiscountCode.used < DiscountCode.max_uses, True))
        .values(used=DiscountCode.used + 1)
        .returning(DiscountCode.id)
    )
    if session.execute(counted).first() is None:
        raise DiscountExhausted(field="code")


_LOCK_CODE = select(DiscountCode.id).where(DiscountCode.id == bindparam("code_id")).with_for_update()
_LET_GO = (
    update(Redemption)
    .where(Redemption.code_id == bindparam("of_code"), Redemption.member_id == bindparam("of_member"))
    .where(Redemption.state == RedemptionState.RESERVED)
    .values(state=RedemptionState.RELEASED)
    .returning(Redemption.order_id)
)

# The code's row is locked by its count, so that nobody else takes the code between the look and the change.
_HOLD_AGAIN = text(
    """
    UPDATE billing.redemption AS mine SET state = 'reserved'
     WHERE order_id = :order_id
       AND NOT EXISTS (SELECT FROM billing.redemption other
                        WHERE other.code_id = mine.code_id AND other.member_id = mine.member_id
                          AND other.state IN ('reserved', 'redeemed'))
    RETURNING order_id
    """
)
