"""Sessions and presence of the members with streams, queried from Postgres for all streams at once."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from app.kernel import log
from app.live import access, presence
from app.live.hub import Hub
from app.live.stream import Stream

ROUND_SECONDS = 60
# Arrivals within this time are processed together.
GATHER_SECONDS = 0.05
AGAIN_SECONDS = 5

Result = TypeVar("Result")


class Attendance:
    """Ends the streams of sessions that are over, and announces who comes online and goes offline.

    A session is checked when it may have ended, and all are checked once a minute. A member with a stream is online;
    they are offline after the same delay as on profile cards.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._suspects: set[UUID] = set()
        self._arrived: set[UUID] = set()
        self._online_ids: set[UUID] | None = None
        self._news = asyncio.Event()

    def note_arrival(self, member_id: UUID) -> None:
        """Note that a member opened their first stream."""
        self._arrived.add(member_id)
        self._news.set()

    def note_logout(self, member_id: UUID) -> None:
        """Note that sessions of a member may be over."""
        self._suspects.add(member_id)
        self._news.set()

    async def run(self, hub: Hub) -> None:
        """Process what was noted, and all streams once a minute, for ever."""
        due = 0.0
        while True:
            await self._wait(due - time.monotonic())
            try:
                suspects, self._suspects = self._suspects, set()
                await self._check_sessions([one for member_id in suspects for one in hub.members.get(member_id, ())])
                if time.monotonic() >= due:
                    due = time.monotonic() + ROUND_SECONDS
                    await self._check_sessions(hub.streams())
                    await self._announce_changes(hub)
                else:
                    await self._announce_arrivals()
            except (DBAPIError, NoConnection) as error:
                log.get("live").warning("Postgres away", error=type(error).__name__)
                await asyncio.sleep(AGAIN_SECONDS)
                due = 0.0
            except Exception as error:
                log.get("live").error("attendance restarts", exc_info=error)
                await asyncio.sleep(AGAIN_SECONDS)
                due = 0.0

    async def _wait(self, seconds: float) -> None:
        if seconds > 0:
            try:
                async with asyncio.timeout(seconds):
                    await self._news.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            except TimeoutError:
                pass
        self._news.clear()

    async def _check_sessions(self, streams: list[Stream]) -> None:
        """End the streams of sessions that are over."""
        if not streams:
            return
        ids = list({stream.session_id for stream in streams})
        still_open = await self._query(lambda: access.list_open_sessions(ids))
        for stream in streams:
            if stream.session_id not in still_open:
                stream.log_out()

    async def _announce_arrivals(self) -> None:
        """Announce the members who came online."""
        arrived, self._arrived = self._arrived, set()
        if not arrived or self._online_ids is None:
            return
        await self._query(lambda: presence.note_present(arrived))
        come = await self._query(lambda: presence.list_online(arrived)) - self._online_ids
        self._online_ids |= come
        await self._query(lambda: presence.announce(come, is_online=True))

    async def _announce_changes(self, hub: Hub) -> None:
        """Announce who came online and went offline since the last round, including members who only poll."""
        self._arrived = set()
        here = list(hub.members)
        if here:
            await self._query(lambda: presence.note_present(here))
        before, self._online_ids = self._online_ids, await self._query(presence.list_online)
        if before is not None:
            come, gone = self._online_ids - before, before - self._online_ids
            await self._query(lambda: presence.announce(come, is_online=True))
            await self._query(lambda: presence.announce(gone, is_online=False))

    async def _query(self, question: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, question)
