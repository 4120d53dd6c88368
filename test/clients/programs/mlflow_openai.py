import json

import mlflow
import tracing
from openai import OpenAI
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, TOOLS

client = OpenAI()


@mlflow.trace(span_type="TOOL")
def timetable(day):
    return TOOL_RESULT


@mlflow.trace(span_type="AGENT")
def turn(messages):
    mlflow.get_current_active_span().set_attribute("session.id", SESSION_ID)
    while True:
        completion = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
        reply = completion.choices[0].message
        messages.append(reply.model_dump(exclude_none=True))
        if not reply.tool_calls:
            return reply.content
        for call in reply.tool_calls:
            content = timetable(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    turn(messages)
mlflow.flush_trace_async_logging()
