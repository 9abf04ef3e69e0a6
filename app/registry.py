"""The modules of the application, lowest first."""

from app.kernel import i18n, redis
from app.kernel.manifest import Manifest
from app.kernel.personal import traces
from app.kernel.resources import engine
from app.kernel.secrets import signing
from modules.accounts.module import MANIFEST as ACCOUNTS
from modules.billing.module import MANIFEST as BILLING
from modules.catalog.module import MANIFEST as CATALOG
from modules.media.module import MANIFEST as MEDIA
from modules.messaging.module import MANIFEST as MESSAGING
from modules.moderation.module import MANIFEST as MODERATION
from modules.notifications.module import MANIFEST as NOTIFICATIONS
from modules.profiles.module import MANIFEST as PROFILES
from modules.sites.module import MANIFEST as SITES
from modules.social.module import MANIFEST as SOCIAL

MODULES: tuple[Manifest, ...] = (
    SITES,
    ACCOUNTS,
    MEDIA,
    PROFILES,
    SOCIAL,
    BILLING,
    CATALOG,
    MESSAGING,
    MODERATION,
    NOTIFICATIONS,
)

# What the ops console offers: every module's, and those for operators.
RESOURCES = (*(resource for manifest in MODULES for resource in manifest.resources), *engine.RESOURCES)

# Every column of values that the installation's secret seals.
SEALED = (*(column for manifest in MODULES for column in manifest.sealed), *signing.SEALED)

# What holds something of members beside the tables, by how names begin: folders of the storage and keys of Redis.
FOLDERS = {folder: what for manifest in MODULES for folder, what in manifest.folders.items()}
REDIS_KEYS = redis.KEYS | {key: what for manifest in MODULES for key, what in manifest.redis_keys.items()}

traces.install(folders=FOLDERS, redis_keys=REDIS_KEYS)
i18n.register_catalogues(manifest.folder / "locales" for manifest in MODULES)
