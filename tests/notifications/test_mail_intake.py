"""`hearth mail intake`: reports from one file, an mbox or a Maildir."""

import json
import mailbox
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli import mail_intake
from cli.mail import mail as command
from modules.notifications.contracts import NoticeType
from tests.fixture_types import Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import Login, disabled, send
from tests.notifications.test_stopped_mails import DELAYED, FAILED, SPAM, report
from tests.running import count_bars


def intake(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["intake", *arguments])


@pytest.fixture
def reports(pair: Pair, postman: Postman) -> list[bytes]:
    """A delay and a return of somebody's mail, somebody's letter, and a report about a mail of others."""
    writer, reader = pair
    send(writer, reader)
    message_id = str(postman.to(reader.email)[0]["Message-ID"])
    return [
        report("delivery-status", DELAYED, message_id),
        b"From: somebody@example.org\nSubject: Hello\n\nFrom me to you.\n",
        report("feedback-report", SPAM, "<other@example.org>"),
        report("delivery-status", FAILED, message_id),
    ]


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("kind", [mailbox.mbox, mailbox.Maildir])
def test_a_whole_mailbox_is_read_and_stays(
    kind: Callable[[str], mailbox.Mailbox[Any]], reports: list[bytes], pair: Pair, login: Login, tmp_path: Path
) -> None:
    path = tmp_path / "box"
    box = kind(str(path))
    for content in reports:
        box.add(content)
    box.close()
    for _ in range(2):
        done = intake("--mbox", str(path))
        assert done.exit_code == 0, done.output
        assert done.output == "Read: 4. Bounced: 1. Reported as spam: 0.\n"
    told = json.loads(intake("--mbox", str(path), "--json").output)
    assert told == {"read": 4, "came_back": 1, "reported_as_spam": 0, "unreadable": 0, "answers": {}}
    assert disabled(pair[1], login) == dict.fromkeys(NoticeType, "bounce")
    kept = kind(str(path))
    assert len(kept) == 4
    kept.close()


@pytest.mark.spec("8.7", "10.10")
def test_a_mailbox_can_be_tried_and_its_mails_are_counted(
    reports: list[bytes], pair: Pair, login: Login, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = count_bars(monkeypatch, mail_intake)
    box = mailbox.mbox(str(tmp_path / "box"))
    for content in reports:
        box.add(content)
    box.close()
    tried = intake("--mbox", str(tmp_path / "box"), "--dry-run")
    assert tried.output == ("Read: 4. Bounced: 1. Reported as spam: 0.\nDry run: nothing was changed.\n")
    told = json.loads(intake("--mbox", str(tmp_path / "box"), "--dry-run", "--json").output)
    assert told == {"read": 4, "came_back": 1, "reported_as_spam": 0, "unreadable": 0, "answers": {}}
    assert bars == {"mails": (4, 4)}
    assert disabled(pair[1], login) == {}


@pytest.mark.spec("8.7")
def test_one_report_is_read_from_a_file_or_a_pipe(
    reports: list[bytes], pair: Pair, login: Login, tmp_path: Path
) -> None:
    (tmp_path / "report.eml").write_bytes(reports[3])
    assert "Processed: bounce" in intake(str(tmp_path / "report.eml")).output
    told = json.loads(intake(str(tmp_path / "report.eml"), "--json").output)
    assert told == {"read": 1, "came_back": 1, "reported_as_spam": 0, "unreadable": 0, "answers": {}}
    assert "Nothing to do" in CliRunner().invoke(command, ["intake", "-"], input=reports[0]).output
    assert disabled(pair[1], login) == dict.fromkeys(NoticeType, "bounce")


def nested(depth: int = 5_000) -> bytes:
    """Return a mail of parts within parts, deeper than anybody can read."""
    return b"".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n".encode() for n in range(depth))


@pytest.mark.spec("8.7")
def test_a_mail_that_cannot_be_read_is_told_and_keeps_no_other_away(
    reports: list[bytes], pair: Pair, login: Login, tmp_path: Path
) -> None:
    box = mailbox.mbox(str(tmp_path / "box"))
    for content in (nested(), b"Content-Type: multipart/mixed; boundary*=\"\0''b\"\n\n--b\n", *reports):
        box.add(content)
    box.close()
    done = intake("--mbox", str(tmp_path / "box"))
    assert done.exit_code == 0, done.output
    assert done.output == "Read: 6. Bounced: 1. Reported as spam: 0.\nCould not be read: 2.\n"
    assert json.loads(intake("--mbox", str(tmp_path / "box"), "--json").output)["unreadable"] == 2
    assert disabled(pair[1], login) == dict.fromkeys(NoticeType, "bounce")
    one = CliRunner().invoke(command, ["intake", "-"], input=nested())
    assert (one.exit_code, one.output) == (0, "This email cannot be read. Nothing was changed.\n")


def test_neither_nothing_nor_both_nor_any_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "report.eml").write_bytes(b"")
    for arguments in ((), (str(tmp_path / "report.eml"), "--mbox", str(tmp_path)), ("--mbox", str(tmp_path))):
        assert intake(*arguments).exit_code != 0
