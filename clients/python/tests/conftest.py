from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from assay_client import AssayClient

from .scripted_server import Reply, ScriptedServer


@dataclass(frozen=True)
class Access:
    url: str
    key: str
    """Of the workspace."""


@pytest.fixture
def access() -> Access:
    """A new workspace of the service that ``ASSAY_URL`` and ``ASSAY_API_KEY`` name."""
    with AssayClient.from_environment() as owner:
        workspace = owner.request("POST", "/v1/workspaces", body={"name": f"Python {uuid.uuid4()}"})
        created = owner.keys.create(
            name="python", scope="workspace", expires_in_days=1, workspace_id=workspace["id"]
        )
    return Access(os.environ["ASSAY_URL"], created.key)


@pytest.fixture
def client(access: Access) -> Iterator[AssayClient]:
    with AssayClient(base_url=access.url, api_key=access.key) as client:
        yield client


@pytest.fixture
def claimed(client: AssayClient) -> Reply:
    """A claimed run with a lease of a second, after the example of the OpenAPI document."""
    document = client.request("GET", "/openapi.json")
    responses = document["paths"]["/v1/optimization-runs/claim"]["post"]["responses"]
    body: dict[str, Any] = responses["200"]["content"]["application/json"]["example"]
    return Reply(200, {**body, "run": {**body["run"], "lease_seconds": 1}})


@pytest.fixture
def environment(access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of the workspace."""
    monkeypatch.setenv("ASSAY_URL", access.url)
    monkeypatch.setenv("ASSAY_API_KEY", access.key)
    monkeypatch.delenv("ASSAY_WORKSPACE_ID", raising=False)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server whose responses a test decides."""
    with ScriptedServer() as server:
        yield server
