"""What the settings keep secret is shown nowhere: not by commands, not in errors, logs and tracebacks."""

import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select

from app.kernel import jobs
from app.kernel.config import SECRET_SETTINGS, ConfigError, config
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Event, InboxEntry, OutboxEvent, handles, publish
from app.kernel.manifest import Manifest
from app.kernel.secrets.redaction import HIDDEN, redact
from app.relay import dispatch
from cli.main import COMMANDS, main
from cli.paths import ROOT
from tests.cli.test_hearth import leaves
from tests.kernel.test_command_extremes import SUBJECTS
from tests.running import own_environment
from tests.settings import SetEnv

CANARY = "Canary7of9secrets"
NAMES = sorted(
    set(re.findall(r"\bHEARTH_[A-Z_]+[A-Z]\b", (ROOT / "app/kernel/config.py").read_text())) - {"HEARTH_MOLLIE"}
)
# What somebody may set by mistake: a sign in a password ends the host, or the whole is no address.
FORMS = [
    CANARY,
    f"https://user:{CANARY}#more@gateway.example",
    f"https://user:12#{CANARY}@gateway.example",
    f"smtp://user:12/{CANARY}@mail.example",
    f"redis:{CANARY}@cache.example",
    f"postgresql://user:a@{CANARY}/b@127.0.0.1:9/house",
    f"s3://key:{CANARY}@bucket?secret={CANARY}",
    f"https://user:{CANARY}@gateway.example:port/send?token={CANARY}",
]
# Addresses with an @ that belongs where it is.
WHOLE = {
    "HEARTH_STORAGE_URL": ["file:///home/robin@home/files", "s3://key:secret@bucket/folder@home"],
    "HEARTH_SMS_URL": [
        "https://user:token@gateway.example/send?from=robin@home.example",
        "https://gateway.example/accounts/robin@home.example/send",
        "https://user:token@gateway.example:8443/accounts/robin@home.example",
    ],
    "HEARTH_REDIS_URL": ["unix:///run/redis@home.sock"],
}
KEYS = {
    "HEARTH_MEILI_KEY": CANARY,
    "HEARTH_RETURNS_KEY": CANARY * 2,
    "HEARTH_MOLLIE_KEY": "test_" + CANARY * 2,
    "HEARTH_MOLLIE_TOKEN": f"access_{CANARY}",
    "HEARTH_STRIPE_KEY": f"sk_test_{CANARY}",
    "HEARTH_STRIPE_WEBHOOK_SECRET": f"whsec_{CANARY}",
}
AWAY = {
    **KEYS,
    "HEARTH_PAYMENT_PROVIDER": "mollie",
    "HEARTH_DATABASE_URL": f"postgresql://user:{CANARY}@127.0.0.1:9/house",
    "HEARTH_DATABASE_READ_URL": f"postgresql://user:{CANARY}@127.0.0.1:9/house",
    "HEARTH_REDIS_URL": f"redis://:{CANARY}@127.0.0.1:9",
    "HEARTH_MEILI_URL": f"http://user:other-secret@127.0.0.1:9,http://user:{CANARY}@127.0.0.1:10",
    "HEARTH_STORAGE_URL": f"s3://key:{CANARY}@bucket?endpoint=http://user:{CANARY}@127.0.0.1:9&region=x",
    "HEARTH_SMTP_URL": f"smtp://user:{CANARY}@127.0.0.1:9",
    "HEARTH_SMS_URL": f"http://user:{CANARY}@127.0.0.1:9/send?token={CANARY}",
    "HEARTH_MOLLIE_URL": f"http://user:{CANARY}@127.0.0.1:9",
    "HEARTH_STRIPE_URL": f"http://user:{CANARY}@127.0.0.1:9",
}
TELL = """
import json, sys
from cli.main import run
for words in json.loads(sys.argv[1]):
    sys.argv = ["hearth", *words]
    print("$", *words, flush=True)
    try:
        run()
    except SystemExit:
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
"""

# What calls a service that is away: to the logs, to a thread that ends of it, and to a process that does.
FAIL = """
import logging, sys, threading
from email.message import EmailMessage
from app.kernel import log, sms
from app.kernel.config import config
from app.kernel.files.storage import storage
from app.kernel.mail import smtp
from modules.billing.payments.providers import choose

log.configure()
letter = EmailMessage(policy=smtp.POLICY)
letter["From"], letter["To"] = smtp.Mailbox("", "a@staff.example"), smtp.Mailbox("", "b@staff.example")
sms._ensure_within_day = lambda id: None  # it asks Redis
def again(error):
    raise error
for call in (
    lambda: sms.send("+31612345678", "code", id="1"),
    lambda: smtp.send(letter),
    lambda: storage().put("a/b", b"c"),
    lambda: choose.provider_named("mollie").fetch_payment("tr_12345"),
    lambda: choose.provider_named("stripe").fetch_payment("cs_12345"),
    lambda: choose.settlement_source("mollie").fetch_settlement("stl_12345"),
):
    try:
        call()
    except Exception as error:
        logging.getLogger("library").error("it failed", exc_info=error)
        log.get("test").error("it failed", exc_info=error, kind=type(error).__name__, why=str(error))
        thread = threading.Thread(target=again, args=(error,))
        thread.start()
        thread.join()
        sys.excepthook(type(error), error, error.__traceback__)
"""


