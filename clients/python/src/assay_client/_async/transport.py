from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel

from .._core.request import Connection, Request, httpx_arguments
from .._core.responses import Outcome, parse, read_body
from .._core.retries import Retries
from .._core.versions import VersionCheck

M = TypeVar("M", bound=BaseModel)


class AsyncTransport:
    """Sends requests, again while that may help."""

    def __init__(
        self, connection: Connection, http: httpx.AsyncClient | None, timeout: float, retry_seconds: float
    ) -> None:
        self._connection = connection
        self._http = http or httpx.AsyncClient()
        self._is_owner = http is None
        self._timeout = timeout
        self._retry_seconds = retry_seconds
        self._version_check = VersionCheck()

    async def send(self, request: Request, retry_seconds: float | None = None) -> Any:
        """The body of the response; None if it is empty."""
        arguments = httpx_arguments(self._connection, request, self._timeout)
        retries = Retries(request, self._retry_seconds if retry_seconds is None else retry_seconds)
        while True:
            outcome = await self._send_once(arguments)
            delay = retries.delay_after(outcome)
            if delay is None:
                return None if retries.has_deleted(outcome) else read_body(request, outcome)
            await asyncio.sleep(delay)

    async def fetch(self, model: type[M], request: Request, retry_seconds: float | None = None) -> M:
        """The response as this model."""
        return parse(model, await self.send(request, retry_seconds))

    async def fetch_optional(self, model: type[M], request: Request) -> M | None:
        """The same; None without a body."""
        data = await self.send(request)
        return None if data is None else parse(model, data)

    def timeout_of(self, timeout: float | None, minimum: float) -> float:
        """By default, the client's, but at least the minimum."""
        return max(self._timeout, minimum) if timeout is None else timeout

    async def close(self) -> None:
        if self._is_owner:
            await self._http.aclose()

    async def _send_once(self, arguments: dict[str, Any]) -> Outcome:
        try:
            response = await self._http.request(**arguments)
        except httpx.RequestError as error:
            return error
        self._version_check.compare(response.headers.get("assay-version"))
        return response
