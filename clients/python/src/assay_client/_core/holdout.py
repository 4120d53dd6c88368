from __future__ import annotations

import hashlib

from ..models import OptimizationRun

HASHED_BYTES = 6


def search_conversation_ids(run: OptimizationRun) -> list[str]:
    """The conversations of a run that are not held out, by the rule of docs/optimization-runs.md."""
    if run.decided_on != "holdout":
        return run.conversation_ids
    return [id for id in run.conversation_ids if _fraction(id) >= run.holdout_share]


def _fraction(conversation_id: str) -> float:
    digest = hashlib.sha256(conversation_id.encode()).digest()
    return int.from_bytes(digest[:HASHED_BYTES], "big") / float(2 ** (8 * HASHED_BYTES))
