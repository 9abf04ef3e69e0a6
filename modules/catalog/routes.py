"""HTTP of the catalog module: search, profiles, similar members, "say hello for me"."""

from typing import Any
from uuid import UUID

from flask import Response, jsonify

from app.kernel.db.session import current_session
from app.kernel.fields import fields_of
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation, edge, is_from_own_page
from modules.catalog.contracts import FinderAnswers, FitPage, Introduction, ResultPage
from modules.catalog.schemas import (
    DeckIn,
    DeckOut,
    FacetsOut,
    FiltersIn,
    FinderAnswerIn,
    FinderAnswersOut,
    FitPageIn,
    FitPageOut,
    GreetedOut,
    IntroductionOut,
    MemberIn,
    MemberProfileOut,
    NeighbourhoodIn,
    NeighbourhoodOut,
    OverlayOut,
    SearchIn,
    SearchOut,
    SimilarOut,
    TrafficSourceQueryIn,
)
from modules.catalog.service import deck, finder, neighbourhood, profiles, search
from modules.profiles.contracts import ProfileCard, Viewer
from modules.social import api as social_api

# Whether visitors may search is a setting of the site (spec 6.1), which the services check.
VISITORS_TOO = Operation(access=Access.PUBLIC)
# Whom a search may find is read from the primary, before it and after it (docs/decisions/0081).
SEARCHES = Operation(access=Access.PUBLIC, replica=True)
# A GET that likes somebody writes, so it needs the client header like any other change.
GREETS = Operation(writes=True)

blp = ApiBlueprint("catalog", description="Search and profiles")


@blp.get("/search", op=SEARCHES)
@blp.arguments(SearchIn, location="query")
@blp.response(200, SearchOut)
def search_members(args: dict[str, Any]) -> ResultPage:
    """Search members (spec 2.2, 3.11)."""
    return search.search_members(
        current_session(),
        viewer=_limited_viewer("search"),
        filters=args["filters"],
        page=args["page"],
        page_size=args["page_size"],
        has_source=_has_source(args),
    )


@blp.get("/search/facets", op=SEARCHES)
@blp.arguments(FiltersIn, location="query")
@blp.response(200, FacetsOut)
def facets(args: dict[str, Any]) -> dict[str, Any]:
    """Count the members who match the filters by gender, region, interest and so on."""
    viewer = _limited_viewer("facets")
    found = search.count_facets(current_session(), viewer=viewer, filters=args["filters"], has_source=_has_source(args))
    return {"total": found.total, "counts": found}


@blp.get("/members/<uuid:member_id>", op=VISITORS_TOO)
@blp.arguments(MemberIn, location="query")
@blp.response(200, MemberProfileOut)
def member(args: dict[str, Any], member_id: UUID) -> dict[str, Any]:
    """Return a profile; absent, blocked and other sites' members are all not found (spec 6.7)."""
    session, viewer = current_session(), _limited_viewer("profile")
    shown = profiles.show_profile(session, viewer=viewer, member_id=member_id, has_source=_has_source(args))
    if args["visit"] and viewer.member_id is not None and is_from_own_page():
        social_api.note_visit(session, viewer=viewer, member_id=viewer.member_id, to_id=member_id)
    return shown


@blp.get("/members/<uuid:member_id>/similar", op=VISITORS_TOO)
@blp.arguments(TrafficSourceQueryIn, location="query")
@blp.response(200, SimilarOut)
def similar(args: dict[str, Any], member_id: UUID) -> dict[str, Any]:
    """Return similar members."""
    viewer = _limited_viewer("similar")
    found = search.list_similar(current_session(), viewer=viewer, member_id=member_id, has_source=_has_source(args))
    return {"results": found}


@blp.get("/members/<uuid:member_id>/introduction", op=VISITORS_TOO)
@blp.arguments(TrafficSourceQueryIn, location="query")
@blp.response(200, IntroductionOut)
def introduction(args: dict[str, Any], member_id: UUID) -> Introduction:
    """Return as much of a profile as a visitor may see who followed a link to it (spec 2.6, 2.7)."""
    return profiles.introduce_member(
        current_session(), viewer=_limited_viewer("introduction"), member_id=member_id, has_source=_has_source(args)
    )


@blp.get("/match-finder")
@blp.response(200, FinderAnswersOut)
def finder_answers() -> FinderAnswers:
    """Return the member's answers to the match finder, and the open questions (spec 2.17)."""
    return finder.get_answers(current_session(), member_id=current_actor().member)


@blp.patch("/match-finder")
@blp.arguments(FinderAnswerIn)
@blp.response(200, FinderAnswersOut)
def answer_finder(body: dict[str, Any]) -> FinderAnswers:
    """Store the answer to one question; wishes and interests are stored in the profile."""
    question = body.pop("question")
    member_id = current_actor().member
    return finder.save_answer(current_session(), member_id=member_id, question=question, values=body)


@blp.get("/match-finder/people")
@blp.arguments(FitPageIn, location="query")
@blp.response(200, FitPageOut)
def finder_people(args: dict[str, int]) -> FitPage:
    """Return the people who fit the member best, with the reasons (spec 2.17, 2.23)."""
    actor = current_actor()
    return finder.find_people(current_session(), viewer=_limited_viewer("fit"), member_id=actor.member, **args)


@blp.get("/deck")
@blp.arguments(DeckIn, location="query")
@blp.response(200, DeckOut)
def show_deck(args: dict[str, Any]) -> dict[str, Any]:
    """Return the next people of the swipe game, who fit both ways; nobody is returned twice (spec 2.24)."""
    actor = current_actor()
    dealt = deck.get_deck(
        current_session(), viewer=_limited_viewer("deck"), member_id=actor.member, limit=args["limit"]
    )
    return {"cards": [{**fields_of(card), **fields_of(story)} for card, story in dealt.cards], **fields_of(dealt.quota)}


@blp.post("/auto-like")
@blp.response(200, GreetedOut)
def greet() -> dict[str, ProfileCard | None]:
    """Like one person for a member who asked for it: GET /api/auto-like.php as a page calls it (spec 7.10)."""
    actor = current_actor()
    liked = search.greet_someone(current_session(), viewer=Viewer.of(actor), member_id=actor.member)
    return {"profile": liked}


@blp.get("/neighbourhood", op=VISITORS_TOO)
@blp.arguments(NeighbourhoodIn, location="query")
@blp.response(200, NeighbourhoodOut)
def get_neighbourhood(args: dict[str, Any]) -> dict[str, Any]:
    """Return the rounded number of members in each region of a country."""
    viewer = _limited_viewer("neighbourhood")
    country, regions = neighbourhood.list_regions(
        current_session(), viewer=viewer, wanted=args["country"].upper(), has_source=_has_source(args)
    )
    return {"country": country, "regions": regions}


def greet_someone() -> Response:
    """Like one person for a member who asked for it, and return them or null (spec 7.10)."""
    actor = current_actor()
    liked = search.greet_someone(current_session(), viewer=Viewer.of(actor), member_id=actor.member)
    return jsonify(OverlayOut().dump(liked) if liked else None)


documented_auto_like = edge(greet_someone, GREETS)


def _limited_viewer(what: str) -> Viewer:
    """Return the viewer of a request after counting it; raises TooManyRequests."""
    actor = current_actor()
    ratelimit.check_read(what, network=actor.network, member_id=actor.member_id)
    return Viewer.of(actor)


def _has_source(args: dict[str, Any]) -> bool:
    """Return whether a visitor came from a traffic source (spec 3.8), which the application sends."""
    return bool(args["network"])
