"""Commands of the use of discount codes.

An order holds its code while it can be paid, redeems it when it is paid, and releases it when its payments end unpaid
or it is refunded in full. Lock order: the order (by the caller), then the code, whose row serialises its uses.
"""

from uuid import UUID

from sqlalchemy import bindparam, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.session import Session
from modules.billing.contracts.states import RedemptionState
from modules.billing.errors.shop import DiscountExhausted, DiscountUsed
from modules.billing.shop.models.discounts import DiscountCode, Redemption


def hold_code(session: Session, code_id: UUID, member_id: UUID, order_id: UUID) -> None:
    """Hold a code for an order; another unpaid order of the member that holds it loses it.

    Raises DiscountExhausted, DiscountUsed.
    """
    session.execute(_LOCK_CODE, {"code_id": code_id})
    if session.execute(_RELEASE_HELD, {"of_code": code_id, "of_member": member_id}).first() is None:
        _count_use(session, code_id)
    row = {"order_id": order_id, "code_id": code_id, "member_id": member_id, "state": RedemptionState.RESERVED}
    held = upsert(Redemption).values(row).on_conflict_do_nothing().returning(Redemption.order_id)
    if session.execute(held).first() is None:
        raise DiscountUsed(field="code")


def hold_code_again(session: Session, order_id: UUID) -> None:
    """Hold the code of an order that gets another payment; raises DiscountExhausted, DiscountUsed."""
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
    """Release the code that an order holds, or with `redeemed` the code that a paid order used."""
    states = (RedemptionState.REDEEMED, RedemptionState.HONOURED) if redeemed else (RedemptionState.RESERVED,)
    held = (Redemption.order_id == order_id, Redemption.state.in_(states))
    code_id = session.execute(select(Redemption.code_id).where(*held)).scalar()
    if code_id is None:
        return
    session.execute(_LOCK_CODE, {"code_id": code_id})
    state = session.execute(select(Redemption.state).where(*held)).scalar()
    if state is None:
        return  # another order of the member took it before the lock
    session.execute(update(Redemption).where(*held).values(state=RedemptionState.RELEASED))
    if state != RedemptionState.HONOURED:
        session.execute(update(DiscountCode).where(DiscountCode.id == code_id).values(used=DiscountCode.used - 1))


def redeem_code(session: Session, order_id: UUID) -> bool:
    """Redeem the code of a paid order, and return whether that was possible.

    A released code is taken again: from another unpaid order of the member, else from the uses that are left.
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
    """Redeem the code of a paid order again, because its refund failed.

    If no uses are left, the code is honoured: the order keeps its discount, and no use is counted.
    """
    if not redeem_code(session, order_id):
        released = (Redemption.order_id == order_id, Redemption.state == RedemptionState.RELEASED)
        session.execute(update(Redemption).where(*released).values(state=RedemptionState.HONOURED))


def _take_code(session: Session, code_id: UUID, member_id: UUID) -> bool:
    """Take a locked code from another unpaid order of the member, else from the uses left; False if neither has one."""
    if session.execute(_RELEASE_HELD, {"of_code": code_id, "of_member": member_id}).first() is not None:
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
_RELEASE_HELD = (
    update(Redemption)
    .where(Redemption.code_id == bindparam("of_code"), Redemption.member_id == bindparam("of_member"))
    .where(Redemption.state == RedemptionState.RESERVED)
    .values(state=RedemptionState.RELEASED)
    .returning(Redemption.order_id)
)

# `_count_use` has locked the code's row, so that nobody else takes the code between the check and the update.
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
