"""Requests, retries and errors, against a server that misbehaves on demand."""

from __future__ import annotations

import asyncio
import pickle
import time
import warnings
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import httpx
import pytest

from assay_client import (
    ApiError,
    AssayClient,
    AsyncAssayClient,
    AuthenticationError,
    ConflictError,
    ErrorEntry,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitedError,
    ServiceError,
    UnexpectedResponseError,
    UnreachableError,
    VersionWarning,
    __version__,
)
from assay_client._core.model import ResponseModel
from assay_client._core.responses import parse, parse_retry_after
from assay_client._core.versions import compatible_version
from assay_client.models import ExperimentStatus, ListedMessage, MessagePart

from .scripted_server import Reply, ScriptedServer, problem

MESSAGES = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]


def connect(server: ScriptedServer, *, retry_seconds: float = 60) -> AssayClient:
    return AssayClient(
        base_url=server.url, api_key="assay_ws_1", workspace_id="w1", retry_seconds=retry_seconds
    )


def test_sends_key_and_workspace(server: ScriptedServer) -> None:
    connect(server).request("GET", "/v1/models", query={"limit": 3, "cursor": None})
    [seen] = server.seen
    assert seen.path == "/v1/models?limit=3"
    assert seen.headers["authorization"] == "Bearer assay_ws_1"
    assert seen.headers["x-workspace-id"] == "w1"
    assert seen.headers["user-agent"] == f"assay-client/{__version__}"


def test_keeps_a_prefix_of_the_address(server: ScriptedServer) -> None:
    AssayClient(base_url=f"{server.url}/assay/", api_key="k").request("GET", "/v1/models")
    assert server.seen[0].path == "/assay/v1/models"
    assert "x-workspace-id" not in server.seen[0].headers


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_repeats_a_detection_with_one_idempotency_key(server: ScriptedServer, status: int) -> None:
    server.replies = [Reply(status), problem(422, "missing")]
    with pytest.raises(InvalidRequestError):
        connect(server).detect(MESSAGES)
    first, second = server.seen
    assert first.body == second.body == {"messages": MESSAGES, "store_conversation": True}
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def test_sends_the_idempotency_key_of_the_caller(server: ScriptedServer) -> None:
    server.replies = [problem(422, "missing")]
    with pytest.raises(InvalidRequestError):
        connect(server).detect(MESSAGES, idempotency_key="mine")
    assert server.seen[0].headers["idempotency-key"] == "mine"


def test_waits_at_least_as_long_as_the_service_asks(server: ScriptedServer) -> None:
    server.replies = [problem(429, "rate_limited", {"retry-after": "1"}), Reply(body={"ok": True})]
    start = time.monotonic()
    assert connect(server).request("GET", "/v1/models") == {"ok": True}
    assert time.monotonic() - start >= 1


def test_gives_up_at_once_where_the_wait_exceeds_the_time_for_retries(server: ScriptedServer) -> None:
    server.replies = [problem(429, "rate_limited", {"retry-after": "3600"})]
    with pytest.raises(RateLimitedError) as caught:
        connect(server).request("GET", "/v1/models")
    assert caught.value.retry_after == 3600
    assert len(server.seen) == 1


def test_repeats_what_a_lost_connection_cannot_have_doubled(server: ScriptedServer) -> None:
    server.replies = [Reply(cut=True), Reply(body={"ok": True})]
    assert connect(server).request("GET", "/v1/models") == {"ok": True}
    assert len(server.seen) == 2


@pytest.mark.parametrize(
    "reply", [Reply(cut=True), Reply(502), Reply(504), problem(503, "x", {"retry-after": "0"})]
)
def test_sends_a_post_without_a_key_once_if_it_may_have_arrived(server: ScriptedServer, reply: Reply) -> None:
    server.replies = [reply]
    with pytest.raises((UnreachableError, ServiceError)):
        connect(server).experiments.retry("e1")
    with pytest.raises((UnreachableError, ServiceError)):
        connect(server).request("post", "/v1/experiments/e1/retry")
    with pytest.raises((UnreachableError, ServiceError)):
        connect(server).conversations.import_('{"messages": []}', "assay")
    assert len(server.seen) == 3


def test_sends_a_post_without_a_key_again_if_it_was_not_processed(server: ScriptedServer) -> None:
    server.replies = [problem(429, "rate_limited", {"retry-after": "0"}), Reply(body={"ok": True})]
    assert connect(server).request("POST", "/v1/experiments/e1/retry") == {"ok": True}


def test_repeats_any_post_with_a_key(server: ScriptedServer) -> None:
    server.replies = [Reply(cut=True), Reply(body={"ok": True})]
    connect(server).request("POST", "/v1/evaluators", body={}, idempotency_key="mine")
    assert [seen.headers["idempotency-key"] for seen in server.seen] == ["mine", "mine"]


