from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import Self


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Closes the connection without a response."""


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


def problem(status: int, type: str, headers: dict[str, str] | None = None) -> Reply:
    """An error of the service."""
    entry: dict[str, Any] = {"loc": ["body", "x"], "msg": "not so", "type": type, "input": None, "ctx": {}}
    return Reply(status, {"detail": [entry]}, headers or {})


class ScriptedServer:
    """A server on a free port that gives these replies in turn, the last one again and again."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [Reply(body={})]
        self.replies_to: dict[str, Reply] = {}
        """Instead, for paths with this end."""
        self.seen: list[Seen] = []
        self.delay = 0.0
        """Seconds before each response."""
        script = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                text = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                script.seen.append(Seen(self.command, self.path, headers, json.loads(text) if text else None))
                reply = script.replies_to.get(self.path.rpartition("/")[2]) or script.next_reply()
                time.sleep(script.delay)
                if reply.cut:
                    self.close_connection = True
                    return
                content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_DELETE = handle_any  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def next_reply(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
