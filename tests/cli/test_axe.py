"""What is looked for on a page: axe sees colours as they will be, and a label that is cut is found."""

from cli.dev.screens.axe import misfits, problems
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


LABELS = """<!doctype html><html lang="en"><title>Labels</title>
<style>button, h1 { width: 90px; white-space: nowrap } h1 { font-size: 16px; overflow: hidden; text-overflow: ellipsis }
.hidden { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%) }</style>
<main><h1>Settings</h1><button>Save</button><button class="hidden">Only for screen readers</button>"""


def test_a_label_that_does_not_fit_its_place_is_found() -> None:
    with running(ensure()) as browser:
        page = browser.new_page(viewport={"width": 360, "height": 800})
        page.set_content(LABELS)
        assert misfits(page) == []
        page.set_content(LABELS.replace("Save", "Einstellungen sichern").replace("Settings", "Benachrichtigungen"))
        assert misfits(page) == ["cuts “Benachrichtigungen” at 360", "cuts “Einstellungen sichern” at 360"]
