"""What the command line may ask of discovery, in transactions of its own, for it speaks to an engine.

`export_member` works in the caller's transaction.
"""

from collections.abc import Sequence

from app.kernel.progress import Progress, silent
from modules.catalog import search_index
from modules.catalog.contracts import IndexReport
from modules.catalog.service import index, sharing

export_member = sharing.export_member
keeps_index = search_index.is_kept


def rebuild_index(progress: Progress) -> IndexReport:
    """Copy every profile, build the search index afresh and swap it in; returns what had to be mended afterwards.

    `progress` is told (what, done, of how many; 0 when nobody knows). Raises IndexAway.
    """
    return index.rebuild(progress)


def check_index() -> None:
    """Ask whether the search engine answers; raises IndexAway."""
    index.check()


def count_words(words: Sequence[str], progress: Progress = silent) -> list[tuple[str, str, int]]:
    """Return (index, what, documents) of where one of the words is in the index, or an index is not ours; raises
    IndexAway.
    """
    return list(search_index.count_words(words, progress))


def verify_index(progress: Progress) -> IndexReport:
    """Compare the search index with Postgres, document by document; `progress` as above. Raises IndexAway."""
    return index.verify(progress)
