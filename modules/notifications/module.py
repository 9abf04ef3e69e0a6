"""What the notifications module hands to the registry."""

from pathlib import Path

from app.kernel.manifest import Manifest, Schedule
from modules.notifications import api, handlers, jobs, live, ops
from modules.notifications.routes import blp

MANIFEST = Manifest(
    name="notifications",
    folder=Path(__file__).parent,
    blueprints=(blp,),
    handlers=(
        handlers.on_email_token_issued,
        handlers.on_password_changed,
        handlers.on_signup_repeated,
        handlers.on_member_activated,
        handlers.on_member_reactivated,
        handlers.on_new_browser_logged_in,
        handlers.on_guessing_stopped,
        handlers.on_email_changed,
        handlers.on_export_ready,
        handlers.on_member_deleted,
        handlers.on_member_erased,
        handlers.on_message_sent,
        handlers.on_like_given,
        handlers.on_order_completed,
        handlers.on_order_failed,
        handlers.on_refund_approved,
        handlers.on_refund_settled,
        handlers.on_refund_failed,
        handlers.on_refund_refused,
        handlers.on_chargeback_received,
        handlers.on_collection_scheduled,
        handlers.on_direct_debit_blocked,
        handlers.on_discount_given,
        handlers.on_reload_started,
        handlers.on_reload_paused,
        handlers.on_reload_ended,
        handlers.on_complaint_received,
        handlers.on_complaint_answered,
        handlers.on_complaint_opened,
        handlers.on_report_received,
        handlers.on_report_decided,
        handlers.on_report_reviewed,
        handlers.on_decision_made,
        handlers.on_appeal_decided,
        handlers.on_member_banned,
        handlers.on_fraud_noticed,
        handlers.on_mail_queued,
        handlers.on_push_queued,
    ),
    schedules=(
        Schedule(jobs.send_waiting, every_seconds=60),
        Schedule(jobs.send_pushes, every_seconds=2),
        Schedule(jobs.remove_logged_out_browsers, every_seconds=3600),
    ),
    signals=live.ALL,
    current_user=api.current_user,
    resources=ops.RESOURCES,
    figures=ops.FIGURES,
    export_member=api.export_member,
)
