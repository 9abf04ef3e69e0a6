"""HTTP of the profiles module."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from flask import Response, jsonify, request
from werkzeug.datastructures import FileStorage

from app.kernel import clock, i18n
from app.kernel.db.session import Session, current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.manifest import CurrentUserPart
from modules.media import api as media_api
from modules.media.contracts import reader_of
from modules.profiles import policies
from modules.profiles.contracts import (
    CHOICE_FIELDS,
    STEPS,
    Consent,
    OwnPhoto,
    PhotoStatus,
    Place,
    Profile,
    ProfileState,
)
from modules.profiles.errors import CountryUnknown
from modules.profiles.queries import people as queries
from modules.profiles.queries import places
from modules.profiles.queries.own import OWN, NextPhoto, OwnFacts
from modules.profiles.reference import lists as reference
from modules.profiles.schemas import (
    ConsentOut,
    ConsentsIn,
    GeocodeIn,
    GeocodeOut,
    InterestsOut,
    LanguageIn,
    OwnPhotoOut,
    PhotoChangesIn,
    PhotoOrderIn,
    PlacesIn,
    PlacesOut,
    ProfileIn,
    ProfileOut,
    ReferenceOut,
    RegionsIn,
    RegionsOut,
    named,
)
from modules.profiles.service import crops, naming, photos, profile
from modules.sites import api as sites_api

PUBLIC = Operation(access=Access.PUBLIC)
UPLOADS = ratelimit.Limit("photo", calls=100, seconds=3600)
CROPS = ratelimit.Limit("crop", calls=100, seconds=3600)
# Each has the worker review the profile and index it anew, in the queue of most other work.
CHANGES = ratelimit.Limit("profile-change", calls=300, seconds=3600)
REFERENCE_SECONDS = 3600

blp = ApiBlueprint("profiles", description="Profiles, photos and places")


@blp.get("/reference", op=PUBLIC)
@blp.arguments(LanguageIn, location="query")
@blp.response(200, ReferenceOut)
def get_reference(query: dict[str, Any]) -> Response:
    """All names that forms and filters need, in one language."""
    language = _language(query)
    names = reference.names(language)
    return _cacheable(
        {
            "countries": [{"code": code, "name": names["country"][code]} for code in reference.countries()],
            "choices": {field: named(names[field], reference.choices(field)) for field in CHOICE_FIELDS},
            "interests": _interests(language),
            "region_words": {code: names["region_word"][reference.region_word(code)] for code in reference.countries()},
        }
    )


@blp.get("/interests", op=PUBLIC)
@blp.arguments(LanguageIn, location="query")
@blp.response(200, InterestsOut)
def get_interests(query: dict[str, Any]) -> Response:
    """The interests in the order of the specification (spec 3.14)."""
    return _cacheable({"interests": _interests(_language(query))})


@blp.get("/regions", op=PUBLIC)
@blp.arguments(RegionsIn, location="query")
@blp.response(200, RegionsOut)
def get_regions(query: dict[str, Any]) -> dict[str, Any]:
    """The regions of a country, by default the site's first, with the country's own word for them (spec 3.15)."""
    site = sites_api.get_site(current_session(), current_actor().site_id)
    country = query["country"] or site.countries[0]
    if country not in reference.countries():
        raise CountryUnknown(field="country")
    word = reference.names(_language(query))["region_word"][reference.region_word(country)]
    regions = [{"code": region.code, "name": region.name} for region in reference.regions(country)]
    return {"country": country, "word": word, "regions": regions}


@blp.get("/places", op=PUBLIC)
@blp.arguments(PlacesIn, location="query")
@blp.response(200, PlacesOut)
def get_places(query: dict[str, Any]) -> dict[str, Any]:
    """The largest towns of a country whose name begins with what was typed."""
    _count_read("places")
    found = places.list_places(current_session(), country=query["country"], name=query["q"])
    return {"places": [_place(place) for place in found]}


@blp.get("/geocode", op=PUBLIC)
@blp.arguments(GeocodeIn, location="query")
@blp.response(200, GeocodeOut)
def get_geocode(query: dict[str, Any]) -> dict[str, Any]:
    """The town nearest to a point (spec 3.13, 7.6)."""
    _count_read("geocode")
    found = places.find_nearest_place(current_session(), lat=query["lat"], lng=query["lon"])
    return {"place": _place(found) if found else None}


@blp.get("/profile")
@blp.response(200, ProfileOut)
def get_profile() -> dict[str, Any]:
    """The member's own profile."""
    return own_profile(current_session(), current_actor())


