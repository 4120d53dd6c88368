"""The plugin for pytest: ``@pytest.mark.assay_gate`` and the fixture ``assay_experiment``."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

# pytest imports this package for each session, also without tests of Assay: the client is imported where it is used.
if TYPE_CHECKING:
    from assay_client import AssayClient
    from assay_client.models import Experiment

MARKER = "assay_gate"
HELP = (
    f"{MARKER}(*, model, set=None, alpha=0.05, min_effect=0.05, timeout=3600, **experiment): "
    "replay stored conversations, and fail if the replies are worse than the original ones"
)
MAX_SHOWN_REPLIES = 5


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", HELP)


@pytest.fixture
def assay_experiment(request: pytest.FixtureRequest) -> Experiment:
    """The experiment of the test's ``assay_gate`` after its end."""
    return experiment_of(request.node)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """The test itself runs only if its gate passes."""
    __tracebackhide__ = True
    if item.get_closest_marker(MARKER) is not None:
        check(experiment_of(item))
    yield


experiment_key = pytest.StashKey[Any]()


def experiment_of(item: pytest.Item) -> Experiment:
    """Runs the experiment of a gate once."""
    if experiment_key not in item.stash:
        marker = item.get_closest_marker(MARKER)
        if marker is None:
            raise pytest.UsageError(f"{item.nodeid} has no marker {MARKER}")
        if marker.args:
            raise pytest.UsageError(f"{MARKER} of {item.nodeid} has an argument without a name")
        item.stash[experiment_key] = run_experiment(item.nodeid, **marker.kwargs)
    experiment: Experiment = item.stash[experiment_key]
    return experiment


def connected() -> AssayClient:
    from assay_client.testing import connect

    return connect()


def run_experiment(
    name: str, *, alpha: float = 0.05, min_effect: float = 0.05, timeout: float = 3600, **fields: Any
) -> Experiment:
    """The service stops it once it is shown to be worse, or not worse by ``min_effect``."""
    experiments = connected().experiments
    rule = {"decided": True, "alpha": alpha, "min_effect": min_effect, "alternative": "worse"}
    experiment = experiments.create(**{"name": name[-255:], **fields, "stop_when": rule})
    try:
        return experiments.wait_for(experiment.id, timeout=timeout)
    except BaseException:
        # It would cost further, and nobody would read the result.
        with contextlib.suppress(Exception):
            experiments.cancel(experiment.id)
        raise


def check(experiment: Experiment) -> None:
    """Fails if the replies are worse. Without a decision, the test is an expected failure: it shows nothing."""
    __tracebackhide__ = True
    decision = experiment.decision
    if decision is None:
        check_undecided(experiment)
    elif decision.outcome == "worse":
        pytest.fail(
            f"The replies are worse than the original ones, with an error probability of {decision.alpha:g}: "
            f"the issue rate is higher by {decision.interval_low:.1%} or more, in {decision.n} pairs.\n"
            + "\n".join(new_findings(experiment)),
            pytrace=False,
        )


def check_undecided(experiment: Experiment) -> None:
    __tracebackhide__ = True
    comparison = connected().experiments.baseline_comparison(experiment.id)
    rate = next(entry for entry in comparison.metrics if entry.metric == "issue_rate" and entry.label is None)
    if experiment.status != "completed" or rate.n == 0:
        pytest.fail(
            f"Experiment {experiment.id} is {experiment.status}, with {rate.n} pairs of judged replies",
            pytrace=False,
        )
    pytest.xfail(
        f"undecided: a difference in issue rates of {rate.difference:+.1%} in {rate.n} pairs. "
        "More conversations or a larger min_effect can decide."
    )


def new_findings(experiment: Experiment) -> Iterator[str]:
    """Of replies whose original has none."""
    from assay_client.testing import describe_finding

    experiments = connected().experiments
    worse = (
        item
        for item in experiments.items(experiment.id)
        if item.issue_count and not item.baseline_issue_count
    )
    for item in itertools.islice(worse, MAX_SHOWN_REPLIES):
        yield f"conversation {item.conversation_id}: {item.source_preview}"
        for finding in experiments.get_item(experiment.id, item.id).annotations or []:
            yield describe_finding(finding)