class GateClosed(Event):
    """An event whose handler finds a gateway closed."""

    gate_id: UUID


@handles(GateClosed)
def on_gate_closed(_session: Session, event: GateClosed) -> None:
    raise RuntimeError(f"{event.gate_id}: nothing answers at {os.environ['HEARTH_SMS_URL']}")


def read_settings() -> tuple[str, str | None]:
    """Return all that is said when the settings are read, and the words of a refusal."""
    try:
        return repr(config()), None
    except ConfigError as refusal:
        return traceback.format_exc(), str(refusal)


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("name", NAMES)
def test_a_setting_that_is_refused_is_named_and_not_repeated(name: str, set_env: SetEnv) -> None:
    for value in FORMS:
        set_env(**{name: value})
        said, refusal = read_settings()
        assert CANARY.lower() not in said.lower()
        assert refusal is None or name in refusal


def test_every_secret_is_declared_as_one_and_tried_here() -> None:
    sounding = {name for name in NAMES if re.search("(KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE)$", name)}
    addresses = {name for name in NAMES if name.endswith("_URL")} - {"HEARTH_NOTICE_URL"}
    assert sounding == SECRET_SETTINGS == KEYS.keys()
    assert addresses == {name for name in AWAY if name.endswith("_URL")}


def test_an_address_with_an_at_sign_of_its_own_is_taken(set_env: SetEnv) -> None:
    for name, addresses in WHOLE.items():
        for value in addresses:
            set_env(**{name: value})
            assert value in (config().storage_url, config().sms_url, config().redis_url)


def commands() -> list[list[str]]:
    """Return the commands of daily work that need no words beside them, and the doctor."""
    found = [["doctor"], ["doctor", "--json"]]
    for subject in (name for name in COMMANDS if name in SUBJECTS):
        command = main.get_command(main.make_context("hearth", [subject]), subject)
        assert command is not None
        free = (path for path, leaf in leaves(command, subject) if not any(one.required for one in leaf.params))
        found += [path.split() for path in free if path != "mail pictures"]
    return found


def helpers_away() -> dict[str, str]:
    return {**AWAY, "HEARTH_DATABASE_URL": os.environ["HEARTH_DATABASE_URL"]}


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    "settings",
    [
        lambda: AWAY,
        helpers_away,
        lambda: {**helpers_away(), "HEARTH_REDIS_URL": os.environ["HEARTH_REDIS_URL"]},
        lambda: dict.fromkeys(AWAY, CANARY),
        lambda: {**AWAY, **{name: f"{url}#{CANARY}@x" for name, url in AWAY.items() if name.endswith("_URL")}},
    ],
    ids=["all engines away", "all but the database away", "only providers away", "no addresses", "cut addresses"],
)
def test_no_command_shows_a_secret(settings: Callable[[], dict[str, str]], tmp_path: Path) -> None:
    told = {"HEARTH_DATA": str(tmp_path), "HEARTH_SECRET_FILE": os.environ["HEARTH_SECRET_FILE"], **settings()}
    said = told_by([sys.executable, "-c", TELL, json.dumps(commands())], told)
    output = said.stdout + said.stderr
    assert [line for line in output.splitlines() if CANARY in line] == []
    # Other addresses are not repeated at all.
    assert ("http://user:[hidden]@127.0.0.1:9/bucket" in output) == told["HEARTH_STORAGE_URL"].startswith("s3://")
    assert said.stdout.count("\n$ ") == len(commands()) - 1


