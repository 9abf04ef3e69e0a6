"""Write the planted resource's screens where ops-console compiles them: `python -m tests.console.plant`."""

from app.console import definitions
from app.console.catalogue import Catalogue
from tests.console.planted import PERMISSIONS, RESOURCES
from tests.console.test_definitions import PLANTED

if __name__ == "__main__":
    definitions.write(PLANTED, definitions.generate(Catalogue(RESOURCES, permissions=PERMISSIONS)))
