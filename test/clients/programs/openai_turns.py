import tracing
from openai import OpenAI
from opentelemetry import trace
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, TOOLS

client = OpenAI()
tracer = trace.get_tracer("boats")


def turn(messages):
    while True:
        completion = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
        reply = completion.choices[0].message
        messages.append(reply.model_dump(exclude_none=True))
        if not reply.tool_calls:
            return reply.content
        for call in reply.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": TOOL_RESULT})


messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    with tracer.start_as_current_span("turn", attributes={"gen_ai.conversation.id": SESSION_ID}):
        turn(messages)
