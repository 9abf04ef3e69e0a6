"""Every refusal of sites and accounts has its sentence, in each language that is complete."""

import re
from typing import Any

import pytest

from app.kernel import i18n
from app.kernel.errors import DomainError
from modules.accounts import errors as accounts_errors
from modules.sites import errors as sites_errors

ERRORS = sorted(
    {
        error.code
        for module in (accounts_errors, sites_errors)
        for error in vars(module).values()
        if isinstance(error, type) and issubclass(error, DomainError) and error.__module__ == module.__name__
    }
)
REASONS = {
    "accounts.banned": ("banned", "suspended"),
    "accounts.password-weak": ("too-short", "too-common", "too-personal"),
    "accounts.feature-limited": ("messages", "photos", "likes", "profile"),
}


@pytest.mark.spec("1.5", "8.2", "8.3", "8.6")
@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.usefixtures("app")
def test_a_refusal_has_its_sentence(code: str) -> None:
    for key in [f"errors.{code}.{reason}" for reason in REASONS.get(code, ())] or [f"errors.{code}"]:
        sentences = {language: i18n.find_text(language, key, count=2) for language in ("en", "nl", "de")}
        assert all(sentences.values()), key
        assert len(set(sentences.values())) == 3, f"{key} is not translated"
        placeholders = {tuple(sorted(re.findall(r"{\w+}", text or ""))) for text in sentences.values()}
        assert len(placeholders) == 1, key


SENTENCES: dict[str, Any] = {
    "errors.accounts.login-failed": "Login failed, please try again",
    "errors.accounts.login-blocked": "Too many incorrect attempts, account blocked for {minutes} min",
    "errors.accounts.activation-failed": "Activation failed",
    "errors.accounts.too-many-resets": "Too many password reset emails sent, please try again tomorrow",
    "errors.accounts.email-unknown": "E-mail address not found",
    "errors.accounts.link-invalid": "Link expired or invalid, request a new email",
    "errors.accounts.old-password-wrong": "Please check your old password",
    "errors.accounts.email-taken": "This email address already owns an account on this website",
    "errors.accounts.too-young": "Enter your date of birth ({min_age}+)",
}


@pytest.mark.spec("5.2", "5.3", "8.2", "8.3", "8.6")
@pytest.mark.parametrize("key", SENTENCES)
@pytest.mark.usefixtures("app")
def test_the_sentences_of_the_specification_are_word_for_word(key: str) -> None:
    assert i18n.find_text("en", key) == SENTENCES[key]
