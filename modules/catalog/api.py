"""What the command line may use of search; each function opens its own transactions around network calls."""

from modules.catalog.search_index import Server as Server
from modules.catalog.search_index import count_words as count_words
from modules.catalog.search_index import servers as servers
from modules.catalog.service.index import rebuild_index as rebuild_index
from modules.catalog.service.index import verify_index as verify_index
