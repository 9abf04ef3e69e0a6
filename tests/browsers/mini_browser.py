#!/usr/bin/python3
"""A window of WebKitGTK of an exact size, which WebKitWebDriver drives; WebKit's own is never narrower than 447 px.

`mini_browser.py WIDTH HEIGHT FOLDER LINE`: what the engine keeps goes to FOLDER, what pages complain about is printed,
and LINE where a page begins. It runs in the system's Python, which has the bindings.
"""

import json
import sys
from pathlib import Path

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402

width, height, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
kept = WebKit2.WebsiteDataManager(base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache"))
context = WebKit2.WebContext(website_data_manager=kept)
context.set_preferred_languages(["en"])
content = WebKit2.UserContentManager()
# Among the complaints, it tells those of a page that is left from those of the next one.
content.add_script(
    WebKit2.UserScript.new(
        f"console.info({json.dumps(sys.argv[4])})",
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
    )
)
view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
view.get_settings().set_enable_write_console_messages_to_stdout(True)
view.set_size_request(width, height)
window = Gtk.Window()
window.set_default_size(width, height)
window.add(view)


def begin(_context: object, session: "WebKit2.AutomationSession") -> None:
    """Give the driver the window."""
    # The driver looks for this name.
    facts = WebKit2.ApplicationInfo()
    facts.set_name("MiniBrowser")
    session.set_application_info(facts)
    session.connect("create-web-view", lambda *_: view)


context.set_automation_allowed(True)
context.connect("automation-started", begin)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
