"""Leases, against a server that refuses them on demand, and against the service."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from assay_client import AssayClient, AsyncAssayClient, LeaseLostError, RunFinishedError
from assay_client._background import AsyncRepeater

from .scripted_server import Reply, ScriptedServer, problem

FAILED = Reply(200, {"status": "preparing", "agent_turns": 0, "completed_at": None})
HELD = Reply(200, {"expires_at": "2026-01-15T09:30:00.000Z", "cancel_requested": False})
CANCELLED = Reply(200, {"expires_at": "2026-01-15T09:30:00.000Z", "cancel_requested": True})


def connect(server: ScriptedServer) -> AssayClient:
    return AssayClient(base_url=server.url, api_key="k", retry_seconds=0.1)


def actions(server: ScriptedServer) -> list[str]:
    return [seen.path.rpartition("/")[2] for seen in server.seen]


def wait_until_lost(lease: Any) -> None:
    deadline = time.monotonic() + 10
    while not lease.lost:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_claims_none_without_a_run(server: ScriptedServer) -> None:
    server.replies = [Reply(204, b"")]
    with connect(server).runs.claim("r", wait_seconds=0, strategies=["list"]) as lease:
        assert lease is None
    assert server.seen[0].body == {"runner_id": "r", "wait_seconds": 0, "strategies": ["list"]}
    assert "idempotency-key" in server.seen[0].headers


def test_renews_the_lease_until_the_runner_has_reported(server: ScriptedServer, claimed: Reply) -> None:
    completed = Reply(
        200,
        {"status": "running", "agent_turns": 2, "completed_at": None, "best_candidate_id": None, "decision": None},
    )  # fmt: skip
    server.replies = [claimed, completed]
    server.replies_to = {"heartbeat": HELD}
    with connect(server).runs.claim("r") as lease:
        assert lease is not None
        lease.agent_turns = 2
        while len(server.seen) < 5:
            assert not lease.lost
            time.sleep(0.02)
        assert lease.complete(summary="none").status == "running"
        with pytest.raises(LeaseLostError, match="the runner has reported"):
            lease.propose(system_prompt="x")
    assert actions(server)[:5] == ["claim", *["heartbeat"] * 4]
    lease_of_claim = claimed.body["lease"]
    assert server.seen[-1].path.endswith("/complete")
    assert server.seen[-1].body == {
        "lease_id": lease_of_claim["lease_id"],
        "epoch": lease_of_claim["epoch"],
        "agent_turns": 2,
        "best_candidate_id": None,
        "summary": "none",
    }


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (problem(409, "lease_lost"), LeaseLostError),
        (problem(409, "run_finished"), RunFinishedError),
        (problem(401, "api_key_revoked"), LeaseLostError),
        (CANCELLED, RunFinishedError),
        (Reply(cut=True), LeaseLostError),
        (Reply(503), LeaseLostError),
    ],
)
def test_raises_in_the_next_call_once_the_lease_is_lost(
    server: ScriptedServer, claimed: Reply, reply: Reply, kind: type[LeaseLostError]
) -> None:
    server.replies = [claimed, reply]
    with connect(server).runs.claim("r") as lease:
        assert lease is not None
        wait_until_lost(lease)
        with pytest.raises(kind) as caught:
            lease.propose(system_prompt="x")
        assert type(caught.value) is kind
    assert set(actions(server)) == {"claim", "heartbeat"}


def test_keeps_the_lease_through_a_short_outage(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, Reply(503), HELD, FAILED]
    with connect(server).runs.claim("r") as lease:
        assert lease is not None
        while "heartbeat" not in actions(server)[2:]:
            assert not lease.lost
            time.sleep(0.02)


def test_reports_an_exception_by_its_type_alone(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, FAILED]
    with pytest.raises(ZeroDivisionError), connect(server).runs.claim("r"):
        raise ZeroDivisionError("sk-secret")
    assert actions(server) == ["claim", "fail"]
    body = server.seen[-1].body
    assert (body["error_code"], body["error_message"]) == (
        "zero_division_error",
        "ZeroDivisionError in the runner",
    )


def test_returns_a_run_that_is_left_without_a_report(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, FAILED]
    with connect(server).runs.claim("r"):
        pass
    assert actions(server) == ["claim", "release"]


def test_returns_the_run_of_a_runner_that_is_stopped(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, FAILED]
    with pytest.raises(KeyboardInterrupt), connect(server).runs.claim("r"):
        raise KeyboardInterrupt
    assert actions(server) == ["claim", "release"]


def test_raises_the_error_of_the_block_where_it_cannot_be_reported(
    server: ScriptedServer, claimed: Reply
) -> None:
    server.replies = [claimed, problem(500, "internal_error")]
    with pytest.raises(ZeroDivisionError), connect(server).runs.claim("r"):
        raise ZeroDivisionError


def test_returns_the_run_of_a_task_that_is_cancelled(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, FAILED]

    async def work() -> None:
        async with AsyncAssayClient(base_url=server.url, api_key="k") as client:
            async with client.runs.claim("r"):
                await asyncio.sleep(60)

    async def run() -> None:
        task = asyncio.create_task(work())
        while not server.seen:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert actions(server) == ["claim", "release"]


def test_ends_with_the_cancellation_of_its_own_caller() -> None:
    async def beat() -> bool:
        return True

    async def stop_slowly(repeater: AsyncRepeater) -> None:
        await repeater.stop()
        raise AssertionError("was not cancelled")

    async def run() -> None:
        task = asyncio.create_task(stop_slowly(AsyncRepeater(beat, 60)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())


def test_logs_an_unexpected_error_of_a_heartbeat(caplog: pytest.LogCaptureFixture) -> None:
    async def beat() -> bool:
        raise ZeroDivisionError

    async def run() -> None:
        repeater = AsyncRepeater(beat, 0)
        await asyncio.sleep(0.02)
        await repeater.stop()

    asyncio.run(run())
    assert caplog.messages == ["heartbeats have stopped: ZeroDivisionError()"]


def test_a_claim_that_is_entered_again_is_another_one(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, FAILED, Reply(204, b"")]
    claim = connect(server).runs.claim("r", wait_seconds=0)
    with claim as lease:
        assert lease is not None
    with claim as lease:
        assert lease is None
    claims = [seen for seen in server.seen if seen.path.endswith("/claim")]
    first, second = (seen.headers["idempotency-key"] for seen in claims)
    assert first != second


def test_renews_and_loses_a_lease_asynchronously(server: ScriptedServer, claimed: Reply) -> None:
    server.replies = [claimed, HELD, problem(409, "lease_lost")]

    async def run() -> None:
        async with AsyncAssayClient(base_url=server.url, api_key="k").runs.claim("r") as lease:
            assert lease is not None
            while not lease.lost:
                await asyncio.sleep(0.02)
            with pytest.raises(LeaseLostError):
                await lease.complete()

    asyncio.run(run())
    assert actions(server) == ["claim", "heartbeat", "heartbeat"]


def test_a_later_runner_works_on_a_run_that_was_returned(client: AssayClient) -> None:
    conversation = client.conversations.create(
        messages=[
            {"role": "user", "content": "Order 1042 ships on 3 May. When does it ship?"},
            {"role": "assistant", "content": "It ships on 5 May."},
        ]
    )
    run = client.runs.create(
        name="Returned",
        model="embedded/extractive",
        conversation_ids=[conversation.id],
        objective={"metric": "issue_rate", "direction": "minimize"},
    )
    with client.runs.claim("first") as lease:
        assert lease is not None and lease.run.id == run.id
    with client.runs.claim("second") as lease:
        assert lease is not None and lease.run.id == run.id
        candidate = lease.measure(system_prompt="Be exact.\n\n{{system_prompt}}", timeout=60)
        assert candidate.status == "measured"
        lease.complete(choose="best", summary="one")
    ended = client.runs.wait_for(run.id, timeout=60)
    assert ended.status == "completed"
    assert [attempt.runner_id for attempt in ended.attempts] == ["first", "second"]
    assert ended.id in [listed.id for listed in client.runs.list()]


def test_knows_which_conversations_are_held_out(client: AssayClient) -> None:
    ids = [
        client.conversations.create(
            messages=[
                {"role": "user", "content": f"Order {index} ships on 3 May."},
                {"role": "assistant", "content": "It ships on 3 May."},
            ]
        ).id
        for index in range(60)
    ]
    client.runs.create(
        name="Held out",
        model="embedded/extractive",
        conversation_ids=ids,
        objective={"metric": "issue_rate", "direction": "minimize"},
        holdout_share=0.6,
    )
    with client.runs.claim("r") as lease:
        assert lease is not None
        assert lease.run.decided_on == "holdout"
        assert len(lease.search_conversation_ids) == lease.run.search_conversations_count
        candidate = lease.measure(system_prompt="Be exact.")
        assert candidate.experiment_id is not None
        items = client.experiments.items(candidate.experiment_id)
        assert {item.conversation_id for item in items} == set(lease.search_conversation_ids)
