"""What asks for care is found in every language, as people write it; what only sounds like it is left alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.kernel.i18n import LOCALES
from modules.messaging.contracts import CareSign
from modules.messaging.policies.care import find_care_signs

DISTRESS, ASKS, CLAIMS = CareSign.DISTRESS, CareSign.ASKS_REAL, CareSign.CLAIMS_REAL
# In distress; asks whether the other is real; claims to be.
SAID = {
    "en": ("Some days I don't want to live any more.", "Tell me, are you a real woman?", "Yes, I'm a real person."),
    "nl": ("Ik zie het echt niet meer zitten.", "Ben je eigenlijk wel echt?", "Ja hoor, ik ben een echte vrouw."),
    "de": ("Seit ihrem Tod bin ich so einsam.", "Bist du überhaupt echt?", "Ich bin wirklich echt, versprochen."),
    "fr": ("Je n’en peux plus.", "Est-ce que tu es réelle ?", "Mais oui, je suis réelle."),
    "es": ("Ya no puedo más.", "¿Eres de verdad una persona real?", "Sí, soy una persona real."),
    "it": ("Non ce la faccio più.", "Ma sei davvero reale?", "Certo, sono una donna vera."),
    "pl": ("Nie daję już rady.", "Czy jesteś prawdziwa?", "Tak, jestem prawdziwa."),
    "da": ("Jeg orker ikke mere.", "Er du et rigtigt menneske?", "Ja, jeg er et rigtigt menneske."),
    "no": ("Jeg orker ikke mer.", "Er du et ekte menneske?", "Ja, jeg er et ekte menneske."),
    "sv": ("Jag orkar inte mer.", "Är du en riktig människa?", "Ja, jag är en riktig människa."),
    "fi": ("En jaksa enää.", "Oletko oikea ihminen?", "Kyllä, olen oikea ihminen."),
}


TABLES = Path(__file__).parent / "said"


def said_in(kind: str, at_least: int) -> Iterator[Any]:
    """Yield what people write in each language, of a kind: asks, claims, distress or innocent."""
    for language in LOCALES:
        lines = json.loads((TABLES / f"{language}.json").read_text())[kind]
        assert len(lines) >= at_least, (language, kind)
        yield from (pytest.param(line, id=f"{language}: {line}") for line in lines)


def test_every_language_has_its_words() -> None:
    assert set(SAID) == set(LOCALES)


@pytest.mark.parametrize("said", said_in("asks", 10))
def test_who_asks_whether_it_is_a_person_is_heard_in_every_language(said: str) -> None:
    signs = find_care_signs(said)
    assert (ASKS in signs, DISTRESS in signs) == (True, False)


@pytest.mark.parametrize("said", said_in("claims", 8))
def test_a_claim_to_be_a_person_is_found_in_every_language(said: str) -> None:
    assert CLAIMS in find_care_signs(said)


@pytest.mark.parametrize("said", said_in("distress", 2))
def test_who_cannot_pay_any_more_is_heard_in_every_language(said: str) -> None:
    assert DISTRESS in find_care_signs(said)


@pytest.mark.parametrize("said", said_in("innocent", 5))
def test_what_only_sounds_like_it_is_left_alone_in_every_language(said: str) -> None:
    assert find_care_signs(said) == ()


@pytest.mark.parametrize("language", SAID)
def test_each_sign_is_found_in_each_language(language: str) -> None:
    found = [find_care_signs(said) for said in SAID[language]]
    assert [DISTRESS in found[0], ASKS in found[1], CLAIMS in found[2]] == [True, True, True]


@pytest.mark.parametrize(
    "said",
    [
        "I really like real butter on my bread.",
        "I am not a real person, but a fictional profile.",
        "Ik ben geen echt persoon, maar een fictief profiel.",
        "Ich bin kein echter Mensch, sondern ein fiktives Profil.",
        "What a lovely walk that was, and then the rain came.",
        "Am Sonntag gehe ich mit dem Hund an den See.",
        "Samedi, je vais au marché avec ma sœur.",
        "Vi ses måske til koncerten på fredag.",
    ],
)
def test_what_is_nothing_of_the_kind_is_left_alone(said: str) -> None:
    assert find_care_signs(said) == ()
