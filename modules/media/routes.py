"""HTTP of the media module."""

from typing import Any

from flask import Response, abort

from app.kernel.db.session import transaction
from app.kernel.files.access import may_see_file
from app.kernel.files.storage import reading
from app.kernel.http.auth import Access, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation, picture
from modules.media.contracts import OPERATOR, reader_of
from modules.media.schemas import MediaIn
from modules.media.service.addresses import is_signed

blp = ApiBlueprint("media", description="Files of photos")
blp.url_prefix = "/media"


@blp.get("/<path:key>", op=Operation(access=Access.PUBLIC, managed=False))
@blp.arguments(MediaIn, location="query")
@blp.response(200, content_type="image/webp")
def get_file(query: dict[str, Any], key: str) -> Response:
    """One file of a photo, for the viewer whom its address was signed for."""
    signed = {"expires": query["e"], "signature": query["v"]}
    if not is_signed(key, reader=OPERATOR, **signed) and not _may_see(key, **signed):
        abort(404)
    with reading() as files:
        content = files.find(key)
    return picture(content, expires=query["e"])


def _may_see(key: str, **signed: Any) -> bool:
    actor = current_actor()
    if not is_signed(key, reader=reader_of(actor.member_id, photo_epoch=actor.photo_epoch), **signed):
        return False
    with transaction(read_only=True) as session:
        # A signed address may still be valid after its owner left, blocked the viewer or deleted the photo.
        return may_see_file(session, viewer_id=actor.member_id, key=key)