@pytest.mark.parametrize("first", [Reply(cut=True), Reply(504)])
def test_has_deleted_what_a_repetition_does_not_find(server: ScriptedServer, first: Reply) -> None:
    server.replies = [first, problem(404, "not_found")]
    connect(server).conversations.delete("c1")
    assert [seen.method for seen in server.seen] == ["DELETE", "DELETE"]


@pytest.mark.parametrize(
    "replies",
    [
        [problem(404, "not_found")],
        [problem(429, "rate_limited", {"retry-after": "0"}), problem(404, "not_found")],
        [Reply(cut=True), Reply(404, b"<html>of a proxy")],
    ],
)
def test_raises_what_no_earlier_try_has_deleted(server: ScriptedServer, replies: list[Reply]) -> None:
    server.replies = replies
    with pytest.raises(NotFoundError):
        connect(server).conversations.delete("c1")


@pytest.mark.parametrize("retry_after", ["0", "Thu, 01 Jan 1970 00:00:00 GMT"])
def test_pauses_also_where_a_proxy_asks_for_no_wait(server: ScriptedServer, retry_after: str) -> None:
    server.replies = [Reply(503, None, {"retry-after": retry_after})]
    with pytest.raises(ServiceError):
        connect(server, retry_seconds=0.6).request("GET", "/v1/models")
    assert len(server.seen) <= 3


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7), ("1.5", 1.5), ("soon", None), ("-1", None), ("Fri, 31 Dec 99999 23:59:59 GMT", None)],
)
def test_reads_retry_after(value: str, seconds: float | None) -> None:
    assert parse_retry_after(value) == seconds


def test_reads_the_date_of_retry_after() -> None:
    seconds = parse_retry_after(format_datetime(datetime.now(timezone.utc) + timedelta(seconds=9), True))
    assert seconds is not None and 7 < seconds <= 9


@pytest.mark.parametrize("type", ["no_verdict", "provider_rejected", "of_a_later_server"])
def test_does_not_pay_again_for_a_reply_of_a_model_that_would_be_the_same(
    server: ScriptedServer, type: str
) -> None:
    server.replies = [problem(502, type)]
    with pytest.raises(ServiceError) as caught:
        connect(server).detect(MESSAGES)
    assert caught.value.type == type
    assert len(server.seen) == 1


def test_gives_up_without_a_server() -> None:
    client = AssayClient(base_url="http://127.0.0.1:9", api_key="k", retry_seconds=0.3)
    with pytest.raises(UnreachableError, match="No response to GET /v1/models"):
        client.request("GET", "/v1/models")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, AuthenticationError),
        (403, PermissionDeniedError),
        (404, NotFoundError),
        (409, ConflictError),
        (413, InvalidRequestError),
        (422, InvalidRequestError),
        (500, ServiceError),
    ],
)
def test_raises_the_error_of_the_status(server: ScriptedServer, status: int, kind: type[ApiError]) -> None:
    server.replies = [problem(status, "some_type", {"x-request-id": "r1"})]
    with pytest.raises(kind) as caught:
        connect(server).request("GET", "/v1/models")
    error = caught.value
    assert str(error) == f"GET /v1/models failed with status {status}: body.x: not so"
    assert (error.type, error.request_id) == ("some_type", "r1")


def test_passes_an_error_to_another_process() -> None:
    entry = ErrorEntry(["path"], "gone", "not_found")
    error = pickle.loads(pickle.dumps(NotFoundError("GET /v1/x", 404, [entry], "r1", 2.0)))
    assert (type(error), error.detail, error.request_id) == (NotFoundError, [entry], "r1")
    assert (error.request, error.status, error.retry_after) == ("GET /v1/x", 404, 2.0)


def test_reads_errors_of_proxies(server: ScriptedServer) -> None:
    server.replies = [Reply(407, b"<html>no</html>")]
    with pytest.raises(ApiError, match="the response is not from Assay") as caught:
        connect(server).request("GET", "/v1/models")
    assert caught.value.detail == []


def test_does_not_follow_redirects_with_the_key(server: ScriptedServer) -> None:
    server.replies = [Reply(307, None, {"location": "/elsewhere"})]
    with pytest.raises(ApiError):
        connect(server).request("GET", "/v1/models")
    assert len(server.seen) == 1


def test_names_a_response_that_it_cannot_read(server: ScriptedServer) -> None:
    server.replies = [Reply(200, {"annotations": 3}), Reply(200, b"<html>")]
    with pytest.raises(UnexpectedResponseError, match="not the Detection"):
        connect(server).detect(MESSAGES)
    with pytest.raises(UnexpectedResponseError, match="not JSON"):
        connect(server).detect(MESSAGES)


