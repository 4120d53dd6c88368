"""Two turns of a chat, as a Python program records them; argv: the endpoint, its headers as JSON, the conversation."""

import json
import sys

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode

endpoint, headers, conversation_id = sys.argv[1:]
provider = TracerProvider()
exporter = OTLPSpanExporter(
    endpoint=f"{endpoint}/v1/traces",
    headers=json.loads(headers),
    compression=Compression.Gzip,
)
provider.add_span_processor(BatchSpanProcessor(exporter))
tracer = provider.get_tracer("agent")


def text(role, content):
    return {"role": role, "parts": [{"type": "text", "content": content}]}


def ask(messages, output):
    with tracer.start_as_current_span("chat m") as span:
        span.set_attributes(
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "anthropic",
                "gen_ai.request.model": "m",
                "gen_ai.response.model": "m-2026",
                "gen_ai.response.finish_reasons": ["stop"],
                "gen_ai.usage.input_tokens": 12,
                "gen_ai.usage.output_tokens": 3,
                "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "Be brief."}]),
                "gen_ai.input.messages": json.dumps(messages),
                "gen_ai.output.messages": json.dumps([output]),
            }
        )
    return [*messages, output]


def find(name, call_id):
    with tracer.start_as_current_span("execute_tool find") as span:
        span.set_attributes(
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "find",
                "gen_ai.tool.call.id": call_id,
                "gen_ai.tool.call.arguments": json.dumps({"name": name}),
            }
        )
        span.set_status(Status(StatusCode.ERROR, "nobody of that name"))
    response = {"type": "tool_call_response", "id": call_id, "response": {"found": []}}
    return {"role": "tool", "parts": [response]}


agent = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "clerk",
    "gen_ai.conversation.id": conversation_id,
    "gen_ai.conversation.tags.team": "four",
}
call = {"type": "tool_call", "id": "call_7", "name": "find", "arguments": {"name": "Zoë 🦀"}}

with tracer.start_as_current_span("agent", attributes=agent):
    history = ask([text("user", "Who is Zoë 🦀?")], {"role": "assistant", "parts": [call]})
    history.append(find("Zoë 🦀", "call_7"))
    history = ask(history, text("assistant", "Nobody here."))
with tracer.start_as_current_span("agent", attributes=agent):
    ask([*history, text("user", "Thanks")], text("assistant", "You are welcome."))

provider.shutdown()
