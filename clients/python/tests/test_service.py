"""The client against the service itself."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from assay_client import AssayClient, AsyncAssayClient, InvalidRequestError, NotFoundError, WaitTimeoutError
from assay_client.models import Detection, ListedMessage

from .conftest import Access

MISSING = "00000000-0000-4000-8000-000000000000"
ORDER = "Order 1042 ships on 3 May. Shipping costs 12 euros."


def store(client: AssayClient, topic: str, count: int) -> list[str]:
    return [
        client.conversations.create(
            messages=[
                {"role": "user", "content": f"{ORDER} When does order 1042 ship? ({index})"},
                {"role": "assistant", "content": "It ships on 3 May."},
            ],
            tags={"topic": topic},
        ).id
        for index in range(count)
    ]


def detect_invention(client: AssayClient, topic: str) -> Detection:
    return client.detect(
        [{"role": "user", "content": ORDER}, {"role": "assistant", "content": "Shipping costs 19 euros."}],
        tags={"topic": topic},
    )


def test_detects_an_invented_number(client: AssayClient) -> None:
    detection = detect_invention(client, "detect")
    [found] = detection.annotations
    assert found.text == "19 euros"
    assert found.evidence[0].message_index == 0
    stored = client.conversations.get(detection.conversation_id)
    assert stored.tags == {"topic": "detect"}


def test_names_the_place_of_a_problem(client: AssayClient) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        client.detect([])
    assert caught.value.detail[0].loc == ["body", "messages"]
    assert caught.value.type == "too_short"
    assert caught.value.request_id is not None


def test_pages_through_more_than_a_page(client: AssayClient) -> None:
    ids = store(client, "pages", 101)
    pages = list(client.conversations.list(filter="tags.topic = pages").pages())
    assert [len(page.items) for page in pages] == [100, 1]
    listed = client.conversations.list(filter="tags.topic = pages")
    assert {conversation.id for conversation in listed} == set(ids)


def test_runs_an_experiment_to_its_end(client: AssayClient) -> None:
    ids = store(client, "experiment", 3)
    experiment = client.experiments.create(
        name="Extractive", model="embedded/extractive", conversation_ids=ids, idempotency_key="python-1"
    )
    again = client.experiments.create(
        name="Extractive", model="embedded/extractive", conversation_ids=ids, idempotency_key="python-1"
    )
    assert again.id == experiment.id
    ended = client.experiments.wait_for(experiment.id, timeout=60)
    assert (ended.status, ended.completed_items_count) == ("completed", 3)
    items = list(client.experiments.items(experiment.id, status="completed"))
    assert {item.conversation_id for item in items} == set(ids)
    detail = client.experiments.get_item(experiment.id, items[0].id)
    assert detail.reply is not None
    comparison = client.experiments.baseline_comparison(experiment.id)
    assert comparison.metrics[0].n == 3
    assert experiment.id in [listed.id for listed in client.experiments.list()]
    client.experiments.delete(experiment.id)
    with pytest.raises(NotFoundError):
        client.experiments.get(experiment.id)


def test_stops_waiting_in_time(client: AssayClient) -> None:
    [conversation_id] = store(client, "wait", 1)
    experiment = client.experiments.create(
        name="Waiting", model="embedded/extractive", conversation_ids=[conversation_id]
    )
    with pytest.raises(WaitTimeoutError, match="has not ended after 0 s"):
        client.experiments.wait_for(experiment.id, timeout=0)
    client.experiments.wait_for(experiment.id, timeout=60)


def test_deletes_a_conversation(client: AssayClient) -> None:
    [conversation_id] = store(client, "deleted", 1)
    client.conversations.delete(conversation_id)
    with pytest.raises(NotFoundError):
        client.conversations.get(conversation_id)
    with pytest.raises(NotFoundError):
        client.conversations.get(MISSING)


def test_deletes_what_is_deleted_again_because_the_response_was_lost(
    access: Access, client: AssayClient
) -> None:
    [conversation_id] = store(client, "lost", 1)
    link = LossyTransport()
    with httpx.Client(transport=link) as http_client:
        lossy = AssayClient(base_url=access.url, api_key=access.key, http_client=http_client)
        lossy.conversations.delete(conversation_id)
        assert link.statuses == [204, 404]
        with pytest.raises(NotFoundError):
            lossy.conversations.delete(conversation_id)


class LossyTransport(httpx.HTTPTransport):
    """Loses the first response of the service."""

    def __init__(self) -> None:
        super().__init__()
        self.statuses: list[int] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        self.statuses.append(response.status_code)
        if len(self.statuses) > 1:
            return response
        response.read()
        raise httpx.ReadError("the connection is lost", request=request)


def test_imports_lines_and_lists_their_messages(client: AssayClient) -> None:
    line = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}\n'
    result = client.conversations.import_(line + "{}\n", "assay")
    assert (result.imported, result.failed) == (1, 1)
    roles = {message.role for message in client.list(ListedMessage, "/v1/messages", limit=1)}
    assert roles == {"assistant", "user"}


def test_adds_and_reviews_findings(client: AssayClient) -> None:
    detection = detect_invention(client, "findings")
    [finding] = client.findings.list(filter="tags.topic = findings")
    assert client.findings.get(finding.id).message_id == finding.message_id
    review = client.findings.review(finding.id, verdict="confirmed")
    assert review.verdict == "confirmed"
    assert detection.conversation_id == finding.conversation_id
    exported = client.request("GET", "/v1/findings/export", query={"format": "csv"})
    assert "19 euros" in exported


def test_versions_a_set(client: AssayClient) -> None:
    ids = store(client, "sets", 2)
    first = client.sets.create(name="orders", conversation_ids=ids[:1])
    second = client.sets.add_version(first.id, conversation_ids=ids)
    assert client.sets.get(first.id).version == second.version
    assert [each.version for each in client.sets.versions(first.id)] == [2, 1]
    assert client.sets.get_version(first.id, 1).version == 1
    assert set(client.sets.conversations(first.id, 2).conversation_ids) == set(ids)
    assert [each.id for each in client.sets.list()] == [first.id]
    client.sets.delete(first.id)
    with pytest.raises(NotFoundError):
        client.sets.get(first.id)


def test_evaluates_in_the_background_and_plans(client: AssayClient) -> None:
    ids = store(client, "evaluations", 1)
    evaluation = client.evaluations.create(conversation_ids=ids)
    assert evaluation.id is not None
    ended = client.evaluations.wait_for(evaluation.id, timeout=60)
    assert ended.status == "completed"
    assert [each.id for each in client.evaluations.list()] == [evaluation.id]
    assert client.experiments.plan(min_effect=0.1).conversations
    estimate = client.experiments.estimate(model="embedded/extractive", conversation_ids=ids)
    assert estimate.items_count == 1


def test_compares_experiments_and_adds_items(client: AssayClient) -> None:
    ids = store(client, "compare", 2)
    experiments = [
        client.experiments.create(name=name, model="embedded/extractive", conversation_ids=ids[:1])
        for name in ("first", "second")
    ]
    first, second = (client.experiments.wait_for(each.id, timeout=60) for each in experiments)
    assert client.experiments.compare(first.id, second.id).metrics
    client.experiments.add_items(first.id, conversation_ids=ids[1:])
    assert client.experiments.wait_for(first.id, timeout=60).completed_items_count == 2


def test_detects_many_conversations_at_the_same_time(access: Access) -> None:
    async def detect() -> list[list[str]]:
        async with AsyncAssayClient(base_url=access.url, api_key=access.key) as client:
            detections = await asyncio.gather(
                *(
                    client.detect(
                        [
                            {"role": "user", "content": ORDER},
                            {"role": "assistant", "content": f"Shipping costs {price} euros."},
                        ],
                        store_conversation=False,
                    )
                    for price in (12, 19, 20)
                )
            )
            return [[found.text for found in detection.annotations] for detection in detections]

    assert asyncio.run(detect()) == [[], ["19 euros"], ["20 euros"]]
