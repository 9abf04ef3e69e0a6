"""Past dates for the demo: everything is made within a minute, and the charts show two months."""

from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session

CONFIRMED = text(
    "UPDATE accounts.member SET confirmed_at = signup_at + random() * interval '20 minutes' "
    "WHERE site_id = :site AND confirmed_at IS NOT NULL"
)
LOGGED_IN = text(
    """
    INSERT INTO accounts.login_session (id, token_hash, member_id, created_at, seen_at, expires_at, revoked_at)
    SELECT gen_random_uuid(), sha256(convert_to(member.id::text, 'UTF8')), member.id, profile.last_active_at,
           profile.last_active_at, profile.last_active_at + interval '30 days', profile.last_active_at
    FROM accounts.member JOIN profiles.profile ON profile.member_id = member.id
    WHERE member.site_id = :site AND NOT member.is_fictional
    """
)
LIKED = text(
    """
    UPDATE social.like_ SET created_at = now() - random() * least(interval '60 days', now() - known.since)
    FROM (SELECT one.id AS one_id, other.id AS other_id, greatest(one.signup_at, other.signup_at) AS since
          FROM accounts.member one, accounts.member other WHERE one.site_id = :site AND other.site_id = :site) known
    WHERE known.one_id = like_.from_id AND known.other_id = like_.to_id
    """
)
MATCHED = text(
    """
    UPDATE social.match SET created_at = both_ways.since
    FROM (SELECT least(from_id, to_id) AS a_id, greatest(from_id, to_id) AS b_id, max(created_at) AS since
          FROM social.like_ GROUP BY 1, 2) both_ways
    WHERE both_ways.a_id = match.a_id AND both_ways.b_id = match.b_id
    """
)

BEGUN = text(
    "UPDATE messaging.conversation SET created_at = first.sent_at FROM messaging.message first "
    "WHERE first.conversation_id = conversation.id AND first.seq = 1 AND conversation.site_id = :site"
)
UPLOADED = text(
    "UPDATE profiles.photo SET created_at = member.signup_at + random() * interval '50 minutes' "
    "FROM accounts.member WHERE member.id = photo.member_id AND member.site_id = :site AND photo.status = 'active'"
)


def spread(session: Session, site_id: UUID) -> None:
    """Spread a site's confirmations, uploads, likes, matches and messages over the days since members signed up."""
    for statement in (CONFIRMED, LOGGED_IN, LIKED, BEGUN, UPLOADED):
        session.execute(statement, {"site": site_id})
    session.execute(MATCHED)
