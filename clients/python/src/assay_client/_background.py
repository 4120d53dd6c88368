"""What repeats in the background: a thread for the synchronous client, a task for the asynchronous one."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable

# A request in flight may outlast it; the thread ends with the process at the latest.
JOIN_SECONDS = 5.0
logger = logging.getLogger("assay_client")


class Repeater:
    """Calls ``action`` every ``seconds``, first after that time, until it returns False or ``stop``."""

    def __init__(self, action: Callable[[], bool], seconds: float) -> None:
        self._action = action
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="assay-heartbeat", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            if not self._action():
                return

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(JOIN_SECONDS)


class AsyncRepeater:
    """The same with a task."""

    def __init__(self, action: Callable[[], Awaitable[bool]], seconds: float) -> None:
        self._action = action
        self._seconds = seconds
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            if not await self._action():
                return

    async def stop(self) -> None:
        self._task.cancel()
        # Unlike awaiting the task, this distinguishes the task's cancellation from the caller's.
        await asyncio.wait([self._task])
        if not self._task.cancelled() and (error := self._task.exception()):
            logger.warning("heartbeats have stopped: %r", error)
