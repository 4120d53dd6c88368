"""The plugin, in sessions of pytest against the service. Its model invents a year unless it is told to be careful."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay_client import AssayClient
from assay_client.testing import text_parts

PASSAGE = "Answer from the passage: The Harrow Bridge was opened in 1887 and is 214 metres long."


pytestmark = pytest.mark.usefixtures("environment")


def store_set(client: AssayClient, count: int) -> None:
    """A set ``bridges`` of conversations with clean replies."""
    ids = [
        client.conversations.create(
            messages=[
                {"role": "system", "content": PASSAGE},
                {"role": "user", "content": f"Who built the bridge? ({index})"},
                {"role": "assistant", "content": "The passage does not tell."},
            ]
        ).id
        for index in range(count)
    ]
    client.sets.create(name="bridges", conversation_ids=ids)


def test_an_assertion_fails_with_span_reason_and_evidence(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from assay_client.testing import assert_grounded

        def ask(reply):
            return [
                {"role": "user", "content": "A ticket of the museum costs 12 euros. What does it cost?"},
                {"role": "assistant", "content": reply},
            ]

        def test_right():
            assert_grounded(ask("The ticket costs 12 euros."))

        def test_wrong():
            assert_grounded(ask("The ticket costs 15 euros."))
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "E * AssertionError: The reply is not grounded in the conversation.",
            'E * "15 euros" (*): *',
            'E * evidence in message 0: "12 euros"',
        ]
    )


def test_an_assertion_fails_where_nothing_can_be_judged(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from assay_client.testing import assert_grounded

        def test_unjudged():
            assert_grounded([{"role": "assistant", "content": "The bridge was opened in 1889."}])
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E * AssertionError: The reply cannot be judged: no_evidence"])


def test_without_settings_says_what_to_set(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ASSAY_URL")
    monkeypatch.delenv("ASSAY_API_KEY")
    pytester.makepyfile(
        """
        import pytest
        from assay_client.testing import assert_grounded

        def test_reply():
            assert_grounded([{"role": "assistant", "content": "Hi"}])

        @pytest.mark.assay_gate(set="bridges", model="test-model")
        def test_gate():
            pass
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["E *ValueError: Set ASSAY_URL and ASSAY_API_KEY"] * 2)


def test_shows_no_key_where_the_settings_are_wrong(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_URL", "localhost:3000")
    monkeypatch.setenv("ASSAY_API_KEY", "assay_ws_secret")
    pytester.makepyfile(
        """
        from assay_client.testing import assert_grounded

        def test_reply():
            assert_grounded([{"role": "assistant", "content": "Hi"}])
        """
    )
    result = pytester.runpytest("--tb=long")
    result.stdout.fnmatch_lines(["E *ValueError: base_url must be an http or https URL without credentials"])
    result.stdout.no_fnmatch_line("*assay_ws_secret*")


def test_a_gate_refuses_arguments_without_a_name(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.assay_gate("bridges", model="test-model")
        def test_gate():
            pass
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*assay_gate of *::test_gate has an argument without a name*"])


GATE = """
import pytest

@pytest.mark.assay_gate(set="bridges", model="test-model", {arguments})
def test_prompt(assay_experiment):
    print("rate", assay_experiment.metrics.issue_rate)
    assert assay_experiment.name == "test_gate.py::test_prompt"
"""


def run_gate(pytester: pytest.Pytester, arguments: str) -> pytest.RunResult:
    pytester.makepyfile(test_gate=GATE.format(arguments=arguments))
    return pytester.runpytest("-rxP", "--strict-markers")


def test_a_gate_fails_for_worse_replies_and_shows_them(
    pytester: pytest.Pytester, client: AssayClient
) -> None:
    store_set(client, 30)
    result = run_gate(pytester, "alpha=0.05")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "The replies are worse than the original ones, with an error probability of 0.05: *",
            "conversation *: Who built the bridge? *",
            '  "1889" (*): *',
        ]
    )


def test_a_gate_passes_for_replies_that_are_not_worse(pytester: pytest.Pytester, client: AssayClient) -> None:
    store_set(client, 30)
    prompt = "Answer carefully.\\n\\n{{system_prompt}}"
    result = run_gate(pytester, f'min_effect=0.3, system_prompt_override="{prompt}"')
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["rate 0*"])


def test_a_gate_without_a_decision_is_an_expected_failure(
    pytester: pytest.Pytester, client: AssayClient
) -> None:
    store_set(client, 2)
    result = run_gate(pytester, "min_effect=0.01")
    result.assert_outcomes(xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *undecided: a difference in issue rates of +100.0% in 2 pairs. *"])


def test_a_gate_that_cannot_run_fails(pytester: pytest.Pytester) -> None:
    run_gate(pytester, "alpha=0.05").assert_outcomes(errors=1)


def test_a_gate_cancels_its_experiment_after_the_timeout(
    pytester: pytest.Pytester, client: AssayClient
) -> None:
    store_set(client, 2)
    run_gate(pytester, "timeout=0").assert_outcomes(errors=1)
    [experiment] = client.experiments.list()
    assert client.experiments.wait_for(experiment.id).status == "cancelled"


def test_a_session_without_tests_of_assay_does_not_import_the_client() -> None:
    program = "import sys, assay_pytest; sys.exit('assay_client' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ({"content": "a"}, ["a"]),
        ({"content": None, "refusal": "no"}, ["no"]),
        ({"content": [{"type": "text", "text": "a"}, {"type": "image_url"}]}, ["a", ""]),
        ({"content": "", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}, ["{}"]),
        ({"content": "a", "tool_calls": [{"type": "custom", "custom": {"input": "x"}}]}, ["a", "x"]),
        ({"content": "a", "function_call": {"name": "f", "arguments": "{}"}}, ["a", "{}"]),
    ],
)
def test_counts_parts_as_the_service_does(message: dict[str, object], parts: list[str]) -> None:
    assert text_parts(message) == parts
