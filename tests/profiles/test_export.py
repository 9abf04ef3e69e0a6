"""What the profiles module tells in the copy of a member's data."""

from typing import Any

from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.profiles.service import profile
from modules.profiles.service.export import export_member
from modules.sites import api as sites_api
from tests.factories import profiles as make
from tests.fixture_types import MakeMember


def test_the_copy_tells_profile_and_consents_in_words(make_member: MakeMember) -> None:
    member, other = make_member(), make_member()
    with transaction() as session:
        changes = {"visible_profile_notes": ["gender", "eye_color"]}
        sites_api.update_site_settings(session, site_id=member.site_id, changes=changes)
        for whose, is_given in ((member, True), (member, False), (other, True)):
            profile.set_intimate_consent(session, member_id=whose.id, is_given=is_given)
    with transaction() as session:
        profile.set_intimate_consent(session, member_id=member.id, is_given=True)
        make.fill_profile(
            session,
            member.id,
            notes={"gender": "Openly.", "eye_color": "One of them."},
            seeking_genders=["man", "woman"],
            seeking_min_age=30,
            seeking_max_age=50,
            is_invisible=True,
        )
    with transaction(read_only=True) as session:
        exported = export_member(session, member.id, "de")
    facts, consents = exported.tables
    assert (facts.title, consents.title) == ("Dein Profil", "Deine Einwilligungen")
    rows: Any = facts.rows
    assert dict(rows) == {
        "Überschrift": "Tea first, then the mountains",
        "Über dich": "I repair old clocks.",
        "Geschlecht": "Frau",
        "Interessen": "Wandern, Kaffee, Lesen",
        "Deine Anmerkungen": "Openly., One of them.",
        "Wo du wohnst": "Utrecht, NL-UT, NL",
        "Wen du kennenlernen möchtest": "Mann, Frau",
        "Altersspanne": "30–50",
        "Unsichtbar-Modus": "Ja",
    }
    first, second = exported.data["consents"]

    def said(consent: Any) -> tuple[str, ...]:
        moments = (consent[name] and formats.moment("de", consent[name]) for name in ("given_at", "withdrawn_at"))
        return ("intimate", "intimate-1", *(moment or "" for moment in moments))

    assert list(consents.rows) == [said(first), said(second)]
    assert [consent["withdrawn_at"] is None for consent in (first, second)] == [False, True]


def test_of_one_wished_age_the_copy_tells_that_one(member: Member) -> None:
    for changes, told in (({"seeking_min_age": 30}, "30"), ({"seeking_min_age": None, "seeking_max_age": 50}, "50")):
        with transaction() as session:
            make.fill_profile(session, member.id, **changes)
            rows: Any = export_member(session, member.id, "de").tables[0].rows
        facts: dict[str, str] = dict(rows)
        assert (facts["Altersspanne"], facts["Unsichtbar-Modus"]) == (told, "Nein")
