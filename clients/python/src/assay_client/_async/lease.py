from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from .._background import AsyncRepeater
from .._core.hold import Hold, candidate_key, error_code
from .._core.holdout import search_conversation_ids
from .._core.polling import Polling
from .._core.request import Request, create, join
from ..errors import ApiError, AssayError, LeaseLostError, RunFinishedError
from ..models import Candidate, ClaimedRun, OptimizationRun, RunCompletion, RunFailure, RunHeartbeat
from .pages import AsyncPages
from .transport import AsyncTransport

PATH = "/v1/optimization-runs"
OPEN = ("waiting", "measuring")
# A report that fails is harmless, the lease expires; leaving a block must not take long.
EXIT_RETRY_SECONDS = 10.0
MARGIN_SECONDS = 30.0

M = TypeVar("M", bound=BaseModel)
logger = logging.getLogger("assay_client")


class AsyncLease:
    """The right to work on a run, renewed in the background.

    Each method raises ``LeaseLostError`` once the lease is lost, and ``RunFinishedError`` once the run has ended.
    """

    def __init__(self, transport: AsyncTransport, claimed: ClaimedRun) -> None:
        self._transport = transport
        self._claimed = claimed
        self._hold = Hold(claimed.run.lease_seconds)
        self._heartbeats = AsyncRepeater(self._beat, self._hold.pause)
        self.agent_turns = 0
        """How often the runner has asked its model; add to it, and each message reports it."""

    @property
    def run(self) -> OptimizationRun:
        """The run as it was claimed."""
        return self._claimed.run

    @property
    def search_conversation_ids(self) -> list[str]:
        """The conversations that candidates are measured on.

        The others are held out: what is learned from their replies makes the final decision worthless.
        """
        return search_conversation_ids(self.run)

    @property
    def lost(self) -> bool:
        """Whether another runner may have the run: stop working on it."""
        return self._hold.is_lost

    async def propose(
        self, *, system_prompt: str | None = None, model: str | None = None, note: str | None = None
    ) -> Candidate:
        """Proposes a candidate, which the service measures; None is the prompt or the model of the run.

        The same proposal is the same candidate in every attempt.
        """
        body = {
            "candidate_key": candidate_key(system_prompt, model, note),
            "system_prompt": system_prompt,
            "model": model,
            "note": note,
        }
        return await self._send(Candidate, "candidates", body)

    async def measure(
        self,
        *,
        system_prompt: str | None = None,
        model: str | None = None,
        note: str | None = None,
        timeout: float | None = None,
    ) -> Candidate:
        """Proposes a candidate and waits until it is measured, or has failed: see its ``status``."""
        candidate = await self.propose(system_prompt=system_prompt, model=model, note=note)
        polling = Polling(f"Candidate {candidate.id}", timeout)
        while candidate.status in OPEN:
            await asyncio.sleep(polling.pause())
            self._hold.check()
            async for current in AsyncPages(
                self._transport, Candidate, join(PATH, self.run.id, "candidates")
            ):
                if current.id == candidate.id:
                    candidate = current
        return candidate

    async def complete(
        self,
        best_candidate_id: str | None = None,
        *,
        choose: Literal["best"] | None = None,
        summary: str = "",
    ) -> RunCompletion:
        """Ends the lease with the best candidate; None if none was found.

        With ``choose="best"`` the service takes the best measured candidate of the lease. Whether it is better than the
        baseline is decided by the service, on conversations held out from the search; ``runs.wait_for`` waits
        for that.
        """
        body: dict[str, Any] = {"best_candidate_id": best_candidate_id, "summary": summary}
        if choose is not None:
            body["choose"] = choose
        return await self._end(RunCompletion, "complete", body)

    async def fail(self, error_code: str, error_message: str = "") -> RunFailure:
        """Ends the attempt with an error; the run is offered again if it has attempts left.

        The message is stored, so it must not contain secrets.
        """
        return await self._end(RunFailure, "fail", {"error_code": error_code, "error_message": error_message})

    async def release(self) -> RunFailure:
        """Returns the run; that uses no attempt."""
        return await self._end(RunFailure, "release", {})

    async def _send(self, model: type[M], action: str, body: dict[str, Any], retry: float | None = None) -> M:
        self._hold.check()
        try:
            return await self._transport.fetch(model, self._report(action, body), retry)
        except LeaseLostError as error:
            self._hold.lose(error)
            raise

    async def _end(self, model: type[M], action: str, body: dict[str, Any], retry: float | None = None) -> M:
        """Heartbeats continue until the service has the report."""
        result = await self._send(model, action, {"agent_turns": self.agent_turns, **body}, retry)
        self._hold.end()
        return result

    def _report(self, action: str, body: dict[str, Any], timeout: float | None = None) -> Request:
        fenced = {"lease_id": self._claimed.lease.lease_id, "epoch": self._claimed.lease.epoch, **body}
        return Request("POST", join(PATH, self.run.id, action), body=fenced, repeatable=True, timeout=timeout)

    async def _beat(self) -> bool:
        """Whether to go on."""
        sent_at = self._hold.now()
        request = self._report("heartbeat", {"agent_turns": self.agent_turns}, timeout=self._hold.pause)
        try:
            heartbeat = await self._transport.fetch(RunHeartbeat, request, self._hold.pause)
        except ApiError as error:
            if error.status < 500 and error.status != 429:
                self._hold.lose(error)
        except LeaseLostError as error:
            self._hold.lose(error)
        except AssayError as error:
            logger.warning("heartbeat failed: %s", error)
        else:
            if heartbeat.cancel_requested:
                self._hold.lose(RunFinishedError("The run was cancelled"))
            else:
                self._hold.extend(sent_at)
        return self._hold.is_open

    async def _leave(self, error: BaseException | None) -> None:
        """Reports what the runner has not reported itself."""
        try:
            if not self._hold.is_open:
                return
            if isinstance(error, Exception):
                # The message of an exception may quote keys.
                name = type(error).__name__
                body = {"error_code": error_code(error), "error_message": f"{name} in the runner"}
                await self._end(RunFailure, "fail", body, EXIT_RETRY_SECONDS)
            else:
                await self._end(RunFailure, "release", {}, EXIT_RETRY_SECONDS)
        except AssayError as report_error:
            logger.warning("the end of the lease was not reported: %s", report_error)
        finally:
            self._hold.end()
            await self._heartbeats.stop()


class AsyncClaim:
    """Claims a run when it is entered, and reports when it is left."""

    def __init__(
        self, transport: AsyncTransport, runner_id: str, wait_seconds: int, strategies: Sequence[str] | None
    ) -> None:
        self._transport = transport
        self._lease: AsyncLease | None = None
        self._timeout = wait_seconds + MARGIN_SECONDS
        self._body: dict[str, Any] = {"runner_id": runner_id, "wait_seconds": wait_seconds}
        if strategies is not None:
            self._body["strategies"] = strategies

    async def __aenter__(self) -> AsyncLease | None:
        request = create(f"{PATH}/claim", self._body, timeout=self._timeout)
        claimed = await self._transport.fetch_optional(ClaimedRun, request)
        self._lease = None if claimed is None else AsyncLease(self._transport, claimed)
        return self._lease

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._lease is not None:
            await self._lease._leave(error)