def test_warns_once_of_a_server_of_another_minor_version(server: ScriptedServer) -> None:
    major, minor, patch = __version__.split(".")
    server.replies = [Reply(200, {}, {"assay-version": f"{major}.{int(minor) + 1}.{patch}"})]
    client = connect(server)
    with pytest.warns(VersionWarning, match=__version__) as caught:
        client.request("GET", "/v1/models")
        client.request("GET", "/v1/models")
    assert len(caught) == 1


@pytest.mark.parametrize(
    ("version", "compatible"), [("0.3.9", "0.3"), ("0.3.0-rc.1", "0.3"), ("2.5.1", "2"), ("next", "next")]
)
def test_compares_minor_versions_until_the_first_major_one(version: str, compatible: str) -> None:
    assert compatible_version(version) == compatible


def test_accepts_another_patch_version_and_none(server: ScriptedServer) -> None:
    major, minor, patch = __version__.split(".")
    server.replies = [Reply(200, {}, {"assay-version": f"{major}.{minor}.{int(patch) + 1}"}), Reply(200, {})]
    client = connect(server)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        client.request("GET", "/v1/models")
        client.request("GET", "/v1/models")


@pytest.mark.parametrize("base_url", ["", "localhost:3000", "file:///tmp", "http://user:secret@127.0.0.1"])
def test_refuses_an_address_without_quoting_it(base_url: str) -> None:
    with pytest.raises(ValueError) as caught:
        AssayClient(base_url=base_url, api_key="k")
    assert str(caught.value) == "base_url must be an http or https URL without credentials"


@pytest.mark.parametrize("api_key", ["", "assay_ws_…", "assay\nws"])
def test_refuses_a_key_without_quoting_it(api_key: str) -> None:
    with pytest.raises(ValueError) as caught:
        AssayClient(base_url="http://127.0.0.1", api_key=api_key)
    assert str(caught.value) == "api_key is empty or has a character that no API key has"


def test_accepts_the_key_of_a_file_with_its_last_line_break(server: ScriptedServer) -> None:
    AssayClient(base_url=server.url, api_key="assay_ws_1\n").request("GET", "/v1/models")
    assert server.seen[0].headers["authorization"] == "Bearer assay_ws_1"


def test_refuses_at_once_what_no_header_can_have(server: ScriptedServer) -> None:
    with pytest.raises(ValueError, match="^idempotency-key is empty or has a character"):
        connect(server).detect(MESSAGES, idempotency_key="…")
    assert server.seen == []


def test_shows_the_key_in_no_argument_of_a_traceback() -> None:
    # Not written out here, because the traceback shows this function too.
    key = "-".join(["assay", "secret"])
    client = AssayClient(base_url="http://127.0.0.1:9", api_key=key, retry_seconds=0)
    with pytest.raises(UnreachableError) as caught:
        client.request("GET", "/v1/models")
    shown = str(caught.getrepr(style="long", funcargs=True))
    assert "method = 'GET'" in shown
    assert key not in shown


def test_escapes_ids(server: ScriptedServer) -> None:
    connect(server).experiments.delete("../sets/a?b")
    assert server.seen[0].path == "/v1/experiments/..%2Fsets%2Fa%3Fb"


@pytest.mark.parametrize(
    ("kind", "body"), [("application/x-ndjson", '{"a":1}\n'), ("application/vnd.apache.parquet", b"PAR1\xff")]
)
def test_returns_exports_as_they_are(server: ScriptedServer, kind: str, body: str | bytes) -> None:
    content = body if isinstance(body, bytes) else body.encode()
    server.replies = [Reply(200, content, {"content-type": f"{kind}; charset=utf-8"})]
    assert connect(server).request("GET", "/v1/findings/export") == body


def test_sends_bytes_as_lines(server: ScriptedServer) -> None:
    connect(server).request("POST", "/v1/conversations", query={"format": "assay"}, body=b"{}")
    assert server.seen[0].headers["content-type"] == "application/x-ndjson"
    assert server.seen[0].body == {}


def test_reads_values_of_a_later_server() -> None:
    data = {"id": "d", "status": "postponed", "part": {"type": "video", "seconds": 3}}

    class Later(ResponseModel):
        status: ExperimentStatus
        part: MessagePart

    later = parse(Later, data)
    assert (later.status, later.part.type, later.model_extra) == ("postponed", "video", {"id": "d"})
    with pytest.raises(UnexpectedResponseError):
        parse(Later, {**data, "status": 3})


def test_waits_no_longer_for_a_run_with_a_status_of_a_later_server(
    server: ScriptedServer, claimed: Reply
) -> None:
    run = {**claimed.body["run"], "status": "archived"}
    server.replies = [Reply(200, run)]
    assert str(connect(server).runs.wait_for(run["id"], timeout=1).status) == "archived"


