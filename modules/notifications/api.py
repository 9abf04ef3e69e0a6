"""What the command line may ask of notifications."""

from modules.notifications.service.mail_tests import send_test_mail as send_test_mail
from modules.notifications.service.push_tests import send_test_push as send_test_push
from modules.notifications.service.returns import take_report as take_report
