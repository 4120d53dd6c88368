from __future__ import annotations

import hashlib
import json
import re
import time

from ..errors import LeaseLostError

MAX_PAUSE_SECONDS = 30.0


class Hold:
    """Whether a lease is held, as far as this process can know."""

    def __init__(self, lease_seconds: float) -> None:
        self._lease_seconds = lease_seconds
        self._loss: LeaseLostError | None = None
        self._has_ended = False
        self.pause = min(lease_seconds / 3, MAX_PAUSE_SECONDS)
        """Seconds between heartbeats."""
        self.extend(self.now())

    @staticmethod
    def now() -> float:
        return time.monotonic()

    def extend(self, sent_at: float) -> None:
        """After a heartbeat: the service extends the lease after it was sent, never before."""
        self._expires_at = sent_at + self._lease_seconds

    def lose(self, error: Exception) -> None:
        self._loss = error if isinstance(error, LeaseLostError) else LeaseLostError(str(error))

    def end(self) -> None:
        """The runner has reported."""
        self._has_ended = True

    @property
    def is_lost(self) -> bool:
        return not self._has_ended and (self._loss is not None or self.now() > self._expires_at)

    @property
    def is_open(self) -> bool:
        return not self._has_ended and not self.is_lost

    def check(self) -> None:
        """Raises ``LeaseLostError`` unless the lease is held."""
        if self._has_ended:
            raise LeaseLostError("The lease has ended: the runner has reported")
        if self._loss is not None:
            raise self._loss
        if self.is_lost:
            raise LeaseLostError(f"No heartbeat succeeded for {self._lease_seconds:g} s")


def candidate_key(system_prompt: str | None, model: str | None, note: str | None) -> str:
    """Equal proposals are the same candidate, in every attempt."""
    return hashlib.sha256(json.dumps([system_prompt, model, note]).encode()).hexdigest()[:32]


def error_code(error: BaseException) -> str:
    """The name of its type as a code: ``ValueError`` becomes ``value_error``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(error).__name__).lower()
    return re.sub(r"[^a-z0-9_.-]", "_", words)[:64]
