"""A runner whose candidates GEPA (https://github.com/gepa-ai/gepa) proposes.

GEPA shows a model the flagged spans of replies with their reasons, and the model writes a better prompt. The service
measures each prompt, and decides on the hold-out whether the best is better.

    pip install assay_client-*.whl -r examples/requirements.txt
    ASSAY_URL=… ASSAY_API_KEY=… OPENAI_API_KEY=… python examples/optimize_with_gepa.py openai/gpt-4o
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import gepa
from gepa.core.adapter import EvaluationBatch
from measurements import Measurements, feedback, score, text_of

from assay_client import AssayClient
from assay_client.models import ExperimentItemDetail

COMPONENT = "system_prompt"
MINIBATCH = 4
ROUNDS = 5

Reply = ExperimentItemDetail | None


class RunAdapter:
    """Evaluates prompts on conversations of the run."""

    propose_new_texts = None

    def __init__(self, measurements: Measurements) -> None:
        self._measurements = measurements

    def evaluate(
        self, batch: list[str], candidate: dict[str, str], capture_traces: bool = False
    ) -> EvaluationBatch[Reply, str]:
        measured = self._measurements.replies(candidate[COMPONENT])
        replies = [measured.get(conversation_id) for conversation_id in batch]
        return EvaluationBatch(
            outputs=[text_of(reply) for reply in replies],
            scores=[score(reply) for reply in replies],
            trajectories=replies if capture_traces else None,
        )

    def make_reflective_dataset(
        self,
        candidate: dict[str, str],
        eval_batch: EvaluationBatch[Reply, str],
        components_to_update: list[str],
    ) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        records = [
            {
                "Inputs": {"request": reply.source_preview if reply else ""},
                "Generated Outputs": text_of(reply),
                "Feedback": feedback(reply),
            }
            for reply in eval_batch.trajectories or []
        ]
        return {COMPONENT: records}


def main(reflection_model: str) -> None:
    with AssayClient.from_environment() as client, client.runs.claim(runner_id="gepa") as lease:
        if lease is None:
            print("no run is ready")
            return
        measurements = Measurements(client, lease)
        conversations = lease.search_conversation_ids
        result = gepa.optimize(
            seed_candidate={COMPONENT: measurements.baseline},
            trainset=conversations,
            adapter=RunAdapter(measurements),
            reflection_lm=reflection_model,
            reflection_minibatch_size=MINIBATCH,
            max_metric_calls=len(conversations) + ROUNDS * (2 * MINIBATCH + len(conversations)),
            stop_callbacks=lambda _: measurements.limit_reached or lease.lost,
        )
        best = measurements.complete(result.best_candidate[COMPONENT])
        lease.complete(
            measurements.candidate_ids.get(best),
            summary=f"GEPA: {len(measurements.candidate_ids)} prompts measured",
        )
        run = client.runs.wait_for(lease.run.id)
        print(run.decision.reason if run.decision else run.status)


if __name__ == "__main__":
    main(sys.argv[1])
