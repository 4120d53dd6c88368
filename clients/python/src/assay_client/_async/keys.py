from __future__ import annotations

from typing_extensions import Unpack

from .._core.request import Request, create, join
from ..models import ApiKey, CreatedApiKey
from ..requests import CreateApiKeyRequest, ListApiKeysQuery
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/api-keys"


class AsyncKeys:
    """API keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateApiKeyRequest]
    ) -> CreatedApiKey:
        """Creates a key; only this response has it."""
        return await self._transport.fetch(CreatedApiKey, create(PATH, body, idempotency_key))

    def list(self, **query: Unpack[ListApiKeysQuery]) -> AsyncPages[ApiKey]:
        return AsyncPages(self._transport, ApiKey, PATH, query)

    async def revoke(self, key_id: str) -> None:
        await self._transport.send(Request("DELETE", join(PATH, key_id)))
