"""How well two people fit: the score is documented, depends on facts alone, and says its reasons."""

from dataclasses import replace
from uuid import UUID

import pytest

from modules.catalog.contracts import Aim, FinderAnswers, Matter, Question, ReasonKey, Traits, Way
from modules.catalog.policies.fit import open_questions, weigh

SOMEBODY = Traits(
    member_id=UUID(int=1),
    interests=frozenset(),
    city=None,
    region=None,
    is_near=False,
    aim=None,
    ways=frozenset(),
    names_the_other=False,
)


def traits(**told: object) -> Traits:
    values = {name: frozenset(value) if isinstance(value, set) else value for name, value in told.items()}
    return replace(SOMEBODY, **values)  # type: ignore[arg-type]


@pytest.mark.spec("2.17")
@pytest.mark.parametrize(
    ("own", "other", "score", "reasons"),
    [
        ({}, {}, 0, []),
        ({"interests": {"tea", "art"}}, {"interests": {"tea", "beer"}}, 1, [("shared-interests", 1, ("tea",))]),
        (
            {"interests": set("abcdefg")},
            {"interests": set("abcdefg")},
            5,
            [("shared-interests", 7, tuple("abcdefg"))],
        ),
        ({"city": "Delft", "region": "ZH"}, {"city": "Delft", "region": "ZH"}, 4, [("same-town", 1, ("Delft",))]),
        ({"city": "Delft", "region": "ZH"}, {"city": "Leiden", "region": "ZH"}, 2, [("same-region", 1, ("ZH",))]),
        # Two towns of one name are two towns.
        ({"city": "Hengelo", "region": "OV"}, {"city": "Hengelo", "region": "GE"}, 0, []),
        ({"region": "ZH"}, {"region": "ZH", "is_near": True}, 3, [("near", 25, ())]),
        ({"aim": Aim.LASTING}, {"aim": Aim.LASTING}, 3, [("same-aim", 1, ("lasting",))]),
        ({"aim": Aim.OPEN}, {"aim": Aim.OPEN}, 0, []),
        ({"aim": Aim.LASTING}, {"aim": Aim.FRIENDS}, 0, []),
        ({"aim": Aim.LASTING}, {"aim": None}, 0, []),
        (
            {"ways": {Way.HOME, Way.CULTURE, Way.AWAY}},
            {"ways": {Way.AWAY, Way.HOME}},
            2,
            [("shared-ways", 2, ("home", "away"))],
        ),
        ({"names_the_other": True}, {"names_the_other": True}, 2, [("both-wishes", 1, ())]),
        ({"names_the_other": True}, {"names_the_other": False}, 0, []),
    ],
)
def test_each_fact_counts_what_the_decision_says(
    own: dict[str, object], other: dict[str, object], score: int, reasons: list[tuple[str, int, tuple[str, ...]]]
) -> None:
    fit = weigh(traits(**own), traits(**other), matters=())
    assert (fit.score, [(one.key, one.count, one.values) for one in fit.reasons]) == (score, reasons)


@pytest.mark.spec("2.17")
def test_what_matters_counts_double_and_is_named_first() -> None:
    own = traits(interests={"tea", "art"}, aim=Aim.LASTING, city="Delft", region="ZH", ways={Way.HOME})
    keys = lambda *matters: [one.key for one in weigh(own, own, matters=matters).reasons]  # noqa: E731
    town, aim, interests, ways = (
        ReasonKey.SAME_TOWN,
        ReasonKey.SAME_AIM,
        ReasonKey.SHARED_INTERESTS,
        ReasonKey.SHARED_WAYS,
    )
    assert keys() == [town, aim, interests, ways]
    assert keys(Matter.AIM) == [aim, town, interests, ways]
    assert keys(Matter.INTERESTS, Matter.WAYS) == [interests, town, aim, ways]
    assert weigh(own, own, matters=()).score == 4 + 3 + 2 + 1
    assert weigh(own, own, matters=(Matter.NEAR,)).score == 8 + 3 + 2 + 1


@pytest.mark.spec("2.17")
def test_the_same_facts_give_the_same_answer() -> None:
    own, other = traits(interests=set("fedcba")), traits(interests=set("abcdef"))
    assert weigh(own, other, matters=()) == weigh(own, other, matters=())
    assert weigh(own, other, matters=()).reasons[0].values == tuple("abcdef")


NOTHING = FinderAnswers((), None, None, (), None, None, (), (), has_town=True, open=())


@pytest.mark.spec("2.17")
@pytest.mark.parametrize(
    ("known", "asked", "left"),
    [
        ({}, (), list(Question)),
        ({"has_town": False}, (), [one for one in Question if one is not Question.DISTANCE]),
        ({}, tuple(Question), []),
        (
            {"seeking_genders": ("man",), "seeking_max_age": 60, "interests": ("tea",)},
            ("distance",),
            [Question.AIM, Question.WAYS, Question.MATTERS],
        ),
        ({"aim": Aim.OPEN, "ways": (Way.HOME,), "radius_km": 25}, ("matters", "interests", "who"), [Question.AGES]),
    ],
)
def test_nobody_is_asked_twice(known: dict[str, object], asked: tuple[str, ...], left: list[Question]) -> None:
    assert list(open_questions(replace(NOTHING, **known), asked)) == left  # type: ignore[arg-type]
