from __future__ import annotations

from typing_extensions import Unpack

from .._core.request import Request, create, join
from ..models import ConversationSet, SetConversations
from ..requests import AddSetVersionRequest, CreateSetRequest, ListSetsQuery, ListSetVersionsQuery
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/sets"


class AsyncSets:
    """Named, versioned lists of conversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateSetRequest]
    ) -> ConversationSet:
        """Creates a set with its first version.

        >>> boats = await client.sets.create(name="boats", conversation_ids=[conversation.id])
        >>> (await client.sets.conversations(boats.id, boats.version)).conversation_ids == [conversation.id]
        True
        """
        return await self._transport.fetch(ConversationSet, create(PATH, body, idempotency_key))

    def list(self, **query: Unpack[ListSetsQuery]) -> AsyncPages[ConversationSet]:
        return AsyncPages(self._transport, ConversationSet, PATH, query)

    async def get(self, set_id: str) -> ConversationSet:
        """The latest version of a set."""
        return await self._transport.fetch(ConversationSet, Request("GET", join(PATH, set_id)))

    async def delete(self, set_id: str) -> None:
        await self._transport.send(Request("DELETE", join(PATH, set_id)))

    async def add_version(
        self, set_id: str, *, idempotency_key: str | None = None, **body: Unpack[AddSetVersionRequest]
    ) -> ConversationSet:
        request = create(join(PATH, set_id, "versions"), body, idempotency_key)
        return await self._transport.fetch(ConversationSet, request)

    def versions(self, set_id: str, **query: Unpack[ListSetVersionsQuery]) -> AsyncPages[ConversationSet]:
        return AsyncPages(self._transport, ConversationSet, join(PATH, set_id, "versions"), query)

    async def get_version(self, set_id: str, version: int) -> ConversationSet:
        request = Request("GET", join(PATH, set_id, "versions", version))
        return await self._transport.fetch(ConversationSet, request)

    async def conversations(self, set_id: str, version: int) -> SetConversations:
        """The ids of the conversations of a version."""
        request = Request("GET", join(PATH, set_id, "versions", version, "conversations"))
        return await self._transport.fetch(SetConversations, request)
