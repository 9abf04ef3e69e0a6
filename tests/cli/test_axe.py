"""axe looks at colours as they will stand."""

from cli.dev.screens.axe import problems
from cli.engines.chromium import ensure, running

# The list comes, and the button can be pressed, once everything that moved has come to rest.
LATE = """<!doctype html><html lang="en"><title>A desk</title>
<style>button { background: #fff; color: #ccc; transition: color 60s linear } .ready { color: #000 }</style>
<main><h1>A desk</h1><button>Next</button></main>
<script>
    const moving = document.getAnimations.bind(document);
    document.getAnimations = () => {
        const found = moving();
        document.querySelector('button').className = 'ready';
        return found;
    };
</script>"""


def test_a_colour_that_begins_to_change_while_axe_looks_is_read_at_its_end() -> None:
    with running(ensure()) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_content(LATE)
        assert problems(page) == []
