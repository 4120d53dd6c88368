from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel
from typing_extensions import Self

from .._core.request import Request, create, open_connection
from .._core.settings import settings_of_environment
from ..models import Detection
from ..requests import DetectionConfig, GenerationInfo
from .conversations import AsyncConversations
from .evaluations import AsyncEvaluations
from .experiments import AsyncExperiments
from .findings import AsyncFindings
from .keys import AsyncKeys
from .pages import AsyncPages
from .runs import AsyncRuns
from .sets import AsyncSets
from .transport import AsyncTransport

M = TypeVar("M", bound=BaseModel)
# A judge may be a language model.
DETECTION_SECONDS = 120.0


class AsyncAssayClient:
    """A client of the service.

    >>> async with AsyncAssayClient(base_url=url, api_key=key) as other:
    ...     detection = await other.detect(
    ...         [
    ...             {"role": "user", "content": "The boat leaves at 9:40. A ticket costs 31 euros."},
    ...             {"role": "assistant", "content": "A ticket costs 27 euros."},
    ...         ]
    ...     )
    >>> [annotation.text for annotation in detection.annotations]
    ['27 euros']

    Requests are repeated for ``retry_seconds`` while the service is busy or unavailable, never before ``Retry-After``;
    those that create have an idempotency key, so that a repetition creates nothing twice. ``timeout`` is how long a
    try may wait for a connection or for the next bytes of the response.

    ``HTTPS_PROXY`` and ``SSL_CERT_FILE`` name a proxy and the file of own certificate authorities; ``http_client`` has
    all other settings of a connection, and stays open when this client is closed.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        workspace_id: str | None = None,
        timeout: float = 30.0,
        retry_seconds: float = 60.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        # Its arguments, which a traceback of pytest shows, have the key.
        __tracebackhide__ = True
        self._transport = AsyncTransport(
            open_connection(base_url, api_key, workspace_id), http_client, timeout, retry_seconds
        )
        self.conversations = AsyncConversations(self._transport)
        self.evaluations = AsyncEvaluations(self._transport)
        self.experiments = AsyncExperiments(self._transport)
        self.findings = AsyncFindings(self._transport)
        self.keys = AsyncKeys(self._transport)
        self.runs = AsyncRuns(self._transport)
        self.sets = AsyncSets(self._transport)

    @classmethod
    def from_environment(cls) -> Self:
        """With ``ASSAY_URL``, ``ASSAY_API_KEY`` and, for a user-scoped key, ``ASSAY_WORKSPACE_ID``."""
        settings = settings_of_environment()
        return cls(base_url=settings.base_url, api_key=settings.api_key, workspace_id=settings.workspace_id)

    async def detect(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        store_conversation: bool = True,
        external_id: str | None = None,
        tags: Mapping[str, str] | None = None,
        tools: Sequence[Mapping[str, Any]] | None = None,
        generation_info: GenerationInfo | None = None,
        config: DetectionConfig | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Detection:
        """Judges the last message, which has to be the assistant's, by those before it.

        By default, ``timeout`` is the client's, but at least 120 seconds.

        Offsets of annotations count code points, as indexes of a Python string do:

        >>> messages = [
        ...     {"role": "user", "content": "A ticket of the museum costs 12 euros."},
        ...     {"role": "assistant", "content": "The ticket costs 15 euros."},
        ... ]
        >>> detection = await client.detect(messages, store_conversation=False)
        >>> [found] = detection.annotations
        >>> messages[-1]["content"][found.start_offset : found.end_offset]
        '15 euros'
        """
        optional = {
            "external_id": external_id,
            "tags": tags,
            "tools": tools,
            "generation_info": generation_info,
            "config": config,
        }
        body = {
            "messages": messages,
            "store_conversation": store_conversation,
            **{name: value for name, value in optional.items() if value is not None},
        }
        timeout = self._transport.timeout_of(timeout, DETECTION_SECONDS)
        request = create("/v1/detect-hallucinations", body, idempotency_key, timeout)
        return await self._transport.fetch(Detection, request)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Sends any request of the API and returns the body of its response.

        That is JSON, the text of NDJSON and CSV, the bytes of Parquet, or None. Bytes of ``body`` are sent as NDJSON. A
        POST is repeated after it may have arrived only with an ``idempotency_key``, which the operation has to accept.
        ``assay_client.models`` has the models of all responses:

        >>> from assay_client.models import EvaluatorList
        >>> evaluators = EvaluatorList.model_validate(await client.request("GET", "/v1/evaluators"))
        >>> evaluators.items[0].name
        'grounding'
        """
        request = Request(method.upper(), path, query=query, body=body, idempotency_key=idempotency_key)
        return await self._transport.send(request)

    def list(self, model: type[M], path: str, /, **query: Any) -> AsyncPages[M]:
        """Any list of the API, with the model of its items.

        >>> from assay_client.models import Evaluator
        >>> [evaluator.name async for evaluator in client.list(Evaluator, "/v1/evaluators")]
        ['grounding']
        """
        return AsyncPages(self._transport, model, path, query)

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
