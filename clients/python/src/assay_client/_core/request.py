from __future__ import annotations

import re
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from pydantic_core import to_json

from .._version import VERSION


class KeyAuth(httpx.Auth):
    """Adds the key below all functions whose arguments a traceback may show, for example in the output of pytest."""

    def __init__(self, api_key: str) -> None:
        self._api_key = api_key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self._api_key}"
        yield request


@dataclass(frozen=True)
class Connection:
    """Where requests go, and as whom."""

    base_url: str
    auth: KeyAuth
    workspace_id: str | None


def open_connection(base_url: str, api_key: str, workspace_id: str | None) -> Connection:
    """Raises ``ValueError`` for settings that no request could be sent with. The error quotes none of them."""
    # Its arguments, which a traceback of pytest shows, have the key.
    __tracebackhide__ = True
    # Of a file, a key often has the end of the line.
    key = (api_key or "").strip()
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key is empty or has a character that no API key has")
    return Connection(check_base_url(base_url), KeyAuth(key), workspace_id)


def check_base_url(base_url: str) -> str:
    try:
        url = httpx.URL(base_url)
    except (httpx.InvalidURL, TypeError):
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise ValueError("base_url must be an http or https URL without credentials")
    return base_url.rstrip("/")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: Any = None
    """Sent as JSON; bytes are sent unchanged as NDJSON."""
    idempotency_key: str | None = None
    repeatable: bool = False
    """Whether a POST without a key may be sent again after its response was lost."""
    timeout: float | None = None
    """Seconds for one try, instead of those of the client."""

    @property
    def is_safe_to_repeat(self) -> bool:
        return self.method != "POST" or self.repeatable or self.idempotency_key is not None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def create(path: str, body: Any, idempotency_key: str | None = None, timeout: float | None = None) -> Request:
    """A POST that creates. Repeated with the same key, it gets the response of the first time."""
    key = idempotency_key or str(uuid.uuid4())
    return Request("POST", path, body=body, idempotency_key=key, timeout=timeout)


def join(base: str, *parts: str | int) -> str:
    """A path with these ids and names."""
    return "/".join([base, *(quote(str(part), safe="") for part in parts)])


def headers(connection: Connection, request: Request) -> dict[str, str]:
    """Raises ``ValueError`` for a value that a header cannot have: sending it again would not help."""
    sent = {"accept": "application/json", "user-agent": f"assay-client/{VERSION}"}
    if connection.workspace_id is not None:
        sent["x-workspace-id"] = connection.workspace_id
    if request.body is not None:
        sent["content-type"] = (
            "application/x-ndjson" if isinstance(request.body, bytes) else "application/json"
        )
    if request.idempotency_key is not None:
        sent["idempotency-key"] = request.idempotency_key
    for name, value in sent.items():
        if not re.fullmatch(r"[\x20-\x7e]+", value):
            raise ValueError(f"{name} is empty or has a character that a header cannot have")
    return sent


def httpx_arguments(connection: Connection, request: Request, timeout: float) -> dict[str, Any]:
    """Keyword arguments of the ``request`` methods of httpx."""
    query = {name: value for name, value in (request.query or {}).items() if value is not None}
    return {
        "method": request.method,
        "url": connection.base_url + request.path,
        "params": query or None,
        "content": request.body if isinstance(request.body, bytes | None) else to_json(request.body),
        "headers": headers(connection, request),
        "auth": connection.auth,
        # A request that waits for a connection of this client has not failed.
        "timeout": httpx.Timeout(request.timeout or timeout, pool=None),
        # The key must not be sent to another address.
        "follow_redirects": False,
    }
