"""Search for data that is left of erased members: in all tables of the database, all keys of Redis and the whole
storage.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlalchemy import func, or_, select

from app.kernel.db.session import Session, transaction
from app.kernel.mail.addresses import as_shown, as_stored
from app.kernel.personal import tables as personal
from app.kernel.personal import traces
from app.kernel.progress import Progress, silent
from modules.accounts.contracts import MemberStatus, Trace
from modules.accounts.identity.models import MemberRow
from modules.accounts.leaving.service import erasures


def find_traces(words: Sequence[str] = (), progress: Progress = silent) -> list[Trace]:
    """Return what is left of erased members, and where any of `words` occurs (addresses in both spellings).

    Opens its own transactions.
    """
    words = sorted({form(word) for word in words for form in (str, as_stored, as_shown)})
    with transaction(read_only=True) as session:
        found = [*_find_rows(session, progress), *_find_words(session, words, progress)]
        found += [*_find_pictures(session), *_find_names(session)]
    if back := erasures.count_returned(progress):
        found.append(Trace("accounts.member", "on the list of those who left, but here", back))
    return [*found, *_find_outside_database(words, progress)]


def _find_outside_database(words: Sequence[str], progress: Progress) -> Iterator[Trace]:
    """Search Redis and the storage for the words, and for keys that no module declares."""
    for engine, contents, place_of in (
        ("redis", traces.read_redis(progress), traces.key_prefix_of),
        ("storage", traces.read_storage(with_contents=bool(words), progress=progress), traces.folder_of),
    ):
        undeclared, with_words = Counter[str](), Counter[str]()
        for name, content in contents:
            place = place_of(name)
            if place is None:
                undeclared[f"{engine}: {name.split(':')[0].split('/')[0]}"] += 1
            if traces.contains_any(f"{name} {content}", words):
                with_words[f"{engine}: {place or name}"] += 1
        yield from (Trace(place, "not in the registry of erasure", count) for place, count in undeclared.items())
        yield from (Trace(place, "with one of the words", count) for place, count in with_words.items())


def _find_rows(session: Session, progress: Progress) -> Iterator[Trace]:
    kept = personal.kept_ids()
    for place, count in traces.count_references(session, "accounts.member", "status = 'erased'", progress):
        if count and place not in kept:
            yield Trace(place, "rows of erased members", count)


def _find_words(session: Session, words: Sequence[str], progress: Progress) -> Iterator[Trace]:
    kept = personal.words_kept_by_law() | personal.words_kept_until_decided()
    for place, count in traces.count_words(session, words, progress) if words else ():
        if count and place not in kept:
            yield Trace(place, "rows with one of the words", count)


def _find_pictures(session: Session) -> Iterator[Trace]:
    for table, declared in personal.personal_tables().items():
        if declared.is_left_behind and (count := traces.count_rows(session, table, declared.is_left_behind)):
            yield Trace(table, "pictures of erased members that no report needs", count)


def _find_names(session: Session) -> Iterator[Trace]:
    has_any = or_(MemberRow.email.is_not(None), MemberRow.name != "", MemberRow.password_hash.is_not(None))
    count = select(func.count()).where(MemberRow.status == MemberStatus.ERASED, has_any)
    if named := session.execute(count).scalar_one():
        yield Trace("accounts.member", "erased, but with a name or an address", named)