@blp.patch("/profile")
@blp.arguments(ProfileIn)
@blp.response(200, ProfileOut)
def patch_profile(changes: dict[str, Any]) -> dict[str, Any]:
    """Change fields of the member's own profile."""
    session, actor = current_session(), _count_change()
    naming.change_own_profile(session, member_id=actor.member, changes=changes)
    return own_profile(session, actor)


@blp.get("/profile/consents")
@blp.response(200, ConsentOut(many=True))
def list_consents() -> list[Consent]:
    """The consents that the member gave, withdrawn ones too, the latest first."""
    return queries.list_consents(current_session(), current_actor().member)


@blp.put("/profile/consents")
@blp.arguments(ConsentsIn)
@blp.response(200, ProfileOut)
def put_consents(consents: dict[str, Any]) -> dict[str, Any]:
    """Give or withdraw the consent for sexuality and intimate interests; withdrawing erases them."""
    session, actor = current_session(), _count_change()
    profile.set_intimate_consent(session, member_id=actor.member, is_given=consents["intimate"])
    return own_profile(session, actor)


@blp.put(f"/profile/steps/<any({', '.join(STEPS)}):step>")
@blp.response(204)
def put_step(step: str) -> None:
    """Record that a step after signup is finished or skipped."""
    profile.complete_step(current_session(), member_id=current_actor().member, step=step)


@blp.post("/presence")
@blp.response(204)
def post_presence() -> None:
    """Record that the member is active; sent now and then while the page is open."""
    profile.touch_last_active(current_session(), member_ids=[current_actor().member])


@blp.post("/photos", op=Operation(idempotent=True))
@blp.arguments(media_api.PhotoIn, location="files")
@blp.response(201, OwnPhotoOut)
def post_photo(files: dict[str, FileStorage]) -> dict[str, Any]:
    """Upload a photo; it is processed within a second or two and then reviewed."""
    session, actor = current_session(), current_actor()
    media_api.ensure_may_send_photo(actor.member)
    ratelimit.check(UPLOADS, str(actor.member))
    content = files["file"].stream.read()
    photo_id = photos.add_photo(session, member_id=actor.member, is_paid=actor.is_paid, content=content)
    return _find_own_photo(session, actor, photo_id)


@blp.patch("/photos/<uuid:photo_id>", op=Operation(idempotent=True))
@blp.arguments(PhotoChangesIn)
@blp.response(200, OwnPhotoOut)
def patch_photo(changes: dict[str, Any], photo_id: UUID) -> dict[str, Any]:
    """Choose the crop of one of the member's own photos for cards; it is rendered within a second or two."""
    session, actor = current_session(), current_actor()
    media_api.ensure_may_decode(actor.member)
    ratelimit.check(CROPS, str(actor.member))
    crops.crop_photo(session, member_id=actor.member, photo_id=photo_id, crop=changes["crop"])
    return _find_own_photo(session, actor, photo_id)


@blp.delete("/photos/<uuid:photo_id>")
@blp.response(204)
def delete_photo(photo_id: UUID) -> None:
    """Delete one of the member's own photos."""
    photos.delete_photo(current_session(), member_id=current_actor().member, photo_id=photo_id)


@blp.put("/photos/order")
@blp.arguments(PhotoOrderIn)
@blp.response(204)
def put_photo_order(order: dict[str, Any]) -> None:
    """Put the member's photos into a new order; the first active one is the main photo."""
    photos.order_photos(current_session(), member_id=_count_change().member, photo_ids=order["ids"])


