"""Assertions for tests. They need ``ASSAY_URL``, ``ASSAY_API_KEY`` and, for a user-scoped key, ``ASSAY_WORKSPACE_ID``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ._core.settings import Settings, settings_of_environment
from ._sync.client import AssayClient
from .models import Annotation

Message = Mapping[str, Any]


def assert_grounded(conversation: Sequence[Message]) -> None:
    """Fails if the last message states what the messages before it do not support, or cannot be judged.

    Nothing is stored.

    >>> assert_grounded(
    ...     [
    ...         {"role": "user", "content": "A ticket of the museum costs 12 euros. What does it cost?"},
    ...         {"role": "assistant", "content": "The ticket costs 12 euros."},
    ...     ]
    ... )
    """
    # Not part of the traceback that pytest shows.
    __tracebackhide__ = True
    detection = connect().detect(conversation, store_conversation=False)
    if detection.verdict != "completed":
        raise AssertionError(f"The reply cannot be judged: {detection.verdict_reason}")
    if detection.annotations:
        findings = "\n".join(describe(finding, conversation) for finding in detection.annotations)
        raise AssertionError(f"The reply is not grounded in the conversation.\n{findings}")


def connect() -> AssayClient:
    """One client for all tests of a session with the same settings."""
    return _connect(settings_of_environment())


@cache
def _connect(settings: Settings) -> AssayClient:
    return AssayClient(
        base_url=settings.base_url, api_key=settings.api_key, workspace_id=settings.workspace_id
    )


def describe(finding: Annotation, conversation: Sequence[Message]) -> str:
    """A finding with its reason, and the places that it was compared with."""
    lines = [describe_finding(finding)]
    for evidence in finding.evidence:
        # The slice is empty where a later server counts other parts: the finding matters more than its evidence.
        index = evidence.message_part_index
        [part] = text_parts(conversation[evidence.message_index])[index : index + 1] or [""]
        text = part[evidence.start_offset : evidence.end_offset]
        lines.append(f'    evidence in message {evidence.message_index}: "{text}"')
    return "\n".join(lines)


def describe_finding(finding: Annotation) -> str:
    place = "".join(f" in {name}" for name in (finding.tool_name, finding.parameter_name) if name)
    return f'  "{finding.text}" ({finding.label}){place}: {finding.explanation}'


def text_parts(message: Message) -> list[str]:
    """The texts of a message as the service counts them: content, refusal, tool calls."""
    calls = [call.get("function") or call.get("custom") for call in message.get("tool_calls") or []]
    calls += [message["function_call"]] if message.get("function_call") else []
    content = message.get("content")
    if isinstance(content, str):
        # Servers send "" next to calls where OpenAI sends null.
        content = [] if content == "" and calls else [{"text": content}]
    return [
        *(part.get("text") or part.get("refusal") or "" for part in content or []),
        *filter(None, [message.get("refusal")]),
        *(call.get("arguments") or call.get("input") or "" for call in calls),
    ]
