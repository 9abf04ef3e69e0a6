"""Which provider the settings name, and what they may not say. Each setting is tried in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.paths import ROOT
from tests.running import own_environment

START = "from app.kernel.config import config; config(); print('started')"
CHOOSE = "from modules.billing.payments.providers.choose import payment_provider; print(payment_provider().name)"
LIVE = {"HEARTH_PAYMENT_PROVIDER": "mollie", "HEARTH_MOLLIE_KEY": "live_" + "a" * 30}
TEST = {**LIVE, "HEARTH_MOLLIE_KEY": "test_" + "a" * 30}
STRIPE_TEST = {
    "HEARTH_PAYMENT_PROVIDER": "stripe",
    "HEARTH_STRIPE_KEY": "sk_test_" + "a" * 24,
    "HEARTH_STRIPE_WEBHOOK_SECRET": "whsec_" + "a" * 32,
}
STRIPE_LIVE = {**STRIPE_TEST, "HEARTH_STRIPE_KEY": "sk_live_" + "a" * 24}
STRIPE_RESTRICTED = {**STRIPE_TEST, "HEARTH_STRIPE_KEY": "rk_live_" + "a" * 24}


REFUSED = "app.kernel.config.ConfigError: "


def say(code: str, tmp_path: Path, **settings: str) -> str:
    """Run a line of Python with settings and return the last line that it says."""
    secret = tmp_path / "secret"
    secret.write_text("s" * 32)
    needed = {
        "HEARTH_DATABASE_URL": "postgresql://nobody@127.0.0.1:9/nothing",
        "HEARTH_REDIS_URL": "redis://127.0.0.1:9",
        "HEARTH_MEILI_URL": "http://127.0.0.1:9",
        "HEARTH_STORAGE_URL": f"file://{tmp_path}",
        "HEARTH_SMTP_URL": "smtp://127.0.0.1:9",
    }
    env = {**own_environment(), **needed, "HEARTH_SECRET_FILE": str(secret), **settings}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:29555", "https://api.mollie.com.example.org", "http://api.mollie.com"]
)
def test_a_live_key_is_told_to_nobody_but_mollie(tmp_path: Path, address: str) -> None:
    said = say(START, tmp_path, **LIVE, HEARTH_MOLLIE_URL=address)
    why = "HEARTH_MOLLIE_KEY is a live key, but HEARTH_MOLLIE_URL is not https://api.mollie.com: use a test key there"
    assert said == REFUSED + why


@pytest.mark.parametrize("settings", [STRIPE_LIVE, STRIPE_RESTRICTED])
@pytest.mark.parametrize("address", ["http://127.0.0.1:29555", "https://api.stripe.com.example.org"])
def test_a_live_key_is_told_to_nobody_but_stripe(tmp_path: Path, settings: dict[str, str], address: str) -> None:
    said = say(START, tmp_path, **settings, HEARTH_STRIPE_URL=address)
    why = "HEARTH_STRIPE_KEY is a live key, but HEARTH_STRIPE_URL is not https://api.stripe.com: use a test key there"
    assert said == REFUSED + why


@pytest.mark.parametrize(
    "settings",
    [
        LIVE,
        {**LIVE, "HEARTH_MOLLIE_URL": "https://api.mollie.com/"},
        TEST,
        STRIPE_LIVE,
        {**STRIPE_LIVE, "HEARTH_STRIPE_URL": "https://api.stripe.com/"},
        {},
    ],
)
def test_other_settings_start(tmp_path: Path, settings: dict[str, str]) -> None:
    assert say(START, tmp_path, **settings) == "started"


def test_a_test_key_goes_anywhere(tmp_path: Path) -> None:
    assert say(CHOOSE, tmp_path, **TEST, HEARTH_MOLLIE_URL="http://127.0.0.1:29555") == "mollie"
    assert say(CHOOSE, tmp_path, **STRIPE_TEST, HEARTH_STRIPE_URL="http://127.0.0.1:29555") == "stripe"


def test_without_a_provider_nobody_is_asked(tmp_path: Path) -> None:
    assert say(CHOOSE, tmp_path) == REFUSED + "HEARTH_PAYMENT_PROVIDER is not set: see docs/operating.md"


def test_an_unknown_provider_is_refused(tmp_path: Path) -> None:
    said = say(CHOOSE, tmp_path, HEARTH_PAYMENT_PROVIDER="piggybank")
    assert said == REFUSED + "HEARTH_PAYMENT_PROVIDER names an unknown provider: see docs/operating.md"


def test_a_key_that_is_none_is_refused(tmp_path: Path) -> None:
    said = say(CHOOSE, tmp_path, **{**TEST, "HEARTH_MOLLIE_KEY": "secret"})
    assert said == REFUSED + "HEARTH_MOLLIE_KEY is not a key of Mollie: it must start with test_ or live_"
    for key in ("secret", "pk_test_" + "a" * 24, ""):
        said = say(CHOOSE, tmp_path, **{**STRIPE_TEST, "HEARTH_STRIPE_KEY": key})
        assert said == REFUSED + "HEARTH_STRIPE_KEY is not a secret key of Stripe: it must start with sk_ or rk_"


def test_without_its_secret_no_notice_could_be_believed(tmp_path: Path) -> None:
    said = say(CHOOSE, tmp_path, **{**STRIPE_TEST, "HEARTH_STRIPE_WEBHOOK_SECRET": ""})
    assert said == REFUSED + "HEARTH_STRIPE_WEBHOOK_SECRET is not a secret of Stripe: it must start with whsec_"
