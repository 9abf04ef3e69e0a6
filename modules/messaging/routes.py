"""HTTP of the messaging module."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

from flask import Response

from app.kernel.db.session import Session, current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation, edge
from app.kernel.manifest import CurrentUserPart
from modules.media import api as media_api
from modules.messaging.contracts import (
    ChatList,
    EndedChats,
    Gift,
    GiftOffer,
    History,
    News,
    OpenConversation,
    Sent,
    Terms,
)
from modules.messaging.errors import GiftNotFound
from modules.messaging.queries import conversations as queries
from modules.messaging.schemas import (
    PAGE_SIZE,
    ChatsOut,
    ConversationOut,
    DocumentedChatsOut,
    EndedChatsOut,
    EndedHistoryOut,
    GiftsOut,
    HistoryIn,
    HistoryOut,
    NewsIn,
    NewsOut,
    PageIn,
    ReadIn,
    ReadOut,
    SendIn,
    SendPhotoIn,
    SentOut,
    TermsOut,
    UnreadOut,
)
from modules.messaging.service import conversations, sending, views
from modules.social import api as social_api

# The documented call (spec 7.11) has no paging.
WHOLE_LIST = 500
DRAWINGS = Path(__file__).parent / "assets" / "gifts"

blp = ApiBlueprint("messaging")
SEND = Operation(idempotent=True)
# It stores nothing in the database, so its transaction is read-only; still only our own pages may call it.
TYPING = Operation(writes=False, client_only=True)
PHOTOS = ratelimit.Limit("chat-photo", calls=60, seconds=3600)
# Most messages of one poll; the next polls bring the rest.
NEWS_SIZE = 100


@blp.get("/conversations")
@blp.arguments(PageIn, location="query")
@blp.response(200, ChatsOut)
def list_conversations(query: dict[str, Any]) -> ChatList:
    """Return a page of the chat list, newest first."""
    return views.list_chats(current_session(), actor=current_actor(), page=query["page"], page_size=PAGE_SIZE)


@blp.get("/conversations/<uuid:conversation_id>")
@blp.response(200, ConversationOut)
def get_conversation(conversation_id: UUID) -> OpenConversation:
    """Return a conversation with its partner, its price and what it cost so far."""
    return views.open_conversation(current_session(), actor=current_actor(), conversation_id=conversation_id)


@blp.get("/conversations/<uuid:conversation_id>/messages")
@blp.arguments(HistoryIn, location="query")
@blp.response(200, HistoryOut)
def list_messages(query: dict[str, Any], conversation_id: UUID) -> History:
    """Return messages, oldest first."""
    return views.list_history(current_session(), actor=current_actor(), conversation_id=conversation_id, **query)


@blp.get("/ended-conversations")
@blp.arguments(PageIn, location="query")
@blp.response(200, EndedChatsOut)
def list_ended(query: dict[str, Any]) -> EndedChats:
    """Return a page of the conversations that ended lately, so that they can be reported (spec 6.7)."""
    return views.list_ended(current_session(), actor=current_actor(), page=query["page"], page_size=PAGE_SIZE)


@blp.get("/ended-conversations/<uuid:conversation_id>/messages")
@blp.arguments(HistoryIn, location="query")
@blp.response(200, EndedHistoryOut)
def list_ended_messages(query: dict[str, Any], conversation_id: UUID) -> History:
    """Return the messages of a conversation that ended lately, oldest first."""
    return views.list_ended_history(current_session(), actor=current_actor(), conversation_id=conversation_id, **query)


@blp.get("/members/<uuid:member_id>/conversation")
@blp.response(200, TermsOut)
def get_terms(member_id: UUID) -> Terms:
    """Return the conversation with a member, if there is one, and what writing costs."""
    return views.get_terms(current_session(), actor=current_actor(), partner_id=member_id)


@blp.post("/conversations/<uuid:conversation_id>/messages", op=SEND)
@blp.arguments(SendIn)
@blp.response(201, SentOut)
def send_message(message: dict[str, Any], conversation_id: UUID) -> dict[str, Any]:
    """Send a message or a gift and pay for it, once for the request's key."""
    return _send(sending.send_message, message, conversation_id=conversation_id, gift=message["gift"])


@blp.post("/members/<uuid:member_id>/messages", op=SEND)
@blp.arguments(SendIn)
@blp.response(201, SentOut)
def write_to_member(message: dict[str, Any], member_id: UUID) -> dict[str, Any]:
    """Send a message or a gift to a member, in the conversation with them or in a new one."""
    return _send(sending.start_conversation, message, partner_id=member_id, gift=message["gift"])


@blp.post("/conversations/<uuid:conversation_id>/photos", op=SEND)
@blp.arguments(SendPhotoIn, location="files")
@blp.response(201, SentOut)
def send_photo(message: dict[str, Any], conversation_id: UUID) -> dict[str, Any]:
    """Send a photo and pay for it, once for the request's key; one that cannot be processed is refunded."""
    return _send(sending.send_message, message, conversation_id=conversation_id, photo=_read_photo(message))


