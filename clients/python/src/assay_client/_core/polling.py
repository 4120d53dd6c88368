from __future__ import annotations

import time

from ..errors import WaitTimeoutError

FIRST_PAUSE_SECONDS = 0.25
MAX_PAUSE_SECONDS = 5.0


class Polling:
    """The pauses of someone who waits for something to end."""

    def __init__(self, what: str, timeout: float | None) -> None:
        self._what = what
        self._timeout = timeout
        self._end = None if timeout is None else time.monotonic() + timeout
        self._pause = FIRST_PAUSE_SECONDS

    def pause(self) -> float:
        """Seconds until the next look."""
        left = float("inf") if self._end is None else self._end - time.monotonic()
        if left <= 0:
            raise WaitTimeoutError(f"{self._what} has not ended after {self._timeout:g} s")
        pause = min(self._pause, left)
        self._pause = min(self._pause * 1.5, MAX_PAUSE_SECONDS)
        return pause
