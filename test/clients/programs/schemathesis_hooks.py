import schemathesis

# A line of this type is JSON.
schemathesis.serializer.alias("application/x-ndjson", "application/json")


@schemathesis.hook
def map_body(context, body):
    """A claim waits for a run, and there is none."""
    if isinstance(body, dict) and type(body.get("wait_seconds")) is int:
        body["wait_seconds"] = min(body["wait_seconds"], 0)
    return body


@schemathesis.hook
def before_call(context, case, kwargs):
    """Examples and systematic cases are not mapped."""
    if isinstance(case.body, dict) and case.body.get("wait_seconds") in range(1, 31):
        case.body["wait_seconds"] = 0
