"""What no browser sends: bodies, values of fields, words of queries and paths, and headers, as they go over the wire.

Each is a table that stays as it is: what was found once is found again. Nothing is longer than a megabyte.
"""

import gzip
import json

MEGABYTE = 1024 * 1024
DIGITS = b"9" * 5_000
DEEP = 100_000
FORM = "multipart/form-data; boundary=seam"

# Bodies, sent as JSON.
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "white space": b" \r\n\t",
    "cut off": b'{"id": "7',
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"id":' * DEEP + b"1" + b"}" * DEEP,
    "digits in a field": b'{"id": ' + DIGITS + b"}",
    "large exponents": b'{"id": 1e400, "of": -1e400}',
    "no numbers": b'{"id": NaN, "of": [Infinity, -Infinity]}',
    "zeros below zero": b'{"id": -0, "of": -0.0}',
    "null": b"null",
    "a text": b'"text"',
    "a list": b"[]",
    "a list of objects": b"[{}, {}]",
    "an object of nothing": b"{}",
    "a name twice": b'{"id": 1, "id": 2}',
    "NUL in a name": b'{"\\u0000": 1}',
    "half a pair in a name": b'{"\\ud800": 1}',
    "half a pair in a name inside": b'{"id": [{"\\udfff": 1}]}',
    "no UTF-8": b'{"id": "\xff\xfe\x80"}',
    "a pair in UTF-8": b'{"id": "\xed\xa0\x80\xed\xb0\x80"}',
    "NUL": b'{"id": "\x00"}\x00',
    "UTF-8 after a mark": b'\xef\xbb\xbf{"id": 1}',
    "UTF-16": '{"id": "é"}'.encode("utf-16"),
    "UTF-32": '{"id": "é"}'.encode("utf-32"),
    "compressed": gzip.compress(b"{}"),
    "thousands of names": json.dumps(dict.fromkeys(map(str, range(5_000)), 1)).encode(),
    "too many names": json.dumps(dict.fromkeys(map(str, range(20_000)), 1)).encode(),
    "too many values": b'{"id": [' + b"1," * 50_000 + b"1]}",
    "a long name": b'{"' + b"x" * MEGABYTE + b'": 1}',
    "a long text": b'{"id": "' + b"x" * MEGABYTE + b'"}',
}
# What an empty object is said to be.
TYPES = (
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    f"multipart/form-data; boundary={'x' * 100_000}",
    "application/json; charset=utf-16",
    "application/json; charset=nonsense",
)
# Values of JSON in the place of every field's at once: most are none of its type.
VALUES = (
    b"null",
    b"true",
    b"-0",
    b"0.5",
    b"1e400",
    b"NaN",
    DIGITS[:4_000],
    b'""',
    b'" "',
    b'"text"',
    rb'"\u0000"',
    rb'"a\ud800"',
    rb'"2026-02-30"',
    b'"9999-12-31T23:59:59-23:59"',
    b'"00000000-0000-0000-0000-000000000000"',
    b'"' + b"x" * 10_000 + b'"',
    b"[]",
    b"{}",
    rb'[null, "\u0000", {"\u0000": [NaN]}]',
    rb'{"\u0000": "\ud800", "": null}',
    b"[" * 30 + b"]" * 30,
    b"[" + b'"x",' * 5_000 + b'"x"]',
)
# Values of JSON in the place of one field's, by its type: they go on to whatever is made of it.
EDGES: dict[str, tuple[bytes, ...]] = {
    "string": (rb'"\u202e\u200d\ufeff\ufffe"', rb'"%_\\\u0027\"; --"', '"{}"'.format("é𝕏" * 20).encode(), b'"1"'),
    "date": (b'"9999-12-31"', b'"0001-01-01"'),
    "integer": (b"-1", b"2147483648", b"9223372036854775808"),
    "number": (b"-0.0", b"1e308", b"9223372036854775808"),
    "array": (b"[]", b'["x", "x"]', b"[null]"),
    "object": (b"{}", b'{"x": "x"}'),
}
# Words of a query's parameter.
WORDS = (
    "%00",
    "%ff",
    "%ed%a0%80",
    "%25_%5C'\";--",
    "\xf0\x9d\x95\x8f%E2%80%AE",
    "-1",
    "1e400",
    "2147483648",
    "9223372036854775808",
    "9" * 5_000,
    "9999-12",
    "0000-00",
    "9999-12-31",
    "0001-01-01",
    "9999-12-31T23:59:59-23:59",
    "x" * 10_000,
)
# Words in the place of a part of a path.
PARTS = ("%00", "%ff", "..%2f..%2fx", "-1", "2147483648", "9" * 5_000, "9999-12", "0000-00", "x" * 10_000)
# Whole queries.
QUERIES = (
    "%00=%00",
    "%ff=%ff",
    "\xc3\xa9=\xc3\xa9",
    "a[]=1&a[b]=2",
    "&".join(f"x{i}=1" for i in range(2_000)),
)
HEADERS = (
    ("Content-Encoding", "gzip"),
    ("Content-Length", "9" * 5_000),
    ("Content-Length", "-1"),
    ("Content-Length", str(12 * MEGABYTE)),
    ("Idempotency-Key", "x" * 100_000),
    ("Idempotency-Key", "\x00" * 8),
    ("Accept-Language", "x" * 100_000),
    ("Accept-Language", f"nl;q={'9' * 5_000}"),
    ("Cookie", f"language={'x' * 100_000}"),
    ("Cookie", "hearth_device=\xff.\xff; hearth_session=\xff; hearth_staff=\xff; language=\xff; =; ;;"),
    ("X-Request-Id", "\x00" + "x" * 100_000),
    ("User-Agent", "\x00\xff" + "x" * 100_000),
    ("Range", f"bytes=9-1,-{'9' * 5_000}"),
    ("If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 +9999"),
)


