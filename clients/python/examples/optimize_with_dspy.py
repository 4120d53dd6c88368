"""A runner whose candidates an optimizer of DSPy (https://dspy.ai) proposes.

The program has one predictor, whose instructions are the system prompt. Its replies are those that the service measured,
and the feedback of the metric are the findings in them. The service decides on the hold-out whether the best prompt is
better.

    pip install assay_client-*.whl -r examples/requirements.txt
    ASSAY_URL=… ASSAY_API_KEY=… OPENAI_API_KEY=… python examples/optimize_with_dspy.py openai/gpt-4o
"""

from __future__ import annotations

import sys
from typing import Any

import dspy
from measurements import Measurements, feedback, score, text_of

from assay_client import AssayClient
from assay_client.models import ExperimentItemDetail

MINIBATCH = 4
ROUNDS = 5


def build_program(measurements: Measurements) -> dspy.Module:
    """Its replies are looked up by the instructions and the conversation."""

    class MeasuredReply(dspy.Predict):
        def forward(self, *, measured: ExperimentItemDetail | None, **inputs: Any) -> dspy.Prediction:
            prediction = dspy.Prediction(reply=text_of(measured))
            if dspy.settings.trace is not None:
                dspy.settings.trace.append((self, inputs, prediction))
            return prediction

    class Program(dspy.Module):
        def __init__(self) -> None:
            super().__init__()
            self.respond = MeasuredReply(dspy.Signature("request -> reply", measurements.baseline))

        def forward(self, conversation_id: str, request: str) -> dspy.Prediction:
            measured = measurements.replies(self.respond.signature.instructions).get(conversation_id)
            prediction = self.respond(measured=measured, request=request)
            return dspy.Prediction(reply=prediction.reply, measured=measured)

    return Program()


def metric(
    example: dspy.Example,
    prediction: dspy.Prediction,
    trace: Any = None,
    pred_name: str | None = None,
    pred_trace: Any = None,
) -> dspy.Prediction:
    return dspy.Prediction(score=score(prediction.measured), feedback=feedback(prediction.measured))


def main(reflection_model: str) -> None:
    with AssayClient.from_environment() as client, client.runs.claim(runner_id="dspy") as lease:
        if lease is None:
            print("no run is ready")
            return
        measurements = Measurements(client, lease)
        examples = [
            dspy.Example(conversation_id=id, request=reply.source_preview).with_inputs(
                "conversation_id", "request"
            )
            for id, reply in measurements.replies(measurements.baseline).items()
        ]
        optimizer = dspy.GEPA(
            metric=metric,
            reflection_lm=dspy.LM(reflection_model),
            reflection_minibatch_size=MINIBATCH,
            max_metric_calls=len(examples) + ROUNDS * (2 * MINIBATCH + len(examples)),
            # A measurement is shared by all conversations, and waits for the service.
            num_threads=1,
            gepa_kwargs={"stop_callbacks": lambda _: measurements.limit_reached or lease.lost},
        )
        program = optimizer.compile(build_program(measurements), trainset=examples)
        best = measurements.complete(program.respond.signature.instructions)
        lease.complete(
            measurements.candidate_ids.get(best),
            summary=f"DSPy: {len(measurements.candidate_ids)} prompts measured",
        )
        run = client.runs.wait_for(lease.run.id)
        print(run.decision.reason if run.decision else run.status)


if __name__ == "__main__":
    main(sys.argv[1])
