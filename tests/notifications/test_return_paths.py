"""The return path of a mail names it: a bounce is known by where it comes, whatever it quotes."""

import json
import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from app.kernel.config import ConfigError, config
from cli.mail import mail as command
from modules.notifications.contracts import NoticeType
from modules.notifications.service import mail_ids
from modules.sites.contracts import Site
from tests.conftest import drain_now
from tests.fixture_types import Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import Login, disabled, newest_mail, reported, send
from tests.notifications.test_mails import states
from tests.notifications.test_return_notices import CASES, THEIR_ID, Tell, key, tell
from tests.notifications.test_stopped_mails import DELAYED, FAILED, take
from tests.settings import SetEnv

__all__ = ["key", "tell"]

Configure = Callable[[str], None]
ALL_OFF = dict.fromkeys(NoticeType, "bounce")


@pytest.fixture
def configure(set_env: SetEnv) -> Configure:
    """Say where returns go."""
    return lambda path: set_env(HEARTH_RETURN_PATH=path)


@pytest.fixture
def return_path(configure: Configure, pair: Pair, postman: Postman) -> str:
    """Where the newest mail to the reader of a pair is returned to."""
    configure("bounces+*@returns.example")
    send(*pair)
    return postman.senders[0]


def bounce(headers: str, fields: str = FAILED, returned: str = "") -> bytes:
    """Return a bounce with headers of its own, and what it returns of the mail: nothing, unless it is said."""
    return (
        f"From: MAILER-DAEMON@example.net\n{headers}\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\n{fields}\n\n"
        f"{returned and f'--b{chr(10)}Content-Type: text/rfc822-headers{chr(10)}{chr(10)}{returned}{chr(10)}'}--b--\n"
    ).encode()


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("bounces+*@returns.example", r"bounces\+[a-z2-7]{52}@returns\.example"),
        ("B-*@Returns.example", r"b-[a-z2-7]{52}@returns\.example"),
        ("mailreturns=*@returns.example", r"mailreturns=[a-z2-7]{52}@returns\.example"),
        ("*@bäckerei.example", r"[a-z2-7]{52}@xn--bckerei-5wa\.example"),
        ("bounces+*", r"bounces\+[a-z2-7]{52}@{site}"),
    ],
    ids=ascii,
)
def test_each_mail_leaves_with_a_return_path_of_its_own(
    path: str, form: str, configure: Configure, pair: Pair, postman: Postman
) -> None:
    writer, reader = pair
    configure(path)
    send(writer, reader)
    send(reader, writer)
    site = str(postman.mails[0]["From"]).rpartition("@")[2].rstrip(">")
    for sender in postman.senders:
        assert re.fullmatch(form.replace("{site}", re.escape(site)), sender)
        assert len(sender.partition("@")[0]) <= 64
        assert not any(member.email.partition("@")[0] in sender for member in (writer, reader))
    assert [mail_ids.find_named(sender) for sender in postman.senders] == [newest_mail(reader), newest_mail(writer)]
    assert {str(mail["From"]).rpartition("<")[2] for mail in postman.mails} == {f"hello@{site}>"}


@pytest.mark.spec("8.7")
def test_a_mail_that_is_tried_again_keeps_its_return_path(return_path: str, pair: Pair, postman: Postman) -> None:
    _, reader = pair
    assert mail_ids.return_path(newest_mail(reader), postman.mails[0]["From"]) == return_path


@pytest.mark.spec("8.7")
def test_without_the_setting_returns_go_to_the_sender(pair: Pair, postman: Postman) -> None:
    send(*pair)
    assert f"<{postman.senders[0]}>" in str(postman.mails[0]["From"])
    assert postman.senders[0].startswith("hello@")


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    "headers",
    [
        "To: {path}",
        "To: <{upper}>",
        "Delivered-To: {path}\nTo: undisclosed-recipients:;",
        "X-Original-To: {path}\nDelivered-To: hello@example.org\nTo: hello@example.org",
        "Envelope-To: {path}",
        "To: SRS0=ab12=cd=returns.example={path}",
    ],
)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_bounce_that_returns_nothing_of_the_mail_is_known_by_where_it_came(
    headers: str, ending: bytes, return_path: str, pair: Pair, login: Login
) -> None:
    report = bounce(headers.format(path=return_path, upper=return_path.upper()))
    assert take(report.replace(b"\n", ending)) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
def test_where_a_bounce_was_delivered_counts_before_whom_it_was_written_to(
    return_path: str, pair: Pair, postman: Postman, login: Login
) -> None:
    writer, reader = pair
    send(reader, writer)
    assert take(bounce(f"To: {postman.senders[1]}\nDelivered-To: {return_path}")) == "bounce"
    assert (disabled(writer, login), disabled(reader, login)) == ({}, ALL_OFF)


@pytest.mark.spec("8.7")
def test_a_bounce_with_the_message_id_of_the_service_that_carried_the_mail_is_known(
    return_path: str, pair: Pair, tell: Tell, login: Login
) -> None:
    """Amazon SES puts its own Message-ID in place of ours, and forwards bounces to the sender of the envelope."""
    told = (CASES / "bounce-plain.eml").read_bytes()
    told = told.replace(THEIR_ID, b"0100019a-example-000000@email.amazonses.com")
    told = told.replace(b"To: hello@hearthside.example", f"To: {return_path}".encode())
    assert tell(told).get_json() == {"cause": "bounce", "reply": None}
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
def test_a_provider_may_tell_of_the_return_path_instead_of_the_message_id(
    return_path: str, pair: Pair, tell: Tell, login: Login
) -> None:
    assert tell({"message_id": return_path, "kind": "complaint"}).get_json()["cause"] == "spam-report"
    assert disabled(pair[1], login) == dict.fromkeys(NoticeType, "spam-report")


