"""Sites, companies and pages in the ops console."""

from modules.sites.ops.companies import COMPANIES
from modules.sites.ops.costs import MESSAGE_COSTS
from modules.sites.ops.hosts import HOSTS
from modules.sites.ops.pages import PAGES
from modules.sites.ops.sites import SITES
from modules.sites.ops.texts import TEXTS

RESOURCES = (SITES, HOSTS, TEXTS, MESSAGE_COSTS, COMPANIES, PAGES)
