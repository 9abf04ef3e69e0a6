"""The rules of accounts, tried without any engine."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest

from app.kernel.errors import DomainError
from app.kernel.text.words import opaque_string
from modules.accounts.contracts import DataExport, ExportState, MemberStatus
from modules.accounts.errors import (
    Banned,
    EmailInvalid,
    EmailUnchanged,
    InvitationNeeded,
    InvitationsClosed,
    LoginFailed,
    NameBeginsWithAt,
    NameIsEmail,
    NameLength,
    NameRemoved,
    NameStays,
    PasswordsDiffer,
    PasswordWeak,
    PendingDeletion,
    SignupByLinkOnly,
    SignupClosed,
    TooManyInvitations,
    TooYoung,
)
from modules.accounts.identity.policies import members as member_policies
from modules.accounts.identity.policies import passwords as password_policies
from modules.accounts.invitations import policies as invitations_policies
from modules.accounts.leaving import policies as leaving_policies
from modules.accounts.reference import common_words
from modules.accounts.sessions import policies as sessions_policies
from modules.sites.contracts import Signups
from tests.reading import texts_in
from tests.refusing import refused

EMAIL = "robin.visser@example.org"
PERSONAL = password_policies.personal_texts(name="Robin", email=EMAIL, date_of_birth=date(1985, 5, 17))
NOW, TICK = datetime(2026, 3, 1, 12, tzinfo=UTC), timedelta(microseconds=1)


@pytest.mark.spec("5.3")
@pytest.mark.parametrize(
    "text", ["", "robin", "robin@", "@example.org", "a b@example.org", "robin@example..org", "x@y\r\nBcc: z"]
)
def test_an_invalid_address_is_refused(text: str) -> None:
    with refused(EmailInvalid, "email"):
        member_policies.clean_email(text)


def test_an_address_gets_its_normal_form() -> None:
    assert member_policies.clean_email(" Robin@EXAMPLE.org ") == "Robin@example.org"


@pytest.mark.spec("5.1")
@pytest.mark.parametrize(
    "name", [EMAIL, EMAIL.upper(), "robin.visser\uff20example.org", "robin\u200d.visser@example.org"]
)
def test_a_name_may_not_be_the_address(name: str) -> None:
    with refused(NameIsEmail, "name"):
        member_policies.clean_name(name, EMAIL)


@pytest.mark.spec("5.1")
@pytest.mark.parametrize(
    "name", ["@robin", " @robin", "\u200b@robin", "\u061c@robin", "\u180e@robin", "\uff20robin", "\ufe6brobin"]
)
def test_a_name_may_not_begin_with_an_at(name: str) -> None:
    with refused(NameBeginsWithAt, "name"):
        member_policies.clean_name(name, EMAIL)


@pytest.mark.parametrize(
    "name",
    ["", "R", "R\u200b", "R\u061c", "R\ue000", "R\u3164", "R\ufe0f", "\u202e\u202d", "--", "R" * 31, "\u3164" * 2,
     "\u2800" * 2, "\u115f\uffa0", "\U0001f3f4\U000e0067\U000e007f" * 2],
)  # fmt: skip
def test_a_name_has_two_to_thirty_visible_signs(name: str) -> None:
    with refused(NameLength, "name", min=2, max=30):
        member_policies.clean_name(name, EMAIL)


@pytest.mark.parametrize("name", ["Bo", "R" * 30, "-4", "R@"])
def test_a_name_may_be_as_short_and_as_long(name: str) -> None:
    assert member_policies.clean_name(name, EMAIL) == name


def test_a_name_may_not_be_the_address_as_it_is_shown() -> None:
    with refused(NameIsEmail, "name"):
        member_policies.clean_name("robin@zoë.example.org", "robin@xn--zo-ija.example.org")


def test_another_name_is_chosen_only_in_the_place_of_one_that_was_taken_away() -> None:
    member_policies.ensure_may_choose_name("Kim", taken="Robin")
    with refused(NameStays, "name"):
        member_policies.ensure_may_choose_name("Kim", taken=None)
    for same in ("Robin", "ROBIN", "Ro\u00adbin", "\uff32obin"):
        with refused(NameRemoved, "name"):
            member_policies.ensure_may_choose_name(same, taken="Robin")
    with refused(NameRemoved, "name"):
        member_policies.ensure_may_choose_name("Zoe\u0308", taken="Zoë")


def test_a_new_address_is_another_one_and_not_the_name() -> None:
    member_policies.ensure_new_email("kim@example.org", old=EMAIL, name="Robin")
    for same in (EMAIL, EMAIL.upper()):
        with refused(EmailUnchanged, "email"):
            member_policies.ensure_new_email(same, old=EMAIL, name="Robin")
    with refused(NameIsEmail, "email"):
        member_policies.ensure_new_email("kim@example.org", old=EMAIL, name="Kim@Example.org")


@pytest.mark.parametrize("case", texts_in("name of a member"), ids=lambda case: case["character or name"])
def test_a_name_keeps_the_characters_that_people_write(case: dict[str, str]) -> None:
    assert member_policies.clean_name(case["typed"], EMAIL) == case["typed"].replace("\u00a0", " ")


@pytest.mark.parametrize(
    "name",
    [
        "مه\u200cدخت",
        "Ada 👩\u200d🔬",
        "Ada \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u845b\U000e0100\u57ce",
        "Ada 1\ufe0f\u20e3",
        "\u05d9\u05e2\u05dc!\u200f",
        "\u0e2a\u0e21\u200b\u0e0a\u0e32\u0e22",
        "\U00011f04\U00011f04",
        "Ada \uf8ff",
    ],
    ids=ascii,
)
def test_a_name_keeps_what_holds_its_characters_together_and_every_character_that_is_seen(name: str) -> None:
    assert member_policies.clean_name(name, EMAIL) == name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Zoë\u202e  van\u200d \u0007Dijk ", "Zoë van Dijk"),
        ("Ro\u200cbin", "Robin"),
        ("\u061cRobin\u180e\u200e\U000e0041\u3164", "Robin"),
        ("\ufeffRo\u00adbin\u2066", "Robin"),
        ("Anna\u2028Lotte", "Anna Lotte"),
        ("Anna\x0bLotte\u200b\u200d", "Anna Lotte"),
    ],
)
def test_a_name_loses_signs_that_nobody_sees(written: str, kept: str) -> None:
    assert member_policies.clean_name(written, EMAIL) == kept


@pytest.mark.spec("5.2")
def test_the_minimum_age_is_reached_on_the_birthday() -> None:
    born = date(2008, 3, 2)
    with refused(TooYoung, "date_of_birth", min_age=18):
        member_policies.ensure_old_enough(born, min_age=18, today=date(2026, 3, 1))
    member_policies.ensure_old_enough(born, min_age=18, today=date(2026, 3, 2))


@pytest.mark.spec("5.2")
@pytest.mark.parametrize("born", [date(2030, 1, 1), date(1905, 3, 1)])
def test_nobody_is_unborn_or_older_than_anyone(born: date) -> None:
    member_policies.ensure_old_enough(date(1905, 3, 2), min_age=18, today=date(2026, 3, 1))
    with refused(TooYoung, "date_of_birth", min_age=18):
        member_policies.ensure_old_enough(born, min_age=18, today=date(2026, 3, 1))


@pytest.mark.spec("6.2")
@pytest.mark.parametrize(
    ("signups", "has_source", "has_invitation", "refusal"),
    [
        (Signups.ALL, False, False, None),
        (Signups.ALL, True, True, None),
        (Signups.WITH_TRAFFICSOURCE, False, True, SignupByLinkOnly),
        (Signups.WITH_TRAFFICSOURCE, True, False, None),
        (Signups.INVITATION, True, False, InvitationNeeded),
        (Signups.INVITATION, False, True, None),
        (Signups.NONE, True, True, SignupClosed),
    ],
)
def test_a_site_says_who_may_sign_up(
    signups: Signups, has_source: bool, has_invitation: bool, refusal: type[SignupClosed] | None
) -> None:
    if refusal is None:
        member_policies.ensure_signup_open(signups, has_source=has_source, has_invitation=has_invitation)
    else:
        with refused(refusal):
            member_policies.ensure_signup_open(signups, has_source=has_source, has_invitation=has_invitation)


@pytest.mark.spec("6.2")
@pytest.mark.parametrize(
    "typed", ["7KQ2-MX4A-09TC", "7kq2mx4a09tc", " 7KQ2 MX4A 09TC ", "7KQ2_MX4A_O9TC", "7KQ2–MX4A–o9TC"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert invitations_policies.clean_code(typed) == "7KQ2MX4A09TC"


def test_codes_hold_60_bits_and_no_look_alikes() -> None:
    assert invitations_policies.invitation_code(0) == "0000-0000-0000"
    assert invitations_policies.invitation_code(10 << 20) == "0000-A000-0000"
    assert invitations_policies.invitation_code(2**60 - 1) == "ZZZZ-ZZZZ-ZZZZ"
    assert invitations_policies.invitation_code(2**128 - 1) == invitations_policies.invitation_code(2**60 - 1)
    assert len({invitations_policies.invitation_code(1 << bit) for bit in range(60)}) == 60
    assert not set("ILOU") & set(invitations_policies.CODE_CHARACTERS)


def test_a_confirmed_member_makes_five_invitations() -> None:
    invitations_policies.ensure_may_invite(is_offered=True, is_confirmed=True, made=4)
    with refused(TooManyInvitations, count=5, days=30):
        invitations_policies.ensure_may_invite(is_offered=True, is_confirmed=True, made=5)
    for is_offered, is_confirmed in ((True, False), (False, True)):
        with refused(InvitationsClosed):
            invitations_policies.ensure_may_invite(is_offered=is_offered, is_confirmed=is_confirmed, made=0)


@pytest.mark.spec("5.4")
@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("password", "too-common"),
        ("Passw0rd!", "too-common"),
        ("W3lk0m2024!", "too-common"),
        ("iloveyou1", "too-common"),
        ("12345678", "too-common"),
        ("17051985", "too-common"),
        ("aaaaaaaaaaaa", "too-common"),
        ("abcabcabcabc", "too-common"),
        ("qwertyuiop", "too-common"),
        ("poiuytrewq123", "too-common"),
        ("zonnebloem99", "too-common"),
        ("RobinVisser1", "too-personal"),
        ("robin1985visser", "too-personal"),
        (EMAIL, "too-personal"),
    ],
)
def test_a_weak_password_is_refused_with_its_reason(password: str, reason: str) -> None:
    with refused(PasswordWeak, "password", reason=reason):
        password_policies.ensure_password(password, personal=PERSONAL, common=common_words())


@pytest.mark.spec("5.4")
def test_a_password_has_eight_signs_however_they_are_written() -> None:
    password_policies.ensure_password("xK9#mQ2$", personal=[], common=[])
    for short in ("xK9#mQ2", "xK9#mQe\u0301"):
        with refused(PasswordWeak, "new_password", reason="too-short", min=8):
            password_policies.ensure_password(short, personal=[], common=[], field="new_password")


@pytest.mark.parametrize(
    ("password", "is_common"),
    [
        ("abd" * 4, True),  # three characters, repeated
        ("abdf" * 3, False),
        ("1029384756", True),
        ("10293847561", False),
        ("Qwertz", True),
        ("ztrewq", True),
        ("qwertzy", False),
        ("sunflower", True),
        ("123Sunflower456", True),
        ("123sunflower4567", False),  # seven characters more than the word
        ("5unfl0wer", True),
        ("5unfl0wer2024", True),
        ("sunflowers", False),
        ("123qwerty456", True),
        ("xK9#\nmQ2$", False),  # in two lines
    ],
)
def test_guessers_find_repeats_short_numbers_walks_and_adorned_words(password: str, is_common: bool) -> None:
    assert password_policies.is_common(password, {"sunflower"}) is is_common


@pytest.mark.parametrize(
    ("password", "is_personal"),
    [
        ("Robin12345", True),  # five characters are left
        ("Robin123456", False),
        ("roannabelbin1", True),  # the longest goes first
        ("Kim12345", True),
        ("Al12345", False),  # two characters are in many words
        ("xyzxy", False),
    ],
)
def test_a_password_is_personal_where_less_than_six_signs_are_left(password: str, is_personal: bool) -> None:
    assert password_policies.is_personal(password, ["Annabel", "Robin", "Kim", "Al"]) is is_personal


def test_the_personal_texts_are_the_address_the_name_and_the_birthday() -> None:
    found = password_policies.personal_texts(
        name="Robin de Wit", email="r.wit+x@zo.example.org", date_of_birth=date(1985, 5, 7)
    )
    address = {"r.wit+x@zo.example.org", "r.wit+x", "r", "wit", "x", "zo.example.org", "zo"}
    birthday = {"19850507", "07051985", "070585", "05071985", "1985", "07-05-1985"}
    assert set(found) == {*address, "Robin de Wit", "Robin", "de", "Wit", *birthday}
    assert not birthday & set(password_policies.personal_texts(name="Robin", email=EMAIL))


@pytest.mark.spec("5.4")
@pytest.mark.parametrize(
    "password",
    [
        "four unrelated quiet words",
        "kaneel-trapje-vuurtoren",
        "xK9#mQ2$",
        "Robin eats nine plums",
        "correcthorsestaple",
    ],
)
def test_a_good_password_is_taken(password: str) -> None:
    password_policies.ensure_password(password, personal=PERSONAL, common=common_words())


@pytest.mark.spec("5.4")
def test_new_passwords_must_match() -> None:
    password_policies.ensure_same("one", "one")
    password_policies.ensure_same("o\u0301ne\u3000", "\u00f3ne ")
    assert opaque_string("o\u0301\u00a0ne") == "\u00f3 ne"
    with refused(PasswordsDiffer, "password_repeat"):
        password_policies.ensure_same("one", "One")


@pytest.mark.spec("8.2")
def test_the_wait_doubles_with_each_wrong_password() -> None:
    waits, failures, failed_at = [], 0, NOW
    for _ in range(8):
        failures, until = sessions_policies.count_failure(
            sessions_policies.FROM_A_NETWORK, failures=failures, failed_at=failed_at, now=NOW
        )
        waits.append(sessions_policies.minutes_until(until, NOW))
    assert waits == [0, 0, 0, 0, 15, 30, 60, 120]


def test_the_wait_is_never_longer_than_a_day() -> None:
    _, until = sessions_policies.count_failure(
        sessions_policies.FROM_STRANGE_NETWORKS, failures=500, failed_at=NOW, now=NOW
    )
    assert until == NOW + timedelta(days=1)


def test_wrong_passwords_are_forgotten_after_a_day() -> None:
    def count(ago: timedelta) -> tuple[int, datetime | None]:
        return sessions_policies.count_failure(
            sessions_policies.FROM_A_NETWORK, failures=4, failed_at=NOW - ago, now=NOW
        )

    assert count(timedelta(days=1)) == (5, NOW + timedelta(minutes=15))
    assert count(timedelta(days=1) + TICK) == (1, None)


def test_minutes_are_rounded_up() -> None:
    for seconds, minutes in ((61, 2), (60, 1), (1, 1), (0, 0), (-61, 0)):
        assert sessions_policies.minutes_until(NOW + timedelta(seconds=seconds), NOW) == minutes
    assert sessions_policies.minutes_until(None, NOW) == 0


@pytest.mark.parametrize(
    ("state", "ago", "wait", "may"),
    [
        (ExportState.READY, timedelta(days=1), 0, True),
        (ExportState.EXPIRED, timedelta(days=9), 0, True),
        (ExportState.READY, timedelta(days=1) - TICK, 1, False),
        (ExportState.READY, timedelta(), 86_400, False),
        (ExportState.WAITING, timedelta(days=1), 0, False),
    ],
)
def test_a_copy_of_ones_data_is_made_once_a_day(state: ExportState, ago: timedelta, wait: int, may: bool) -> None:
    asked_at = NOW - ago
    newest = DataExport(UUID(int=1), UUID(int=2), state, None, asked_at, None, None)
    assert leaving_policies.export_wait(asked_at, now=NOW) == wait
    assert leaving_policies.may_ask_export(newest, now=NOW) is may
    assert leaving_policies.may_ask_export(None, now=NOW)


@pytest.mark.spec("8.3")
@pytest.mark.parametrize(
    ("status", "error"),
    [(MemberStatus.DELETED, PendingDeletion), (MemberStatus.BANNED, Banned), (MemberStatus.ERASED, LoginFailed)],
)
def test_not_everybody_who_knows_the_password_may_log_in(status: MemberStatus, error: type[DomainError]) -> None:
    for welcome in (MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED):
        sessions_policies.ensure_may_log_in(welcome)
    with refused(error):
        sessions_policies.ensure_may_log_in(status)
