"""All operations that a member's browser can call, read from the OpenAPI document and the documented calls."""

from dataclasses import dataclass

from flask import Flask

from app.documented_calls import CALLS

# Two calls share this method and path; the policy table tells them apart by the query.
PUSH = "POST /api/user.php?push=1"
THINGS = ("member", "conversation", "photo", "session", "order", "mandate", "complaint", "decision")


@dataclass(frozen=True)
class Operation:
    """One method at one path, such as `POST /api/v1/members/{member_id}/like`."""

    method: str
    path: str

    @property
    def name(self) -> str:
        """Return the key of the operation's row in the policy table."""
        return f"{self.method} {self.path}"

    @property
    def writes(self) -> bool:
        """Tell whether it may change something; two documented calls do so by GET, and a quote does not by POST."""
        if self.path == "/api/v1/shop/quote":
            return False
        return self.method != "GET" or self.path in ("/api/logout.php", "/api/auto-like.php")

    def names_a_thing(self) -> bool:
        """Tell whether it is about one thing of somebody, named in the path or, for /api/chat.php, in the query."""
        return any(f"{kind}_id" in self.path for kind in THINGS) or self.path in ("/media/{key}", "/api/chat.php")


def list_operations(app: Flask) -> list[Operation]:
    """Return the operations of the OpenAPI document and of the documented calls."""
    answer = app.test_client().get("/api/openapi.json", base_url="http://nowhere.localhost")
    found = [
        Operation(method.upper(), path)
        for path, methods in answer.json["paths"].items()
        for method in methods
        if method != "parameters"
    ]
    found += [Operation(call.method, call.path.replace("<", "{").replace(">", "}")) for call in CALLS]
    found.append(Operation(*PUSH.split(" ")))
    return list(dict.fromkeys(found))
