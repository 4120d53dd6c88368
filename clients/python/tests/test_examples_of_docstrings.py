"""Runs the examples in the docstrings of both clients, in the order of the source, against the service."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import importlib
import inspect
import io
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import pytest

import assay_client
from assay_client import AssayClient, AsyncAssayClient, testing

from .conftest import Access

MODULES = ["client", "conversations", "experiments", "runs"]
SYNC = [f"_sync.{module}" for module in MODULES] + ["testing"]
ASYNC = [f"_async.{module}" for module in MODULES]
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def examples(modules: list[str]) -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in modules:
        module = importlib.import_module(f"assay_client.{name}")
        tests = finder.find(module, globs={})
        yield from sorted((test for test in tests if test.examples), key=lambda test: test.lineno or 0)


async def run(test: doctest.DocTest, names: dict[str, Any]) -> None:
    """Unlike doctest itself, awaits where the example does."""
    for example in test.examples:
        code = compile(example.source, test.name, "single", FLAGS)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            result = FunctionType(code, names)()
            if inspect.iscoroutine(result):
                await result
        assert doctest.OutputChecker().check_output(example.want, output.getvalue(), 0), (
            f"{test.name}: {example.source}expected {example.want}got {output.getvalue()}"
        )


@pytest.mark.parametrize(("modules", "kind"), [(SYNC, AssayClient), (ASYNC, AsyncAssayClient)])
def test_examples_run(
    access: Access, environment: None, modules: list[str], kind: type[AssayClient] | type[AsyncAssayClient]
) -> None:
    async def run_all() -> int:
        client = kind(base_url=access.url, api_key=access.key)
        names = {
            **vars(assay_client),
            **vars(testing),
            "url": access.url,
            "key": access.key,
            "client": client,
        }
        count = 0
        for test in examples(modules):
            await run(test, names)
            count += len(test.examples)
        return count

    assert asyncio.run(run_all()) > 10