def own_profile(session: Session, actor: Actor) -> dict[str, Any]:
    """Return a member's own profile as ProfileOut."""
    own = profile.get_profile(session, actor.member)
    own_photos = photos.list_own_photos(session, actor.member, epoch=actor.photo_epoch)
    return {
        **asdict(own),
        "age": clock.age_on(clock.today(), own.date_of_birth),
        "consents": {"intimate": own.has_intimate_consent},
        "photos": [_own_photo(photo, actor.language) for photo in own_photos],
        "photo_limit": policies.photo_limit(is_paid=actor.is_paid),
        "next_step": policies.next_step(own.completed_steps),
        "completeness": policies.completeness(own, has_photo=_has_photo(own_photos)),
    }


def _current_user(session: Session, actor: Actor, facts: OwnFacts) -> dict[str, Any]:
    """Return the profile's part of the answer about the member who is logged in (spec 3.1)."""
    own = facts.profile or profile.get_profile(session, actor.member)
    return {
        "profile": {
            "name": own.name,
            "country": own.country,
            "status": _status(own),
            "main_image": _main_image(facts.photo, actor) if facts.photo else None,
            "completed_steps": list(own.completed_steps),
            "completeness": policies.completeness(own, has_photo=facts.photo is not None),
            # Search fills its filters with these before its first answer comes.
            "seeking_genders": list(own.seeking_genders),
            "seeking_min_age": own.seeking_min_age,
            "seeking_max_age": own.seeking_max_age,
        }
    }


CURRENT_USER = CurrentUserPart(_current_user, OwnFacts, OWN)


def _status(own: Profile) -> str:
    return "invisible" if own.state is ProfileState.ACTIVE and own.is_invisible else own.state


def _has_photo(own_photos: list[OwnPhoto]) -> bool:
    return any(photo.status is not PhotoStatus.REFUSED for photo in own_photos)


def _main_image(photo: NextPhoto, actor: Actor) -> dict[str, Any]:
    urls = photos.urls_for_owner(photo, reader_of(actor.member, photo_epoch=actor.photo_epoch))
    return {
        "filename": urls.card if urls else None,
        "thumb_filename": urls.thumb if urls else None,
        "status": photo.status,
    }


def _find_own_photo(session: Session, actor: Actor, photo_id: UUID) -> dict[str, Any]:
    own = photos.list_own_photos(session, actor.member, epoch=actor.photo_epoch)
    return _own_photo(next(photo for photo in own if photo.id == photo_id), actor.language)


def _own_photo(photo: OwnPhoto, language: str) -> dict[str, Any]:
    urls = photo.urls
    return {
        "id": photo.id,
        "status": photo.status,
        "reason": photo.reason,
        "reason_text": i18n.text(language, f"photo_refused.{photo.reason}") if photo.reason else None,
        "is_main": photo.is_main,
        "crop": photo.crop,
        "is_being_cut": photo.is_being_cut,
        "thumb": urls.thumb if urls else None,
        "card": urls.card if urls else None,
        "full": urls.full if urls else None,
    }


def _count_read(what: str) -> None:
    actor = current_actor()
    ratelimit.check_read(what, network=actor.network, member_id=actor.member_id)


def _count_change() -> Actor:
    """Return the actor after counting one change of their profile; raises TooManyRequests."""
    actor = current_actor()
    ratelimit.check(CHANGES, str(actor.member))
    return actor


def _place(place: Place) -> dict[str, Any]:
    names = {region.code: region.name for region in reference.regions(place.country)}
    return {
        "id": place.id,
        "name": place.name,
        "region": place.region,
        "region_name": names[place.region],
        "country": place.country,
    }


def _interests(language: str) -> list[dict[str, Any]]:
    names = reference.names(language)["interest"]
    return [{"key": i.key, "name": names[i.key], "intimate": i.intimate} for i in reference.interests()]


def _language(query: dict[str, Any]) -> str:
    return i18n.choose_locale(query["language"], current_actor().language)


def _cacheable(answer: dict[str, Any]) -> Response:
    response = jsonify(answer)
    response.headers["Cache-Control"] = f"public, max-age={REFERENCE_SECONDS}"
    response.headers["Vary"] = "Cookie"
    response.add_etag()
    response.make_conditional(request)
    return response
