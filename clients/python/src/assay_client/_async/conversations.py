from __future__ import annotations

from typing_extensions import Unpack

from .._core.request import Request, create, join
from ..models import Conversation, ConversationDetail, ImportResult, ListedConversation
from ..requests import CreateConversationRequest, GetConversationQuery, ImportFormat, ListConversationsQuery
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/conversations"
# The response follows the last line.
IMPORT_SECONDS = 600.0


class AsyncConversations:
    """Stored conversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **body: Unpack[CreateConversationRequest]
    ) -> Conversation:
        """Stores a conversation.

        >>> conversation = await client.conversations.create(
        ...     messages=[
        ...         {"role": "user", "content": "The boat leaves at 9:40. When does it leave?"},
        ...         {"role": "assistant", "content": "It leaves at 9:40."},
        ...     ],
        ...     tags={"topic": "boats"},
        ... )
        >>> conversation.message_count
        2
        """
        return await self._transport.fetch(Conversation, create(PATH, body, idempotency_key))

    async def import_(
        self, lines: str | bytes, format: ImportFormat, *, timeout: float | None = None
    ) -> ImportResult:
        """Stores the conversations of NDJSON, and reports invalid lines.

        Lines of the format ``assay`` may have no ``external_id``, by which a repetition skips what is stored: they are
        not sent again if they may have arrived. By default, ``timeout`` is the client's, but at least 600 seconds.

        >>> line = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}'
        >>> result = await client.conversations.import_(line, "openai-jsonl")
        >>> result.imported, result.errors
        (1, [])
        """
        body = lines.encode() if isinstance(lines, str) else lines
        request = Request(
            "POST",
            PATH,
            query={"format": format},
            body=body,
            repeatable=format != "assay",
            timeout=self._transport.timeout_of(timeout, IMPORT_SECONDS),
        )
        return await self._transport.fetch(ImportResult, request)

    def list(self, **query: Unpack[ListConversationsQuery]) -> AsyncPages[ListedConversation]:
        """Conversations, newest first; with ``filter`` those with a message that a `message filter` selects.

        >>> [found.preview async for found in client.conversations.list(filter="tags.topic = boats")]
        ['The boat leaves at 9:40. When does it leave?']
        """
        return AsyncPages(self._transport, ListedConversation, PATH, query)

    async def get(self, conversation_id: str, **query: Unpack[GetConversationQuery]) -> ConversationDetail:
        """A conversation with its first messages; ``cursor`` continues a long one."""
        request = Request("GET", join(PATH, conversation_id), query=query)
        return await self._transport.fetch(ConversationDetail, request)

    async def delete(self, conversation_id: str) -> None:
        await self._transport.send(Request("DELETE", join(PATH, conversation_id)))
