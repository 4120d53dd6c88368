"""What is generated is that of today's sources."""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "assay_client"


def assert_same(folder: Path, generated: Path) -> None:
    names = sorted(file.name for file in generated.glob("*.py"))
    _, different, missing = filecmp.cmpfiles(folder, generated, names, shallow=False)
    assert (different, missing) == ([], []), f"generate {folder.name} again: see README.md"


def test_the_synchronous_client_is_that_of_the_asynchronous_one(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "scripts/generate_sync.py", "--target", tmp_path], check=True)
    assert_same(PACKAGE / "_sync", tmp_path)
    assert sorted(file.name for file in (PACKAGE / "_sync").glob("*.py")) == sorted(
        file.name for file in tmp_path.glob("*.py")
    )


def test_the_models_are_those_of_the_openapi_document(tmp_path: Path) -> None:
    document = os.environ.get("ASSAY_OPENAPI")
    if document is None:
        pytest.skip("ASSAY_OPENAPI does not name dist/openapi.json")
    script = ROOT / "scripts/generate_models.py"
    command = [sys.executable, str(script), "--openapi", document, "--target", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    assert_same(PACKAGE / "_generated", tmp_path)
