"""The registry of erasure: every place where something of a member can lie, and what becomes of it.

Whatever is not declared here is found by `hearth erase verify`, and by the tests: a new table, a new prefix in Redis, a
new folder of the storage or a new index needs a line before it can hold anything.
"""

from collections.abc import Mapping

# Rows that go on naming an account that is empty by then, each for a reason of docs/decisions/0017 and 0037.
KEPT = {
    "accounts.deletion.member_id",  # when and why somebody left, without their words
    "accounts.invitation.made_by",  # without the operator's note: that goes with who came by it, or after 180 days
    "accounts.invitation_use.member_id",
    "billing.credit_order.member_id",  # the books
    "billing.dd_block.member_id",
    "billing.dd_mandate.member_id",
    "billing.discount_code.member_id",
    "billing.ledger_account.owner_id",
    "billing.mandate.member_id",
    "billing.otp_challenge.member_id",
    "billing.paper.member_id",
    "billing.redemption.member_id",
    "messaging.acknowledgement.member_id",  # what was paid for rests on it
    "messaging.acknowledgement.profile_id",
    "messaging.conversation.a_id",  # the partner's half
    "messaging.conversation.b_id",
    "messaging.participant.member_id",
    "accounts.restriction.member_id",  # what a decision kept them from
    "moderation.complaint.member_id",  # how the house treated it
    "moderation.conversation_access.one_id",
    "moderation.conversation_access.other_id",
    "moderation.decision.member_id",
    "moderation.fictional_hours.profile_id",  # of profiles that are nobody's
    "moderation.fictional_writer.profile_id",
    "moderation.fraud_notice.removed_id",  # what others were told
    "moderation.report.reported_id",
    "moderation.report.reporter_id",
    "moderation.review_item.member_id",
    "moderation.review_match.other_id",  # which account a sign led to, until 180 days after the last word
    "social.hidden_member.member_id",  # that they are not to be seen
}
# Columns with names, addresses and what staff wrote into the books, that the law has us keep.
KEPT_BY_LAW = {
    "billing.ledger_tx.note",
    "billing.settlement.explanation",
    "billing.paper.buyer",
    "billing.otp_challenge.holder",
    "billing.otp_challenge.network",
    "billing.dd_mandate.holder",
}
# Columns with words that are needed until a case is decided, and go within a day of that.
KEPT_WHILE_OPEN = {"moderation.report.evidence"}
# Pictures that are needed until a case is decided, by their table: which of them none needs any more.
LEFT_BEHIND: Mapping[str, str] = {
    "messaging.photo": "status = 'removed' AND width IS NOT NULL AND EXISTS (SELECT FROM messaging.message "
    "JOIN accounts.member ON member.id = sender_id WHERE message.id = message_id AND member.status = 'erased') "
    "AND NOT EXISTS (SELECT FROM messaging.photo_hold AS hold WHERE hold.message_id = photo.message_id)",
    "profiles.photo": "member_id IS NULL "
    "AND NOT EXISTS (SELECT FROM profiles.photo_hold AS hold WHERE hold.photo_id = photo.id)",
}
# Rows that are deleted with the account.
ERASED = {
    "accounts.data_export.member_id",
    "accounts.email_token.member_id",
    "accounts.login_session.member_id",
    "billing.customer.member_id",
    "billing.reload_rule.member_id",
    "billing.spend_limit.member_id",
    "catalog.finder_answers.member_id",
    "catalog.index_change.member_id",
    "catalog.listing.member_id",
    "moderation.conversation_lock.member_id",
    "moderation.fictional_note.member_id",
    "moderation.fraud_notice.member_id",
    "notifications.delivery.member_id",
    "notifications.disabled_type.member_id",
    "notifications.mail.member_id",
    "notifications.preference.member_id",
    "notifications.push_notice.member_id",
    "notifications.push_subscription.member_id",
    "profiles.profile.member_id",
    "social.auto_like_consent.member_id",
    "social.block.blocked_id",
    "social.block.blocker_id",
    "social.hidden_visitor.member_id",
    "social.like_.from_id",
    "social.like_.to_id",
    "social.match.a_id",
    "social.match.b_id",
    "social.swipe.member_id",
    "social.swipe.other_id",
    "social.visit.visited_id",
    "social.visit.visitor_id",
}
# Tables that point at no account themselves and hold something of one: what becomes of that.
PARTS: Mapping[str, str] = {
    "accounts.contact": "who complains without an account; goes 180 days after the case is closed",
    "accounts.existence_answer": "hashes, for a day",
    "accounts.login_failure": "hashes of addresses, for a day",
    "accounts.member": "becomes an empty tombstone",
    "billing.chargeback": "the books",
    "billing.credit_lot": "the books",
    "billing.dd_bank_file": "the books",
    "billing.dd_batch": "the books",
    "billing.dd_collection": "the books",
    "billing.ledger_entry": "the books",
    "billing.ledger_tx": "the books, and why support gave or took credits; whoever writes that is told that it stays",
    "billing.lot_use": "the books",
    "billing.payment": "the books",
    "billing.provider_notice": "numbers of the provider's",
    "billing.refund": "the books, without what staff wrote",
    "billing.sale_evidence": "the books: in which country an order is taxed, and why; ten years (docs/decisions/0058)",
    "billing.settlement": "the books, and how a colleague explained a residue, who is told that it stays",
    "billing.settlement_line": "the books",
    "billing.foreign_payment": "the books; how a colleague explained it goes after 400 days",
    "catalog.listing_text": "goes with the listing",
    "messaging.message": "emptied; the row stays for the partner and the ledger",
    "messaging.photo": "emptied with its message; what an open report shows, with its decision",
    "messaging.photo_hold": "for a report until its decision; for what was decided by until 180 days after the last "
    "word, or until the sender is erased",
    "messaging.photo_original": "goes when the photo is ready, or with the member",
    "messaging.settlement": "up to which message staff put a question aside; no words, stays with the conversation",
    "moderation.appeal": "emptied",
    "moderation.audit_event": "what staff did, without what they said to or about members, whom it names by id; why "
    "they did it is emptied",
    "moderation.banned_mark": "keyed hashes of who was banned for good, for three years",
    "moderation.banned_likeness": "keyed hashes of how their pictures look, for three years",
    "moderation.complaint_message": "emptied",
    "moderation.fictional_handover": "goes with the member, and 180 days after the last word about the case",
    "moderation.fictional_message": "who of the staff wrote a message, as ids",
    "moderation.handover": "goes with either member, and 180 days after the last word about the case",
    "moderation.opened_case": "goes with the member, and 180 days after the last word about the case",
    "platform.idempotency_key": "answers go with the member, and after 48 hours",
    "platform.inbox_entry": "ids of events",
    "platform.outbox_event": "ids only, never words",
    "profiles.consent": "goes with the profile",
    "profiles.photo": "goes with the profile, after its files; what an open report shows is nobody's until its "
    "decision",
    "profiles.photo_hold": "for a report until its decision; for what matched or was decided by until 180 days after "
    "the last word, or until the owner is erased",
    "profiles.photo_original": "goes with the photo",
}
# Tables in which nobody of the members is.
NOBODYS = {
    "billing.paper_counter",
    "billing.price_bundle",
    "billing.reconciliation",
    "billing.transition",
    "billing.vat_rate",
    "moderation.recovery_code",
    "moderation.staff",
    "moderation.staff_login_failure",
    "moderation.staff_session",
    "platform.figure",
    "platform.house_key",
    "platform.schedule",
    "profiles.place",
    "profiles.interest_count",
    "profiles.reference_load",
    "sites.company",
    "sites.lander_text",
    "sites.message_cost",
    "sites.page",
    "sites.page_bounce",
    "sites.site",
    "sites.site_host",
    "sites.site_text",
    "social.icebreaker",
}
# Keys of Redis by how they begin. None holds words, and none outlives two days unless its line says so.
REDIS: Mapping[str, str] = {
    "limit:": "how often something was done by an address of the network, a member or one of the staff, or for a "
    "mailbox, as its hash, or a country; a day, and changes of one's country 30 days",
    "live:": "what happened to a member, as ids; a day",
    "mail-report:": "which mails were refused or reported, as ids; 30 days",
    "mark:": "who looks or writes at this moment, which push services rest, and which returns were told, for minutes; "
    "which text messages were counted, as ids, for a day",
    "hearth:": "nudges between our processes",
    "rq:": "jobs, as ids of events; until they are done",
}
# Folders of the storage. Files are taken away with the member, but for the lists of who left.
FOLDERS: Mapping[str, str] = {
    "photos/": "pictures of profiles",
    "chat-photos/": "pictures in conversations",
    "exports/": "copies of one's data, for a week",
    "erasures/": "a hash and a day of everybody who was erased; stays, so that no backup brings them back",
    "deletions/": "a hash and the day of their erasure of everybody who left; goes when they are back or erased",
}
# What our processes write to their standard output: ids, codes and times, never words, addresses or names.
LOGS: Mapping[str, str] = {
    "web": "requests, by id",
    "live": "open streams, by id",
    "worker": "jobs, by id",
    "slow-worker": "jobs, by id",
    "relay": "events handed on, by id",
    "proxy": "what keeps it from working; no requests",
}
# What our processes keep in their memory from one request to the next and that came of members.
MEMORY: Mapping[str, str] = {
    "app.kernel.ratelimit._memory": "what Redis counts under limit:, while it is away",
    "app.painting._kept": "pages as visitors see them, the search with names and addresses of pictures; a quarter "
    "of an hour, and then until the next painting",
    "modules.catalog.service.neighbourhood._kept": "how many people there are in a region; numbers only",
}
