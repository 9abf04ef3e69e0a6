"""What the command line may use of notifications."""

from modules.notifications.service.mail_tests import send_test_mail as send_test_mail
from modules.notifications.service.push_tests import send_test_push as send_test_push
from modules.notifications.service.returns import receive_report as receive_report
