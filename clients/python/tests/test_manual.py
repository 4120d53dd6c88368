"""Runs the programs of docs/python.md that need nothing but the service."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay_client import AssayClient

from .conftest import Access

PAGE = Path(__file__).resolve().parents[3] / "docs" / "python.md"


def program(heading: str) -> str:
    section = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert found is not None, f"docs/python.md has no program under {heading}"
    return found[1]


@pytest.fixture(autouse=True)
def replies(access: Access, client: AssayClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set ``refunds``, and the key of the programs."""
    monkeypatch.setenv("ASSAY_API_KEY", access.key)
    conversation = client.conversations.create(
        messages=[
            {"role": "user", "content": "Order 1042 ships on 3 May. When does it ship?"},
            {"role": "assistant", "content": "It ships on 5 May."},
        ]
    )
    client.sets.create(name="refunds", conversation_ids=[conversation.id])


def test_quick_start(access: Access, capsys: pytest.CaptureFixture[str]) -> None:
    exec(program("Quick start").replace("http://127.0.0.1:3000", access.url), {})
    assert capsys.readouterr().out.startswith("5 May - ")


def test_experiments(client: AssayClient, capsys: pytest.CaptureFixture[str]) -> None:
    exec(program("Experiments").replace("gpt-4o-mini", "embedded/extractive"), {"client": client})
    assert capsys.readouterr().out == "0.0 instead of 1.0\n"


def test_optimization_runs(client: AssayClient, capsys: pytest.CaptureFixture[str]) -> None:
    client.runs.create(
        name="Refunds",
        model="embedded/extractive",
        set="refunds",
        objective={"metric": "issue_rate", "direction": "minimize"},
    )
    exec(program("Optimization runs"), {"client": client})
    assert capsys.readouterr().out.splitlines() == [
        "Answer in one sentence. not_better",
        "Quote the passage that you rely on. not_better",
        "not_better",
    ]