def forms(name: str) -> dict[str, bytes]:
    """Return multipart bodies by what is odd about them, most of them with a part of this name."""
    field = f'Content-Disposition: form-data; name="{name}"'.encode()
    file = field + b'; filename="a.jpg"'
    return {
        "nothing": b"",
        "JSON": b"{}",
        "no parts": _form(),
        "another seam": b"--other\r\n" + file + b"\r\n\r\nx\r\n--other--\r\n",
        "no end": _form((file, b"x")).removesuffix(b"--seam--\r\n"),
        "cut off in a head": b"--seam\r\n" + file,
        "no head": b"--seam\r\n\r\nx\r\n--seam--\r\n",
        "no disposition": _form((b"Content-Type: image/jpeg", b"x")),
        "no name": _form((b'Content-Disposition: form-data; filename="a.jpg"', b"x")),
        "an odd name": _form((b'Content-Disposition: form-data; name="\x00\xff\xed\xa0\x80"', b"x")),
        "no name of a file": _form((field, b"x")),
        "an empty name of a file": _form((field + b'; filename=""', b"x")),
        "an odd name of a file": _form((field + b'; filename="../../\x00\xff\xed\xa0\x80"', b"x")),
        "a name of a file in UTF-16": _form((field + b"; filename*=utf-16''%ff%fe%00", b"x")),
        "a name of a file in nonsense": _form((field + b"; filename*=nonsense''x", b"x")),
        "an empty file": _form((file, b"")),
        "twice": _form((file, b"x"), (file, b"y"), (field, b"z")),
        "a text in UTF-16": _form((field + b"\r\nContent-Type: text/plain; charset=utf-16", b"\xff\xfe\x00")),
        "a text in nonsense": _form((field + b"\r\nContent-Type: text/plain; charset=nonsense", b"x")),
        "a text that is no UTF-8": _form((field, b"\x00\xff\xed\xa0\x80")),
        "a long text": _form((field, b"x" * MEGABYTE)),
        "a long head": _form((file + b"\r\nX-Long: " + b"x" * 100_000, b"x")),
        "a part of parts": _form((file + b"\r\nContent-Type: multipart/mixed; boundary=seam", _form((file, b"x")))),
        "many parts": _form(*[(field, b"x")] * 2_000),
    }


def _form(*parts: tuple[bytes, bytes]) -> bytes:
    return b"".join(b"--seam\r\n" + head + b"\r\n\r\n" + content + b"\r\n" for head, content in parts) + b"--seam--\r\n"
