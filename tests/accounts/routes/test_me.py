"""The member who is logged in, and their language, as a browser sees them."""

from collections.abc import Callable

import pytest

from modules.accounts.contracts import Member
from tests.accounts.routes.doors import cookies_of, count_events, log_in
from tests.conftest import Client


class TestLanguage:
    @pytest.mark.spec("1.8", "1.9", "7.3")
    def test_it_is_kept_for_a_year_and_with_the_account(self, member: Member, browser: Client) -> None:
        answer = browser.put("/api/v1/me/language", {"language": "de"})
        assert answer.json == {"language": "de"}
        assert cookies_of(answer)["language"]["max-age"] == str(365 * 86_400)
        assert browser.get("/api/v1/me").json["language"] == "de"
        assert count_events("accounts.LanguageChanged", member.id) == 1
        browser.put("/api/v1/me/language", {"language": "de"})
        assert count_events("accounts.LanguageChanged", member.id) == 1

    @pytest.mark.spec("1.8")
    def test_a_visitor_keeps_it_in_the_cookie(self, client: Client) -> None:
        assert client.put("/api/v1/me/language", {"language": "nl"}).status_code == 200
        assert log_in(client, "nobody@example.org").json["detail"] == "Inloggen mislukt, probeer het opnieuw"

    def test_a_language_that_the_site_does_not_speak_is_refused(self, client: Client) -> None:
        answer = client.put("/api/v1/me/language", {"language": "fi"})
        assert answer.json["code"] == "accounts.language-unknown"
        assert client.put("/api/v1/me/language", {"language": "xx"}).json["errors"][0]["code"] == "field.choice"


def test_the_user_is_read_with_few_queries(count_queries: Callable[..., int], browser: Client) -> None:
    browser.get("/api/v1/me")
    # Read-only, session and member, then one for each module that adds to the user.
    assert count_queries(lambda: browser.get("/api/v1/me")) <= 12