@pytest.mark.spec("8.7")
def test_a_bounce_is_taken_from_a_pipe(return_path: str, pair: Pair, login: Login) -> None:
    report = bounce(f"Delivered-To: {return_path}")
    assert json.loads(CliRunner().invoke(command, ["intake", "--json", "-"], input=report).output)["came_back"] == 1
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("quoted", ["Return-Path: <{path}>", "X-Envelope-From: {path}"])
def test_a_report_that_came_elsewhere_is_known_by_the_return_path_that_it_quotes(
    quoted: str, return_path: str, pair: Pair, login: Login
) -> None:
    assert take(bounce("To: hello@example.org", returned=quoted.format(path=return_path))) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
def test_a_complaint_is_known_by_the_sender_that_it_names(return_path: str, pair: Pair, login: Login) -> None:
    report = (
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\n\n--b\n'
        f"Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nOriginal-Mail-From: <{return_path}>\n\n--b--\n"
    )
    assert take(report.encode()) == "spam-report"
    assert disabled(pair[1], login) == dict.fromkeys(NoticeType, "spam-report")


@pytest.mark.spec("8.7")
def test_where_a_bounce_came_counts_before_what_it_quotes(
    return_path: str, pair: Pair, postman: Postman, login: Login
) -> None:
    writer, reader = pair
    send(reader, writer)
    other = str(postman.to(writer.email)[0]["Message-ID"])
    assert take(bounce(f"To: {return_path}", returned=f"Message-ID: {other}")) == "bounce"
    assert (disabled(writer, login), disabled(reader, login)) == ({}, ALL_OFF)


@pytest.mark.spec("8.7")
def test_what_says_nothing_of_the_address_stops_nothing(return_path: str, pair: Pair, login: Login) -> None:
    before = reported("5.7")
    assert take(bounce(f"To: {return_path}", DELAYED)) is None
    assert take(bounce(f"To: {return_path}", FAILED.replace("5.1.1", "5.7.1"))) is None
    drain_now()
    assert (disabled(pair[1], login), reported("5.7")) == ({}, before + 1)


@pytest.mark.spec("8.7")
def test_nobody_can_make_up_a_return_path(return_path: str, pair: Pair, postman: Postman, login: Login) -> None:
    writer, reader = pair
    name = return_path.partition("+")[2].partition("@")[0]
    send(reader, writer)
    other = postman.senders[1].partition("+")[2].partition("@")[0]
    last = "a" if name[-10] != "a" else "b"
    forged = [
        f"{name[:-10]}{last}{name[-9:]}",
        # The name of one mail with the signature of another.
        f"{other[:26]}{name[26:]}",
        f"a{name}",
        name[:-1],
        f"{name}a",
    ]
    for made_up in forged:
        assert take(bounce(f"To: bounces+{made_up}@returns.example")) is None
    assert (disabled(writer, login), disabled(reader, login)) == ({}, {})


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("character", "\u212a\u017f", ids=ascii)
def test_a_name_with_a_letter_that_is_only_like_one_names_no_mail(character: str, tell: Tell) -> None:
    told = tell({"message_id": f"bounces+{'a' * 51}{character}@returns.example", "kind": "bounce"})
    assert (told.status_code, told.get_json()["cause"]) == (200, None)


@pytest.mark.spec("8.7")
def test_a_return_path_outlives_a_change_of_the_setting(
    return_path: str, configure: Configure, pair: Pair, login: Login
) -> None:
    configure("*@other.example")
    assert take(bounce(f"To: {return_path}")) == "bounce"
    assert disabled(pair[1], login) == ALL_OFF


@pytest.mark.spec("8.7")
def test_a_sender_that_the_server_refuses_is_no_bounce(
    configure: Configure, pair: Pair, postman: Postman, login: Login
) -> None:
    configure("bounces+*@returns.example")
    before = reported("5.1")
    postman.answers["mail"] = ["553 5.1.8 we do not know returns.example"]
    send(*pair)
    assert states(pair[1].id) == [("new-message", "queued")]
    assert (disabled(pair[1], login), reported("5.1")) == ({}, before + 1)


def test_a_mail_to_try_leaves_in_the_same_way(configure: Configure, site: Site, postman: Postman) -> None:
    configure("bounces+*@returns.example")
    done = CliRunner().invoke(command, ["test", "linden@example.org", "--site", site.key])
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"bounces\+[a-z2-7]{52}@returns\.example", postman.senders[0])


@pytest.mark.parametrize(
    "path",
    [
        "bounces@returns.example",
        "bounces*@returns.example",
        "bounces+*+*@returns.example",
        "bounces+*x@returns.example",
        "bounces+*@",
        "abouthalfaline+*@returns.example",
        "bounces+*@returns.example, b-*@returns.example",
        "käse+*@returns.example",
    ],
    ids=ascii,
)
def test_a_return_path_that_names_no_mail_is_refused(path: str, configure: Configure) -> None:
    configure(path)
    with pytest.raises(ConfigError, match="HEARTH_RETURN_PATH"):
        config()
