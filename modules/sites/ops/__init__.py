"""What the ops console shows of sites, the companies behind them and their pages, and what it may change."""

from modules.sites.ops.companies import COMPANIES
from modules.sites.ops.pages import PAGES
from modules.sites.ops.sites import SITES

RESOURCES = (SITES, COMPANIES, PAGES)
