import tracing
from openai import OpenAI
from opentelemetry import trace
from scenario import QUESTIONS, SESSION_ID, SYSTEM, answer

client = OpenAI()
tracer = trace.get_tracer("boats")
session = {} if SESSION_ID is None else {"gen_ai.conversation.id": SESSION_ID}

messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    with tracer.start_as_current_span("turn", attributes=session):
        answer(client, messages)
