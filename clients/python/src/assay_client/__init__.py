"""Client of Assay, which finds hallucinations in LLM conversations."""

from ._async.client import AsyncAssayClient
from ._async.lease import AsyncLease
from ._async.pages import AsyncPages
from ._core.pages import Page
from ._core.versions import VersionWarning
from ._sync.client import AssayClient
from ._sync.lease import Lease
from ._sync.pages import Pages
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    AssayError,
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
    WaitTimeoutError,
)

__all__ = [
    "ApiError",
    "AssayClient",
    "AssayError",
    "AsyncAssayClient",
    "AsyncLease",
    "AsyncPages",
    "AuthenticationError",
    "ConflictError",
    "ErrorEntry",
    "InvalidRequestError",
    "Lease",
    "LeaseLostError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionDeniedError",
    "RateLimitedError",
    "RunFinishedError",
    "ServiceError",
    "UnexpectedResponseError",
    "UnreachableError",
    "VersionWarning",
    "WaitTimeoutError",
    "__version__",
]
