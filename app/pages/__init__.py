"""Pages for browsers, search engines and link previews."""
