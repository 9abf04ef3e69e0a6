"""Write the planted resource's screens where ops-console compiles them: `python -m tests.opsgen.plant`."""

from app.console import definitions
from app.console.catalogue import Catalogue
from tests.opsgen.planted import PERMISSIONS, RESOURCES
from tests.opsgen.test_definitions import PLANTED

if __name__ == "__main__":
    definitions.write(PLANTED, definitions.generate(Catalogue(RESOURCES, permissions=PERMISSIONS)))
