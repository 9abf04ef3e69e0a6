"""Write the planted resource's screens where ops-console compiles them: `python -m tests.opsgen.plant`."""

from app.opsgen import tsx
from app.opsgen.catalogue import Catalogue
from tests.opsgen.planted import PERMISSIONS, RESOURCES
from tests.opsgen.test_tsx import PLANTED

if __name__ == "__main__":
    tsx.write(PLANTED, tsx.generate(Catalogue(RESOURCES, permissions=PERMISSIONS)))