def test_closes_only_the_connections_that_it_has_opened(server: ScriptedServer) -> None:
    with httpx.Client() as http_client:
        for _ in range(2):
            with AssayClient(base_url=server.url, api_key="k", http_client=http_client) as client:
                client.request("GET", "/v1/models")
    with AssayClient(base_url=server.url, api_key="k") as client:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        client.request("GET", "/v1/models")


def test_waits_for_a_connection_as_long_as_needed(server: ScriptedServer) -> None:
    server.delay = 0.2

    async def request_all() -> None:
        limits = httpx.Limits(max_connections=1)
        async with httpx.AsyncClient(limits=limits) as http_client:
            client = AsyncAssayClient(
                base_url=server.url, api_key="k", http_client=http_client, timeout=0.5, retry_seconds=0
            )
            await asyncio.gather(*(client.request("GET", "/v1/models") for _ in range(5)))

    asyncio.run(request_all())
    assert len(server.seen) == 5


@pytest.mark.parametrize(
    ("of_client", "of_call", "expected"),
    [(30.0, None, [120.0, 600.0]), (900.0, None, [900.0, 900.0]), (900.0, 5.0, [5.0, 5.0])],
)
def test_waits_at_least_two_minutes_for_a_detection_and_ten_for_an_import(
    of_client: float, of_call: float | None, expected: list[float]
) -> None:
    seen: list[float] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        seen.append(request.extensions["timeout"]["read"])
        return httpx.Response(422)

    with httpx.Client(transport=httpx.MockTransport(refuse)) as http_client:
        client = AssayClient(
            base_url="http://assay.example", api_key="k", timeout=of_client, http_client=http_client
        )
        with pytest.raises(ApiError):
            client.detect(MESSAGES, timeout=of_call)
        with pytest.raises(ApiError):
            client.conversations.import_("{}", "assay", timeout=of_call)
    assert seen == expected


def test_names_a_response_that_is_no_page(server: ScriptedServer) -> None:
    server.replies = [Reply(200, {"items": None}), Reply(200, [])]
    for _ in range(2):
        with pytest.raises(UnexpectedResponseError, match="not a page"):
            list(connect(server).experiments.list())


def test_reads_a_list_from_the_cursor_of_its_query(server: ScriptedServer) -> None:
    server.replies = [Reply(200, {"items": [], "next_page_cursor": None})]
    assert list(connect(server).experiments.list(cursor="c2", limit=5)) == []
    assert server.seen[0].path == "/v1/experiments?limit=5&cursor=c2"


def test_lists_with_a_query_parameter_that_is_named_like_an_argument(server: ScriptedServer) -> None:
    server.replies = [Reply(200, {"items": [], "next_page_cursor": None})]
    assert list(connect(server).list(ListedMessage, "/v1/messages", model="gpt-4o")) == []
    assert server.seen[0].path == "/v1/messages?limit=100&model=gpt-4o"


def test_reads_pages_as_they_are_needed(server: ScriptedServer) -> None:
    server.replies = [
        Reply(200, {"items": [], "has_more": True, "next_page_cursor": "c2", "query": {}}),
        Reply(200, {"items": [], "has_more": True, "next_cursor": "c3"}),
        Reply(200, {"items": [], "has_more": False, "next_cursor": None}),
    ]
    pages = iter(connect(server).experiments.list().pages())
    assert next(pages).next_cursor == "c2"
    assert len(server.seen) == 1
    assert [page.next_cursor for page in pages] == ["c3", None]
    assert [seen.path.partition("cursor=")[2] for seen in server.seen] == ["", "c2", "c3"]


async def get_models(base_url: str) -> object:
    async with AsyncAssayClient(base_url=base_url, api_key="k") as client:
        return await client.request("GET", "/v1/models")


def test_retries_asynchronously_too(server: ScriptedServer) -> None:
    server.replies = [Reply(503), Reply(cut=True), Reply(body={"ok": True})]
    assert asyncio.run(get_models(server.url)) == {"ok": True}


def test_sends_through_the_proxy_of_the_environment(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", server.url)
    server.replies = [Reply(body={"ok": True})]
    base_url = "http://assay.example"
    with AssayClient(base_url=base_url, api_key="k") as client:
        assert client.request("GET", "/v1/models") == asyncio.run(get_models(base_url)) == {"ok": True}
    assert [seen.path for seen in server.seen] == [f"{base_url}/v1/models"] * 2


def test_needs_the_settings_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASSAY_URL", raising=False)
    monkeypatch.setenv("ASSAY_API_KEY", "")
    with pytest.raises(ValueError, match="Set ASSAY_URL and ASSAY_API_KEY"):
        AssayClient.from_environment()
