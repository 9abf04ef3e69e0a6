"""What a module declares for the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Select

from app.kernel.db.session import Session
from app.kernel.events.live import Signals
from app.kernel.events.outbox import Handler, Queue
from app.kernel.figures import Figure
from app.kernel.files.access import Check
from app.kernel.http.auth import Actor
from app.kernel.http.requests import ApiBlueprint
from app.kernel.mail.incoming import Receiver
from app.kernel.personal.exports import Exporter
from app.kernel.resources import Resource
from app.kernel.secrets.sealing import SealedColumn


@dataclass(frozen=True)
class Schedule:
    """A job that runs again and again; `run` opens its own transactions.

    `has_work` is for what runs every few seconds: where it returns False, the relay notes a run and queues no job.
    """

    run: Callable[[], None]
    every_seconds: int
    queue: Queue = Queue.MAINTENANCE
    has_work: Callable[[Session], bool] = lambda _session: True

    @property
    def name(self) -> str:
        """Return the stable name, such as `notifications.send_queued_mail`."""
        return f"{self.run.__module__.split('.')[1]}.{self.run.__name__}"


@dataclass(frozen=True)
class CurrentUserPart:
    """A module's part of the answer about the member who is logged in.

    `answer` makes it. Its last argument is what `facts` selects about the member `:member_id`, in one row, as the
    dataclass `contract`: the facts of all modules are read in one statement.
    """

    answer: Callable[[Session, Actor, Any], Mapping[str, Any]]
    contract: type[Any] | None = None
    facts: Select[*tuple[Any, ...]] | None = None


@dataclass(frozen=True)
class Manifest:
    """One module. `signals` are the live signals of events, `current_user` is the module's part of the answer about
    the member who is logged in, and `export_member` its part of the copy of a member's data. `receive_mail`
    processes incoming mails. `files` says, for each folder of the storage, whom the module lets see what lies there.
    `sealed` are the module's columns of sealed values. `folders` of the storage and `redis_keys`, by how they begin,
    say what of members they hold; tables say so where they are (app/kernel/personal/tables.py).
    """

    name: str
    folder: Path
    blueprints: tuple[ApiBlueprint, ...] = ()
    handlers: tuple[Handler, ...] = ()
    signals: tuple[Signals, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    resources: tuple[Resource, ...] = ()
    figures: tuple[Figure, ...] = ()
    current_user: CurrentUserPart | None = None
    export_member: Exporter | None = None
    receive_mail: Receiver | None = None
    files: Mapping[str, Check] = field(default_factory=dict)
    sealed: tuple[SealedColumn, ...] = ()
    folders: Mapping[str, str] = field(default_factory=dict)
    redis_keys: Mapping[str, str] = field(default_factory=dict)
