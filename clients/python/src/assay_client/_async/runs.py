from __future__ import annotations

import asyncio
from collections.abc import Sequence

from typing_extensions import Unpack

from .._core.polling import Polling
from .._core.request import Request, create, join
from ..models import Candidate, OptimizationRun
from ..requests import CreateOptimizationRunRequest, ListCandidatesQuery, ListOptimizationRunsQuery
from .lease import PATH, AsyncClaim
from .pages import AsyncPages
from .transport import AsyncTransport

OPEN = ("preparing", "ready", "running")


class AsyncRuns:
    """Optimization runs search for a better system prompt or model."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateOptimizationRunRequest]
    ) -> OptimizationRun:
        """Starts a run: the service measures its baseline, then a runner can claim it.

        >>> run = await client.runs.create(
        ...     name="Fewer inventions",
        ...     model="embedded/extractive",
        ...     conversation_ids=[conversation.id],
        ...     objective={"metric": "issue_rate", "direction": "minimize"},
        ... )
        """
        return await self._transport.fetch(OptimizationRun, create(PATH, body, idempotency_key))

    def claim(
        self, runner_id: str, *, wait_seconds: int = 30, strategies: Sequence[str] | None = None
    ) -> AsyncClaim:
        """Claims a run to work on, once one is ready; None if none is within ``wait_seconds``, at most 30.

        >>> async with client.runs.claim(runner_id="my-runner") as lease:
        ...     if lease is not None:
        ...         candidate = await lease.measure(system_prompt="Be exact.\\n\\n{{system_prompt}}")
        ...         completion = await lease.complete(candidate.id, summary="one prompt")
        >>> run = await client.runs.wait_for(run.id)
        >>> run.status, run.decision.reason
        ('completed', 'not_better')

        The lease is renewed in the background. An exception that leaves the block is reported as a failure, with the name
        of its type only; leaving it without a report, or by the end of the program, returns the run.
        """
        return AsyncClaim(self._transport, runner_id, wait_seconds, strategies)

    async def get(self, run_id: str) -> OptimizationRun:
        return await self._transport.fetch(OptimizationRun, Request("GET", join(PATH, run_id)))

    def list(self, **query: Unpack[ListOptimizationRunsQuery]) -> AsyncPages[OptimizationRun]:
        """All runs of the workspace, newest first."""
        return AsyncPages(self._transport, OptimizationRun, PATH, query)

    def candidates(self, run_id: str, **query: Unpack[ListCandidatesQuery]) -> AsyncPages[Candidate]:
        """The candidates of a run with their metrics, those of earlier attempts included.

        >>> [candidate.status async for candidate in client.runs.candidates(run.id)]
        ['measured']
        """
        return AsyncPages(self._transport, Candidate, join(PATH, run_id, "candidates"), query)

    async def wait_for(self, run_id: str, *, timeout: float | None = None) -> OptimizationRun:
        """Waits until a run has ended, with any status.

        Raises ``WaitTimeoutError`` after ``timeout`` seconds; the run continues.
        """
        polling = Polling(f"Run {run_id}", timeout)
        while True:
            run = await self.get(run_id)
            if run.status not in OPEN:
                return run
            await asyncio.sleep(polling.pause())

    async def cancel(self, run_id: str) -> OptimizationRun:
        request = Request("POST", join(PATH, run_id, "cancel"), repeatable=True)
        return await self._transport.fetch(OptimizationRun, request)
