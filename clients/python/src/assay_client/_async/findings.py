from __future__ import annotations

from typing_extensions import Unpack

from .._core.request import Request, create, join
from ..models import FindingDetail, ListedFinding, Review
from ..requests import AddFindingRequest, ListFindingsQuery, ReviewFindingRequest
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/findings"


class AsyncFindings:
    """Findings of all stored replies."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, **query: Unpack[ListFindingsQuery]) -> AsyncPages[ListedFinding]:
        """Findings that a `message filter` selects, newest first.

        >>> [finding async for finding in client.findings.list(filter="tags.topic = boats")]
        []
        """
        return AsyncPages(self._transport, ListedFinding, PATH, query)

    async def get(self, finding_id: str) -> FindingDetail:
        return await self._transport.fetch(FindingDetail, Request("GET", join(PATH, finding_id)))

    async def add(self, *, idempotency_key: str | None = None, **body: Unpack[AddFindingRequest]) -> Review:
        """Reports a span that the evaluator missed."""
        return await self._transport.fetch(Review, create(PATH, body, idempotency_key))

    async def review(
        self, finding_id: str, *, idempotency_key: str | None = None, **body: Unpack[ReviewFindingRequest]
    ) -> Review:
        """Records a reviewer's verdict on a finding."""
        request = create(join(PATH, finding_id, "reviews"), body, idempotency_key)
        return await self._transport.fetch(Review, request)
