"""`hearth mail list|test`: that mails went out, and whether one goes out now."""

import json
from functools import partial

import pytest
from click.testing import CliRunner, Result

from app.kernel.db.session import transaction
from cli.mail import mail
from modules.sites.contracts import Site
from tests import commands
from tests.factories.sites import make_site
from tests.fixture_types import Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import newest_mail, send

pytestmark = pytest.mark.usefixtures("commands_here")


TO = "linden@example.org"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mail, arguments)


refusal = partial(commands.refusal, mail)


@pytest.mark.spec("10.10")
def test_a_try_goes_out_in_the_sites_layout_and_the_server_is_quoted(site: Site, postman: Postman) -> None:
    done = run("test", TO, "--site", site.key)
    assert (done.exit_code, done.output) == (0, "The server at 127.0.0.1 accepted it: 250 kept\n")
    [message] = postman.to(TO)
    assert site.name in str(message["Subject"])
    drawn = message.get_body(("html",))
    assert drawn is not None
    assert "account" not in drawn.get_content(), "nobody is told that they have one"
    assert json.loads(run("test", TO, "--site", site.key, "--json").output)["is_taken"] is True


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("rcpt", "550 5.1.1 there is nobody of that name"),
        ("mail", "451 4.3.0 try again later"),
        ("data", "554 5.7.1 we do not know you"),
    ],
)
def test_a_refusal_is_quoted_and_ends_with_1(site: Site, postman: Postman, step: str, words: str) -> None:
    postman.answers[step] = [words] * 3
    done = run("test", TO, "--site", site.key)
    assert done.exit_code == 1
    assert done.output.startswith("The server at 127.0.0.1 refused it: ")
    assert words in done.output
    assert postman.mails == []


def test_what_cannot_be_tried_is_one_line(site: Site) -> None:
    with transaction() as session:
        make_site(session)
    assert "check HEARTH_SMTP_URL" in refusal("test", TO, "--site", site.key)
    assert "valid email address" in refusal("test", "linden", "--site", site.key)
    assert "choose a site for the layout" in refusal("test", TO)


@pytest.mark.spec("10.10")
def test_mails_are_listed_without_what_they_say(site: Site, pair: Pair, postman: Postman) -> None:
    writer, member = pair
    send(writer, member)
    about = ("list", "--member", member.email, "--site", site.key)
    found = json.loads(run(*about, "--json").output)
    assert str(newest_mail(member)) in {one["id"] for one in found}
    assert {one["member_id"] for one in found} == {str(member.id)}
    assert set(found[0]) == {
        *("id", "created_at", "type", "state", "member_id", "attempts", "not_before", "sent_at"),
    }
    assert json.loads(run(*about, "--state", "dropped", "--json").output) == []
    assert json.loads(run(*about, "--since", "2190-01-01", "--json").output) == []
    assert found[0]["type"] in run(*about).output
    assert "add --site" in refusal("list", "--member", member.email)