def told_by(command: list[str], settings: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a command with settings and return what it says."""
    env = {**own_environment(), **settings}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.spec("10.10")
def test_what_a_service_that_is_away_makes_of_an_address_says_no_secret() -> None:
    secret = {"HEARTH_SECRET_FILE": os.environ["HEARTH_SECRET_FILE"]}
    said = told_by([sys.executable, "-c", FAIL], {**AWAY, **secret})
    assert CANARY not in said.stdout + said.stderr
    lines = [json.loads(line) for line in said.stdout.splitlines()]
    kinds = [line["kind"] for line in lines if line.get("part") == "test"]
    assert kinds == ["SmsNotSent", "ConnectionRefusedError", *["Unavailable"] * 4]
    assert [line["event"] for line in lines if line.get("logger") == "library"] == ["it failed"] * 6
    assert [line["event"] for line in lines].count("uncaught error") == 12
    assert said.stderr == ""


@pytest.mark.spec("10.10")
def test_what_a_handler_failed_of_is_kept_without_a_secret(set_env: SetEnv) -> None:
    set_env(HEARTH_SMS_URL=AWAY["HEARTH_SMS_URL"])
    jobs.install([Manifest(name="gates", folder=Path(), handlers=(on_gate_closed,))])
    gate = uuid4()
    with transaction() as session:
        publish(session, GateClosed(gate))
    dispatch()
    with transaction(read_only=True) as session:
        closed = OutboxEvent.payload["gate_id"].astext == str(gate)
        event_id = session.execute(select(OutboxEvent.id).where(closed)).scalar_one()
    own = InboxEntry.event_id == event_id
    jobs.run_entry(str(event_id), on_gate_closed.name)
    with transaction(read_only=True) as session:
        kept = session.execute(select(InboxEntry.error).where(own)).scalar_one()
    assert kept == f"RuntimeError: {gate}: nothing answers at http://user:{HIDDEN}@127.0.0.1:9/send?token={HIDDEN}"


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("smtp://user:geheim@mail.example", "first line\ngeheim"),
        ("smtp://user:100%25#@mail.example", "100%#"),
        ("smtp://user:100%25#@mail.example", "100%25#"),
        ('smtp://user:quo"te@mail.example', 'it is quo"te'),
        ("smtp://user:größer@mail.example", "it is größer"),
        ("smtp://user:key+/=@mail.example", "key+/=, refused"),
        ("https://geheim@gateway.example", "it is geheim"),
        ("https://gateway.example/send?key=a%2Fb%2Fc&to=x", "/send?key=a%2Fb%2Fc"),
        ("https://gateway.example/send?key=a%2Fb%2Fc&to=x", "it is a/b/c"),
        ("https://user:geheim@gateway.example/accounts/robin@home", "it is geheim"),
        ("https://user:12/geheim@gateway.example", "url: /geheim@gateway.example"),
        ("s3://bucket?endpoint=http://user:geheim@files.example", "no answer of http://user:geheim@files.example"),
        ("postgresql+psycopg://user:geheim@127.0.0.1/house", "it is geheim"),
        ("postgresql:///house?user=robin&password=geheim", "it is geheim"),
        ("postgresql:///house?sslkey=client.key&sslpassword=geheim", "it is geheim"),
        ("redis://127.0.0.1:6379?password=geheim", "it is geheim"),
    ],
)
def test_a_password_is_hidden_however_it_is_written(monkeypatch: pytest.MonkeyPatch, address: str, text: str) -> None:
    monkeypatch.setenv("HEARTH_SOME_URL", address)
    assert HIDDEN in redact(text)
    assert HIDDEN in redact(json.dumps(text))


def test_words_that_a_secret_is_a_part_of_stay_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTH_SMTP_URL", "smtp://hearth:hearth@mail.example")
    monkeypatch.setenv("HEARTH_REDIS_URL", "redis://127.0.0.1:6379?db=0&health_check_interval=3000")
    options = "application_name=house&target_session_attrs=read-write"
    monkeypatch.setenv("HEARTH_DATABASE_URL", f"postgresql+psycopg:///house?{options}")
    text = "Hearthside, hearthside: 0 of 3000 mails of the site went to mail.example, which is read-write"
    assert redact(text) == text


LOG = """
import logging
from app.kernel import log

log.configure()
names = {"kept": [{"200200": ("it is 200200", 200200, None, True)}], "thrown": KeyError("200200")}
log.get("test").info("it is 200200", took=200200, **names)
logging.getLogger("library").warning("it is %s", "200200")
try:
    raise ValueError("200200")
except ValueError:
    log.get("test").exception("it failed")
    logging.getLogger("library").exception("it failed")
"""


def test_a_line_without_secrets_is_json_and_its_numbers_are_numbers() -> None:
    said = told_by([sys.executable, "-c", LOG], {"HEARTH_SMTP_URL": "smtp://user:200200@mail.example"})
    own, foreign, *failed = [json.loads(line) for line in said.stdout.splitlines()]
    assert own["took"] == 200200
    assert own["kept"] == [{HIDDEN: [f"it is {HIDDEN}", 200200, None, True]}]
    assert own["thrown"] == f"KeyError('{HIDDEN}')"
    assert own["event"] == foreign["event"] == f"it is {HIDDEN}"
    assert [line["exception"].splitlines()[-1] for line in failed] == [f"ValueError: {HIDDEN}"] * 2
