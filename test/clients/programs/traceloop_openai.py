import json

import tracing
from openai import OpenAI
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, TOOLS
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import tool, workflow

client = OpenAI()


@tool(name="timetable")
def timetable(day):
    return TOOL_RESULT


@workflow(name="turn")
def turn(messages):
    while True:
        completion = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
        reply = completion.choices[0].message
        messages.append(reply.model_dump(exclude_none=True))
        if not reply.tool_calls:
            return reply.content
        for call in reply.tool_calls:
            content = timetable(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})


Traceloop.set_association_properties({"session_id": SESSION_ID})
messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    turn(messages)
