from __future__ import annotations

import random
import time

import httpx

from .request import Request
from .responses import Outcome, error_type, parse_retry_after

FIRST_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 10.0
TOO_MANY_REQUESTS = 429
NOT_FOUND = 404
BAD_GATEWAY = 502
WORTH_A_RETRY = {TOO_MANY_REQUESTS, BAD_GATEWAY, 503, 504}
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
UNSENDABLE = (httpx.LocalProtocolError, httpx.UnsupportedProtocol)


class Retries:
    """Decides whether a request is sent again. It begins with the first try."""

    def __init__(self, request: Request, retry_seconds: float) -> None:
        self._request = request
        self._last_start = time.monotonic() + retry_seconds
        self._failures = 0
        self._may_have_arrived = False

    def delay_after(self, outcome: Outcome) -> float | None:
        """Seconds until the next try; None if there is none, because it succeeded, would not help or is too late."""
        delay = self._delay(outcome)
        if delay is None or time.monotonic() + delay > self._last_start:
            return None
        self._failures += 1
        self._may_have_arrived = self._may_have_arrived or may_have_arrived(outcome)
        return delay

    def has_deleted(self, outcome: Outcome) -> bool:
        """Whether an earlier try, whose response was lost, has deleted what this one does not find."""
        return (
            self._may_have_arrived
            and self._request.method == "DELETE"
            and isinstance(outcome, httpx.Response)
            and outcome.status_code == NOT_FOUND
            and error_type(outcome) == "not_found"
        )

    def _delay(self, outcome: Outcome) -> float | None:
        if isinstance(outcome, UNSENDABLE):
            return None
        if may_have_arrived(outcome) and not self._request.is_safe_to_repeat:
            return None
        if isinstance(outcome, httpx.RequestError):
            return self._backoff()
        if outcome.is_success:
            return None
        retry_after = parse_retry_after(outcome.headers.get("retry-after"))
        if retry_after is not None:
            # Jitter only adds: the service names a lower bound. A proxy may send 0.
            return max(retry_after, FIRST_DELAY_SECONDS) * (1 + random.random() / 4)
        # Of the service itself, not of a proxy: a model has replied, and would be paid again for the same.
        if outcome.status_code == BAD_GATEWAY and error_type(outcome) is not None:
            return None
        return self._backoff() if outcome.status_code in WORTH_A_RETRY else None

    def _backoff(self) -> float:
        ceiling = min(FIRST_DELAY_SECONDS * 2.0**self._failures, MAX_DELAY_SECONDS)
        return ceiling * (0.5 + random.random() / 2)


def may_have_arrived(outcome: Outcome) -> bool:
    """Whether the service may have processed the request."""
    if isinstance(outcome, httpx.RequestError):
        return not isinstance(outcome, NEVER_SENT)
    return outcome.status_code != TOO_MANY_REQUESTS
