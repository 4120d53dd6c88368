from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from .._core.pages import Page, read_page
from .._core.request import Request
from .transport import AsyncTransport

M = TypeVar("M", bound=BaseModel)


class AsyncPages(Generic[M]):
    """A list of the service. Iterating yields its items, and reads further pages as needed."""

    def __init__(
        self, transport: AsyncTransport, model: type[M], path: str, query: Mapping[str, Any] | None = None
    ) -> None:
        self._transport = transport
        self._model = model
        self._path = path
        self._query = {"limit": 100, **(query or {})}

    async def pages(self, cursor: str | None = None) -> AsyncIterator[Page[M]]:
        """Yields page by page, from the beginning or from the ``next_cursor`` of a page."""
        cursor = cursor or self._query.get("cursor")
        while True:
            request = Request("GET", self._path, query={**self._query, "cursor": cursor})
            page = read_page(self._model, await self._transport.send(request))
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[M]:
        async for page in self.pages():
            for item in page.items:
                yield item
