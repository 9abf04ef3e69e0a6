"""How well two people fit: a score with its reasons (docs/decisions/0020)."""

from collections.abc import Collection, Iterable

from modules.catalog.contracts import Aim, FinderAnswers, Fit, Matter, Question, Reason, ReasonKey, Traits, Way

# The points of each reason; a reason that matters to the searcher counts double.
PER_INTEREST, MAX_INTERESTS = 1, 5
SAME_TOWN, NEAR, SAME_REGION = 4, 3, 2
SAME_AIM = 3
PER_WAY, MAX_WAYS = 1, 3
BOTH_WISHES = 2
# Kilometres; a member is near when their cell of the grid is within this distance.
NEAR_KM = 25

_MATTER = {
    ReasonKey.SHARED_INTERESTS: Matter.INTERESTS,
    ReasonKey.SAME_TOWN: Matter.NEAR,
    ReasonKey.NEAR: Matter.NEAR,
    ReasonKey.SAME_REGION: Matter.NEAR,
    ReasonKey.SAME_AIM: Matter.AIM,
    ReasonKey.SHARED_WAYS: Matter.WAYS,
}


def weigh(own: Traits, other: Traits, *, matters: Collection[Matter]) -> Fit:
    """Return how well somebody fits the searcher."""
    found = [(_points(points, reason, matters), reason) for points, reason in _facts(own, other)]
    ranked = sorted(found, key=lambda one: -one[0])
    return Fit(score=sum(points for points, _ in found), reasons=tuple(reason for _, reason in ranked))


def _points(points: int, reason: Reason, matters: Collection[Matter]) -> int:
    return 2 * points if _MATTER.get(reason.key) in matters else points


def _facts(own: Traits, other: Traits) -> Iterable[tuple[int, Reason]]:
    """Yield (points, reason) of everything that the two have in common; equal points keep this order."""
    if interests := sorted(own.interests & other.interests):
        worth = PER_INTEREST * min(len(interests), MAX_INTERESTS)
        yield worth, Reason(ReasonKey.SHARED_INTERESTS, len(interests), tuple(interests))
    if place := _place(own, other):
        yield place
    if own.aim is not None and own.aim is other.aim and own.aim is not Aim.OPEN:
        yield SAME_AIM, Reason(ReasonKey.SAME_AIM, 1, (own.aim,))
    if ways := [way for way in Way if way in own.ways & other.ways]:
        yield PER_WAY * min(len(ways), MAX_WAYS), Reason(ReasonKey.SHARED_WAYS, len(ways), tuple(ways))
    if own.names_the_other and other.names_the_other:
        yield BOTH_WISHES, Reason(ReasonKey.BOTH_WISHES, 1)


def _place(own: Traits, other: Traits) -> tuple[int, Reason] | None:
    """Return the points and reason for the distance of the two, or None when they are not near."""
    if own.city and (own.city, own.region) == (other.city, other.region):
        return SAME_TOWN, Reason(ReasonKey.SAME_TOWN, 1, (own.city,))
    if other.is_near:
        return NEAR, Reason(ReasonKey.NEAR, NEAR_KM)
    if own.region and own.region == other.region:
        return SAME_REGION, Reason(ReasonKey.SAME_REGION, 1, (own.region,))
    return None


def open_questions(answers: FinderAnswers, asked: Collection[str]) -> tuple[Question, ...]:
    """Return the questions that are neither answered nor skipped."""
    known = {
        Question.WHO: bool(answers.seeking_genders),
        Question.AGES: answers.seeking_min_age is not None or answers.seeking_max_age is not None,
        # Without a town there is nothing to measure from.
        Question.DISTANCE: answers.radius_km is not None or not answers.has_town,
        Question.AIM: answers.aim is not None,
        Question.INTERESTS: bool(answers.interests),
        Question.WAYS: bool(answers.ways),
        Question.MATTERS: bool(answers.matters),
    }
    return tuple(question for question in Question if question not in asked and not known[question])
