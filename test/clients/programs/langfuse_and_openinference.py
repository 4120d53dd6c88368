import tracing
from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from scenario import QUESTIONS, SESSION_ID, SYSTEM, answer

provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter()))
OpenAIInstrumentor().instrument(tracer_provider=provider)
client = OpenAI()


@observe(as_type="agent")
def turn(messages):
    return answer(client, messages)


messages = [{"role": "system", "content": SYSTEM}]
with propagate_attributes(session_id=SESSION_ID):
    for question in QUESTIONS:
        messages.append({"role": "user", "content": question})
        turn(messages)
get_client().flush()