@blp.post("/members/<uuid:member_id>/photos", op=SEND)
@blp.arguments(SendPhotoIn, location="files")
@blp.response(201, SentOut)
def send_photo_to_member(message: dict[str, Any], member_id: UUID) -> dict[str, Any]:
    """Send a photo to a member, in the conversation with them or in a new one."""
    return _send(sending.start_conversation, message, partner_id=member_id, photo=_read_photo(message))


def _read_photo(message: dict[str, Any]) -> bytes:
    member_id = current_actor().member
    media_api.ensure_may_send_photo(member_id)
    ratelimit.check(PHOTOS, str(member_id))
    photo: bytes = message["file"].stream.read()
    return photo


def _send(send: Callable[..., Sent], message: dict[str, Any], **more: Any) -> dict[str, Any]:
    known = {"body": message["body"], "is_acknowledged": message["fictional_acknowledged"]}
    sent = send(current_session(), actor=current_actor(), **known, **more)
    return {
        "message": views.show_sent(sent.message, actor=current_actor()),
        "conversation_id": sent.message.conversation_id,
        "credits": sent.credits,
        "cost": sent.cost,
    }


@blp.get("/conversations/<uuid:conversation_id>/news")
@blp.arguments(NewsIn, location="query")
@blp.response(200, NewsOut)
def get_news(query: dict[str, int], conversation_id: UUID) -> News:
    """Return what changed in an open conversation; it asks every few seconds."""
    return views.read_news(
        current_session(), actor=current_actor(), conversation_id=conversation_id, after=query["after"], limit=NEWS_SIZE
    )


@blp.post("/conversations/<uuid:conversation_id>/typing", op=TYPING)
@blp.response(204)
def post_typing(conversation_id: UUID) -> None:
    """Show the partner for a few seconds that the member is typing."""
    conversations.note_typing(current_session(), actor=current_actor(), conversation_id=conversation_id)


@blp.delete("/conversations/<uuid:conversation_id>/messages/<int(max=2147483647):seq>/hints")
@blp.response(204)
def dismiss_hints(conversation_id: UUID, seq: int) -> None:
    """Hide the hints at a message that the member received."""
    conversations.dismiss_hints(current_session(), actor=current_actor(), conversation_id=conversation_id, seq=seq)


@blp.post("/conversations/<uuid:conversation_id>/read")
@blp.arguments(ReadIn)
@blp.response(200, ReadOut)
def read_conversation(read: dict[str, int], conversation_id: UUID) -> dict[str, int]:
    """Mark messages of a conversation as read (spec 4.8)."""
    session, actor = current_session(), current_actor()
    left = conversations.mark_read(session, actor=actor, conversation_id=conversation_id, seq=read["seq"])
    return {"num_unread_messages": left, "total_unread": queries.count_unread(session, actor.member)}


@blp.delete("/conversations/<uuid:conversation_id>")
@blp.response(204)
def remove_conversation(conversation_id: UUID) -> None:
    """Remove a conversation from the member's list (spec 4.9; documented as DELETE /api/chat.php)."""
    conversations.remove_conversation(current_session(), actor=current_actor(), conversation_id=conversation_id)


@blp.get("/gifts")
@blp.response(200, GiftsOut)
def list_gifts() -> dict[str, list[GiftOffer]]:
    """Return the gifts that can be sent, with their prices."""
    return {"gifts": views.list_gifts(current_session(), actor=current_actor())}


@blp.get("/gifts/<gift>.svg", op=Operation(access=Access.PUBLIC, managed=False))
@blp.response(200, content_type="image/svg+xml")
def get_drawing(gift: str) -> Response:
    """Return the drawing of a gift."""
    if gift not in list(Gift):
        raise GiftNotFound()
    response = Response((DRAWINGS / f"{gift}.svg").read_bytes(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@blp.get("/unread")
@blp.response(200, UnreadOut)
def get_unread() -> dict[str, int]:
    """Return what the badges count."""
    session, actor = current_session(), current_actor()
    return {
        "unread_messages": queries.count_unread(session, actor.member),
        "new_likes": social_api.count_new_likes(session, actor.member),
    }


def _current_user(session: Session, actor: Actor, unread: queries.Unread) -> dict[str, Any]:
    """Return the messages' part of the answer about the member who is logged in (spec 3.1)."""
    return {"unread_messages": int(unread.unread_messages)}


CURRENT_USER = CurrentUserPart(_current_user, queries.Unread, queries.UNREAD)


@blp.response(200, DocumentedChatsOut)
def _list_documented_chats() -> ChatList:
    return views.list_chats(current_session(), actor=current_actor(), page=1, page_size=WHOLE_LIST)


# GET /api/chats.php (spec 7.11), mapped in app/documented_calls.py.
list_documented_chats = edge(_list_documented_chats, Operation())
