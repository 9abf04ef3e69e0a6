"""The match finder: a member's answers, and the people who fit them best, with the reasons.

Only real members are compared who fit both ways, the most recently active of them.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from modules.catalog.contracts import (
    ANY,
    Filters,
    FinderAnswers,
    FitPage,
    FittingPerson,
    Question,
    Searcher,
    SearchQuery,
    Traits,
)
from modules.catalog.models import FinderAnswersRow
from modules.catalog.policies import fit
from modules.catalog.policies import search as policies
from modules.catalog.queries import finder as queries
from modules.catalog.queries.finder import Answers, Candidate
from modules.catalog.service.search import prepare
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Profile, Viewer
from modules.profiles.reference import cells, lists
from modules.sites import api as sites_api
from modules.social import api as social_api

# The most members that are compared, the most recently active ones.
MAX_COMPARED = 500
_IN_PROFILE = ("seeking_genders", "seeking_min_age", "seeking_max_age", "interests")


def get_answers(session: Session, *, member_id: UUID) -> FinderAnswers:
    """Return a member's answers, from the profile and from the finder."""
    return _answers(profiles_api.get_profile(session, member_id), queries.find_answers(session, member_id))


def save_answer(session: Session, *, member_id: UUID, question: Question, values: Mapping[str, Any]) -> FinderAnswers:
    """Store the answer to a question, or that it was skipped; answers that are profile fields go into the profile.

    Raises the errors of profiles_api.update_profile.
    """
    wishes = {name: value for name, value in values.items() if name in _IN_PROFILE}
    own = {name: value for name, value in values.items() if name not in _IN_PROFILE}
    if wishes:
        profiles_api.update_profile(session, member_id=member_id, changes=wishes)
    new = insert(FinderAnswersRow).values(member_id=member_id, asked=[question.value], **own)
    asked = func.array_append(func.array_remove(FinderAnswersRow.asked, question.value), question.value)
    again = {**own, "asked": asked, "updated_at": func.now()}
    session.execute(new.on_conflict_do_update(index_elements=[FinderAnswersRow.member_id], set_=again))
    return get_answers(session, member_id=member_id)


def forget_answers(session: Session, *, member_id: UUID) -> None:
    """Delete an erased member's answers."""
    session.execute(delete(FinderAnswersRow).where(FinderAnswersRow.member_id == member_id))


def find_people(session: Session, *, viewer: Viewer, member_id: UUID, page: int, page_size: int) -> FitPage:
    """Return one page of the people who fit a member best, with the reasons (docs/decisions/0020)."""
    profile = profiles_api.get_profile(session, member_id)
    answers = _answers(profile, queries.find_answers(session, member_id))
    filters = Filters(radius_km=answers.radius_km if answers.has_town else None)
    query, _ = prepare(session, viewer=viewer, filters=filters, page=1, page_size=page_size)
    near = _cells_near(session, profile)
    shown = sites_api.get_site(session, viewer.site_id).visible_profile_fields
    own = _own_traits(profile, answers, shown)
    found, is_wider = _candidates(session, query)
    others = [_traits(one, query.searcher, near, shown) for one in found]
    fits = [(other.member_id, fit.weigh(own, other, matters=answers.matters)) for other in others]
    # The sort is stable: equal scores stay ordered by activity.
    fits.sort(key=lambda one: -one[1].score)
    chosen = dict(fits[(page - 1) * page_size : page * page_size])
    cards = social_api.list_cards(session, viewer=viewer, ids=list(chosen))
    return FitPage(
        results=[FittingPerson(card, chosen[card.id].score, chosen[card.id].reasons) for card in cards],
        total=len(fits),
        page=page,
        pages=-(-len(fits) // page_size),
        is_wider=is_wider,
    )


def _candidates(session: Session, query: SearchQuery) -> tuple[list[Candidate], bool]:
    """Return the candidates, and whether the wishes had to be widened to find any."""
    found = queries.list_candidates(session, query, limit=MAX_COMPARED)
    for wider in () if found else policies.relaxations(query):
        found = queries.list_candidates(session, wider, limit=MAX_COMPARED)
        if found:
            return found, True
    return found, False


def _answers(profile: Profile, saved: Answers | None) -> FinderAnswers:
    known = FinderAnswers(
        seeking_genders=profile.seeking_genders,
        seeking_min_age=profile.seeking_min_age,
        seeking_max_age=profile.seeking_max_age,
        interests=profile.interests,
        radius_km=saved.radius_km if saved else None,
        aim=saved.aim if saved else None,
        ways=saved.ways if saved else (),
        matters=saved.matters if saved else (),
        has_town=profile.place_id is not None,
        open=(),
    )
    return replace(known, open=fit.open_questions(known, saved.asked if saved else ()))


def _cells_near(session: Session, profile: Profile) -> frozenset[str]:
    if profile.place_id is None:
        return frozenset()
    place = profiles_api.get_place(session, profile.place_id)
    return frozenset(cells.cells_within(place.lat, place.lng, fit.NEAR_KM))


def _own_traits(profile: Profile, answers: FinderAnswers, shown: Collection[str]) -> Traits:
    return Traits(
        member_id=profile.id,
        interests=_comparable(profile.interests, shown),
        city=profile.city if "city" in shown else None,
        region=profile.region if "region" in shown else None,
        is_near=True,
        aim=answers.aim,
        ways=frozenset(answers.ways),
        names_the_other=bool(profile.seeking_genders and profile.seeking_min_age and profile.seeking_max_age),
    )


def _traits(one: Candidate, searcher: Searcher, near: Collection[str], shown: Collection[str]) -> Traits:
    """Return the traits of a candidate, without the fields that the site does not show."""
    return Traits(
        member_id=one.member_id,
        interests=_comparable(one.interests, shown),
        city=one.city if "city" in shown else None,
        region=one.region if "region" in shown else None,
        is_near="city" in shown and one.cell in near,
        aim=one.aim,
        ways=frozenset(one.ways or ()),
        names_the_other=searcher.gender in one.seeking and ANY not in one.seeking and one.seeking_min_age > 0,
    )


def _comparable(interests: Collection[str], shown: Collection[str]) -> frozenset[str]:
    """Return the interests without intimate ones, which must not appear as a reason in a list."""
    return frozenset(key for key in interests if "interests" in shown and not lists.is_intimate(key))
