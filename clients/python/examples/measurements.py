"""Measurements of prompts by an optimization run, for optimizers that ask for scores of single conversations."""

from __future__ import annotations

from assay_client import AssayClient, ConflictError, InvalidRequestError, Lease
from assay_client.models import ExperimentItemDetail
from assay_client.testing import describe_finding

PLACEHOLDER = "{{system_prompt}}"
LIMITS = ("candidate_limit_reached", "cost_limit_reached")

Replies = dict[str, ExperimentItemDetail]


class Measurements:
    """Each prompt is measured once, on all conversations of the search."""

    def __init__(self, client: AssayClient, lease: Lease) -> None:
        self._client = client
        self._lease = lease
        self.baseline = lease.run.system_prompt or PLACEHOLDER
        self.candidate_ids: dict[str, str] = {}
        self._replies: dict[str, Replies] = {}
        self.limit_reached = False

    def replies(self, prompt: str) -> Replies:
        """The judged replies to a prompt, by conversation; fewer, or none, if it could not be measured."""
        prompt = self.complete(prompt)
        if prompt not in self._replies:
            experiment_id = self._measure(prompt)
            self._replies[prompt] = {} if experiment_id is None else self._read(experiment_id)
        return self._replies[prompt]

    def complete(self, prompt: str) -> str:
        """The prompt with the text of the conversation's system prompt, which often has the evidence."""
        keeps_evidence = PLACEHOLDER in prompt or PLACEHOLDER not in self.baseline
        return prompt if keeps_evidence else f"{PLACEHOLDER}\n\n{prompt}"

    def _measure(self, prompt: str) -> str | None:
        """The experiment with the replies; the baseline is measured before the run is claimed."""
        if prompt == self.baseline:
            return self._lease.run.baseline_experiment_id
        self._lease.agent_turns += 1
        try:
            candidate = self._lease.measure(system_prompt=prompt)
        except InvalidRequestError:
            # A model may write a prompt that is none, for example with the placeholder twice.
            return None
        except ConflictError as error:
            if error.type not in LIMITS:
                raise
            self.limit_reached = True
            return None
        self.candidate_ids[prompt] = candidate.id
        return candidate.experiment_id if candidate.status == "measured" else None

    def _read(self, experiment_id: str) -> Replies:
        # The baseline has replies to the hold-out too: what is learned from them would spoil the decision.
        searched = set(self._lease.search_conversation_ids)
        items = self._client.experiments.items(experiment_id, status="completed")
        return {
            item.conversation_id: self._client.experiments.get_item(experiment_id, item.id)
            for item in items
            if item.conversation_id in searched
        }


def score(reply: ExperimentItemDetail | None) -> float:
    """1 without a finding; what could not be judged is no success."""
    return 1.0 if reply is not None and reply.has_verdict and reply.issue_count == 0 else 0.0


def text_of(reply: ExperimentItemDetail | None) -> str:
    if reply is None or reply.reply is None:
        return ""
    return "\n".join(str((part.model_extra or {}).get("content", "")) for part in reply.reply.parts)


def feedback(reply: ExperimentItemDetail | None) -> str:
    """The findings of a reply, with the reason of each."""
    if reply is None or not reply.has_verdict:
        return "The reply could not be judged."
    findings = reply.annotations or []
    if not findings:
        return "Everything that the reply states is in the conversation."
    return "The conversation does not support this:\n" + "\n".join(map(describe_finding, findings))
