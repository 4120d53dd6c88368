from __future__ import annotations

import asyncio

from typing_extensions import Unpack

from .._core.polling import Polling
from .._core.request import Request, create, join
from ..models import (
    BaselineComparison,
    Experiment,
    ExperimentComparison,
    ExperimentEstimate,
    ExperimentItem,
    ExperimentItemDetail,
    SampleSize,
)
from ..requests import (
    AddExperimentItemsRequest,
    CompareExperimentsQuery,
    CreateExperimentRequest,
    EstimateExperimentRequest,
    GetExperimentQuery,
    GetSampleSizeQuery,
    ListExperimentItemsQuery,
    ListExperimentsQuery,
)
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/experiments"
OPEN = ("pending", "running")


class AsyncExperiments:
    """Experiments replay stored conversations with another model or prompt."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateExperimentRequest]
    ) -> Experiment:
        """Starts an experiment.

        >>> experiment = await client.experiments.create(
        ...     name="Short answers",
        ...     model="embedded/extractive",
        ...     conversation_ids=[conversation.id],
        ...     system_prompt_override="Answer in one sentence.\\n\\n{{system_prompt}}",
        ... )
        >>> experiment = await client.experiments.wait_for(experiment.id)
        >>> experiment.status
        'completed'
        """
        return await self._transport.fetch(Experiment, create(PATH, body, idempotency_key))

    def list(self, **query: Unpack[ListExperimentsQuery]) -> AsyncPages[Experiment]:
        """All experiments of the workspace, newest first."""
        return AsyncPages(self._transport, Experiment, PATH, query)

    async def get(self, experiment_id: str, **query: Unpack[GetExperimentQuery]) -> Experiment:
        """``omit="conversation_ids"`` leaves out what may be long."""
        return await self._transport.fetch(Experiment, Request("GET", join(PATH, experiment_id), query=query))

    async def delete(self, experiment_id: str) -> None:
        await self._transport.send(Request("DELETE", join(PATH, experiment_id)))

    def items(
        self, experiment_id: str, **query: Unpack[ListExperimentItemsQuery]
    ) -> AsyncPages[ExperimentItem]:
        """The items of an experiment, in the order of its conversations.

        >>> [item.status async for item in client.experiments.items(experiment.id)]
        ['completed']
        """
        return AsyncPages(self._transport, ExperimentItem, join(PATH, experiment_id, "items"), query)

    async def get_item(self, experiment_id: str, item_id: str) -> ExperimentItemDetail:
        """One item, with its reply and findings."""
        return await self._transport.fetch(
            ExperimentItemDetail, Request("GET", join(PATH, experiment_id, "items", item_id))
        )

    async def add_items(
        self,
        experiment_id: str,
        *,
        idempotency_key: str | None = None,
        **body: Unpack[AddExperimentItemsRequest],
    ) -> Experiment:
        """Adds conversations or an evaluator to an ended experiment."""
        request = create(join(PATH, experiment_id, "items"), body, idempotency_key)
        return await self._transport.fetch(Experiment, request)

    async def cancel(self, experiment_id: str) -> Experiment:
        request = Request("POST", join(PATH, experiment_id, "cancel"), repeatable=True)
        return await self._transport.fetch(Experiment, request)

    async def retry(self, experiment_id: str) -> Experiment:
        """Runs the failed items again."""
        return await self._transport.fetch(Experiment, Request("POST", join(PATH, experiment_id, "retry")))

    async def compare(
        self, experiment_id: str, other_id: str, **query: Unpack[CompareExperimentsQuery]
    ) -> ExperimentComparison:
        """Compares two experiments; the query has the page of changed replies."""
        request = Request("GET", join(PATH, experiment_id, "compare", other_id), query=query)
        return await self._transport.fetch(ExperimentComparison, request)

    async def baseline_comparison(self, experiment_id: str) -> BaselineComparison:
        """The new replies in comparison with the original ones.

        >>> comparison = await client.experiments.baseline_comparison(experiment.id)
        >>> comparison.metrics[0].n
        1
        """
        return await self._transport.fetch(
            BaselineComparison, Request("GET", join(PATH, experiment_id, "baseline-comparison"))
        )

    async def plan(self, **query: Unpack[GetSampleSizeQuery]) -> SampleSize:
        """The number of conversations that a minimum effect needs."""
        return await self._transport.fetch(SampleSize, Request("GET", f"{PATH}/plan", query=query))

    async def estimate(self, **body: Unpack[EstimateExperimentRequest]) -> ExperimentEstimate:
        """The calls and the cost of an experiment, without creating it."""
        request = Request("POST", f"{PATH}/estimate", body=body, repeatable=True)
        return await self._transport.fetch(ExperimentEstimate, request)

    async def wait_for(self, experiment_id: str, *, timeout: float | None = None) -> Experiment:
        """Waits until an experiment has completed, failed or been cancelled. Its ``conversation_ids`` are left out.

        Raises ``WaitTimeoutError`` after ``timeout`` seconds; the experiment continues.
        """
        polling = Polling(f"Experiment {experiment_id}", timeout)
        while True:
            experiment = await self.get(experiment_id, omit="conversation_ids")
            if experiment.status not in OPEN:
                return experiment
            await asyncio.sleep(polling.pause())
