"""What processes remember from one request to the next is named here."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT, tree_of

CACHES = {"cache", "lru_cache"}
# What came of members, and how long it is kept.
OF_MEMBERS = {
    "app.kernel.http.ratelimit._memory": "what Redis counts under limit:, while it is away",
    "app.pages.painting._cache": "pages as visitors see them, the search with names and addresses of pictures; a "
    "quarter of an hour, and then until the next painting",
    "modules.catalog.service.neighbourhood._kept": "how many people there are in a region; numbers only",
}
# Of the application: settings, engines, files of builds, texts, statements without values, and what modules declare.
OF_NOBODY = {
    "app.announcing._declared_signals",
    "app.current_user._statement",
    "modules.catalog.queries.search._whole_statement",
    "app.kernel.config.config",
    "app.kernel.db.engines.engine",
    "app.kernel.db.engines.reading_engine",
    "app.kernel.db.engines.replica_engine",
    "app.kernel.db.engines.snapshot_engine",
    "app.kernel.ending._told",
    "app.kernel.personal.exports._exporters",
    "app.kernel.figures._figures",
    "app.kernel.figures._statements",
    "app.kernel.text.folding._words_of_name",
    "app.kernel.text.folding._words_of_text",
    "app.kernel.i18n._catalogue",
    "app.kernel.i18n._plural_rule",
    "app.kernel.jobs._handlers",
    "app.kernel.jobs._schedules",
    "app.kernel.mail.incoming._receivers",
    "app.kernel.files.access._checks",
    "app.kernel.mail.signature._find_key",
    "app.kernel.resources.read.record_of",
    "app.kernel.db.read._maker",
    "app.kernel.events.outbox._ids_of",
    "app.kernel.secrets.redaction._pattern",
    "app.kernel.redis.redis",
    "app.kernel.secrets.signing.read_key",
    "app.kernel.http.spa._compressed",
    "app.kernel.http.spa._manifest",
    "app.kernel.http.spa._text",
    "app.kernel.files.storage.storage",
    "app.kernel.personal.traces._folders",
    "app.kernel.personal.traces._redis_keys",
    "app.kernel.secrets.vapid.read_key",
    "app.console.prefilled._sent",
    "app.pages.painting._ENGINES",
    "modules.accounts.reference.common_words",
    "modules.billing.payments.providers.choose.provider_named",
    "modules.billing.payments.providers.choose.settlement_source",
    "modules.billing.papers.service.pdf._template",
    "modules.billing.papers.service.pdf._typefaces",
    "modules.catalog.queries.search._counts_statement",
    "modules.catalog.queries.search._deck_statement",
    "modules.catalog.queries.search._statement",
    "modules.catalog.search_index._pool",
    "modules.catalog.search_index._server",
    "modules.catalog.service.search._places",
    "modules.messaging.policies.care._rules",
    "modules.messaging.policies.hints._digit_words",
    "modules.messaging.policies.hints._rules",
    "modules.messaging.policies.hints._shapes",
    "modules.messaging.reference.care_rules",
    "modules.messaging.reference.hint_rules",
    "modules.notifications.push._connection_pool",
    "modules.profiles.queries.people._cards",
    "modules.profiles.reference.lists._choices",
    "modules.profiles.reference.lists._intimate_by_key",
    "modules.profiles.reference.lists._regions",
    "modules.profiles.reference.lists.interests",
    "modules.profiles.reference.lists.names",
    "modules.sites.policies.countries",
    "modules.sites.policies.timezones",
    "modules.sites.queries._cached",
    "modules.sites.service.app_icons._draw",
    "modules.sites.service.markdown._reader",
    "modules.sites.service.pages._built_in",
    "modules.sites.service.pages._source",
    "modules.sites.service.pages._templates",
    "modules.sites.service.pages.built_in_languages",
    "modules.sites.service.share_picture._draw",
    "modules.sites.service.share_picture._font",
}


def remembered() -> Iterator[str]:
    """Yield functions whose answers are kept, and collections that begin empty and last as long as their process."""
    for path in (path for folder in ("app", "modules") for path in (ROOT / folder).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = tree_of(path)
        yield from (f"{module}.{name}" for name in (*_cached(tree), *_collections(tree)))


def _cached(tree: ast.Module) -> Iterator[str]:
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        decorators = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
        if any(isinstance(one, ast.Name) and one.id in CACHES for one in decorators):
            yield node.name


def _collections(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.AnnAssign) or node.value is None:
            continue
        written = ast.unparse(node.value)
        if (
            isinstance(node.target, ast.Name)
            and node in tree.body
            and written in ("{}", "[]", "set()", "OrderedDict()")
        ):
            yield node.target.id
        elif isinstance(node.target, ast.Attribute) and written == "OrderedDict()":
            yield node.target.attr


@pytest.mark.spec("6.7")
def test_whatever_a_process_remembers_is_declared() -> None:
    assert {*remembered()} == OF_MEMBERS.keys() | OF_NOBODY
