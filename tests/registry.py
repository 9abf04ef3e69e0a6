"""Whatever the tests made the application write must be known to the registry of erasure (app/registry.py)."""

from collections.abc import Iterable

from app.kernel.personal import traces
from app.kernel.redis import redis
from app.registry import FOLDERS, REDIS_KEYS
from modules.catalog import api as catalog_api


def ensure_keys_registered() -> None:
    """Fail where Redis holds a key that the registry does not know."""
    keys = (key.decode(errors="replace") for key in redis().scan_iter(count=1000))
    _ensure_none(key for key in keys if not key.startswith(tuple(REDIS_KEYS)))


def ensure_places_registered() -> None:
    """Fail where there is a folder of the storage or an index that the registry does not know."""
    files = traces.read_storage(with_contents=False)
    _ensure_none(key for key, _ in files if not key.startswith(tuple(FOLDERS)))
    _ensure_none(name for name, _, _ in catalog_api.count_words([]))


def _ensure_none(found: Iterable[str]) -> None:
    unknown = sorted(found)
    assert not unknown, f"no manifest says what becomes of {unknown[:10]}"
