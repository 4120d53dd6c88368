"""The errors of the clients. All are an ``AssayError``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class AssayError(Exception):
    """Base of all errors of this package."""


@dataclass(frozen=True)
class ErrorEntry:
    """A problem of a rejected request."""

    loc: list[str]
    """Where it is, for example ``["body", "messages", "0", "role"]``."""
    msg: str
    """For people; it may change."""
    type: str
    """For programs; docs/errors.md lists all."""
    ctx: dict[str, Any] = field(default_factory=dict)
    """Facts, such as the bound that was exceeded."""


class ApiError(AssayError):
    """The service rejected a request. The message quotes the response, never the request."""

    def __init__(
        self,
        request: str,
        status: int,
        detail: list[ErrorEntry],
        request_id: str | None,
        retry_after: float | None,
    ) -> None:
        problems = "; ".join(": ".join(filter(None, [".".join(e.loc), e.msg])) for e in detail)
        super().__init__(
            f"{request} failed with status {status}: {problems or 'the response is not from Assay'}"
        )
        self.request = request
        """Method and path."""
        self.status = status
        self.detail = detail
        """Empty if the response does not come from the service, but for example from a proxy."""
        self.request_id = request_id
        """Names the request in the logs of the service."""
        self.retry_after = retry_after
        """Seconds that the service asks to wait."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pools of processes pickle errors, by default with the message as the only argument.
        return self.__class__, (self.request, self.status, self.detail, self.request_id, self.retry_after)

    @property
    def type(self) -> str | None:
        """The type of the first problem; None if the response does not come from the service."""
        return self.detail[0].type if self.detail else None


class InvalidRequestError(ApiError):
    """400, 405, 413, 415, 422 or 431: the request is not acceptable."""


class AuthenticationError(ApiError):
    """401: no valid key."""


class PermissionDeniedError(ApiError):
    """403: the key may not do this, or is not of the workspace."""


class NotFoundError(ApiError):
    """404: no such resource in the workspace."""


class ConflictError(ApiError):
    """409: the state of the resource excludes it."""


class RateLimitedError(ApiError):
    """429: too many requests, or a limit of the workspace is reached."""


class ServiceError(ApiError):
    """5xx: the service, or a model that it calls, failed."""


class UnreachableError(AssayError):
    """No response within the time for retries."""


class UnexpectedResponseError(AssayError):
    """A response that this version of the client cannot read."""


class WaitTimeoutError(AssayError, TimeoutError):
    """What was waited for did not end in time. It continues in the service."""


class LeaseLostError(AssayError):
    """The lease of a run has expired or was replaced: another runner may have the run, and writes are rejected."""


class RunFinishedError(LeaseLostError):
    """The run has ended, for example because it was cancelled, and its lease with it."""
