from __future__ import annotations

import asyncio

from typing_extensions import Unpack

from .._core.polling import Polling
from .._core.request import Request, create, join
from ..models import Backfill
from ..requests import CreateEvaluationRequest, ListEvaluationsQuery
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/evaluations"


class AsyncEvaluations:
    """Evaluations of stored replies in the background."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateEvaluationRequest]
    ) -> Backfill:
        """Starts an evaluation; with ``dry_run`` it only counts the replies and estimates the cost."""
        return await self._transport.fetch(Backfill, create(PATH, body, idempotency_key))

    def list(self, **query: Unpack[ListEvaluationsQuery]) -> AsyncPages[Backfill]:
        return AsyncPages(self._transport, Backfill, PATH, query)

    async def get(self, evaluation_id: str) -> Backfill:
        return await self._transport.fetch(Backfill, Request("GET", join(PATH, evaluation_id)))

    async def cancel(self, evaluation_id: str) -> Backfill:
        request = Request("POST", join(PATH, evaluation_id, "cancel"), repeatable=True)
        return await self._transport.fetch(Backfill, request)

    async def wait_for(self, evaluation_id: str, *, timeout: float | None = None) -> Backfill:
        """Waits until an evaluation has ended, with any status.

        Raises ``WaitTimeoutError`` after ``timeout`` seconds; the evaluation continues.
        """
        polling = Polling(f"Evaluation {evaluation_id}", timeout)
        while True:
            evaluation = await self.get(evaluation_id)
            if evaluation.status != "running":
                return evaluation
            await asyncio.sleep(polling.pause())
