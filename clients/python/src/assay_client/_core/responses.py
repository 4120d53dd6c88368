from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from ..errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ErrorEntry,
    InvalidRequestError,
    LeaseLostError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitedError,
    RunFinishedError,
    ServiceError,
    UnexpectedResponseError,
    UnreachableError,
)
from .request import Request

Outcome = httpx.Response | httpx.RequestError
M = TypeVar("M", bound=BaseModel)

BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitedError,
}
TEXT_TYPES = {"application/x-ndjson", "text/csv"}
PARQUET_TYPE = "application/vnd.apache.parquet"
LEASE_ERRORS: dict[str | None, type[LeaseLostError]] = {
    "lease_lost": LeaseLostError,
    "run_finished": RunFinishedError,
}


def read_body(request: Request, outcome: Outcome) -> Any:
    """The body of a successful response: JSON, text of NDJSON and CSV, bytes of Parquet, or None if it is empty.

    Raises the error of any other outcome.
    """
    if isinstance(outcome, httpx.RequestError):
        reason = str(outcome) or type(outcome).__name__
        raise UnreachableError(f"No response to {request}: {reason}") from outcome
    if not outcome.is_success:
        raise _error(request, outcome)
    if not outcome.content:
        return None
    kind = outcome.headers.get("content-type", "").partition(";")[0].strip()
    if kind in TEXT_TYPES:
        return outcome.text
    if kind == PARQUET_TYPE:
        return outcome.content
    try:
        return outcome.json()
    except ValueError as error:
        raise UnexpectedResponseError(f"The response to {request} is not JSON") from error


def parse(model: type[M], data: Any) -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise UnexpectedResponseError(
            f"The response is not the {model.__name__} that this version of the client knows. "
            "Install the client of the version of the server."
        ) from error


def _error(request: Request, response: httpx.Response) -> Exception:
    status = response.status_code
    kind = BY_STATUS.get(
        status, ServiceError if status >= 500 else InvalidRequestError if status >= 400 else ApiError
    )
    error = kind(
        str(request),
        status,
        _read_detail(response),
        response.headers.get("x-request-id"),
        parse_retry_after(response.headers.get("retry-after")),
    )
    lease_error = LEASE_ERRORS.get(error.type)
    if lease_error is None:
        return error
    lost = lease_error(str(error))
    lost.__cause__ = error
    return lost


def error_type(response: httpx.Response) -> str | None:
    detail = _read_detail(response)
    return detail[0].type if detail else None


def _read_detail(response: httpx.Response) -> list[ErrorEntry]:
    """Reads the body of an error, which may be anything."""
    try:
        detail = response.json()["detail"]
        return [
            ErrorEntry(
                [str(part) for part in entry["loc"]],
                str(entry["msg"]),
                str(entry["type"]),
                dict(entry["ctx"]),
            )
            for entry in detail
        ]
    except (ValueError, KeyError, TypeError):
        return []


def parse_retry_after(value: str | None) -> float | None:
    """Seconds from now (RFC 9110, section 10.2.3); None if it is absent or unreadable."""
    if value is None:
        return None
    if re.fullmatch(r"\s*\d+(\.\d+)?\s*", value, re.ASCII):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
