import json

import tracing
from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, TOOLS

client = OpenAI()


@observe(as_type="tool")
def timetable(day):
    return TOOL_RESULT


@observe(as_type="agent")
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


messages = [{"role": "system", "content": SYSTEM}]
with propagate_attributes(session_id=SESSION_ID):
    for question in QUESTIONS:
        messages.append({"role": "user", "content": question})
        turn(messages)
get_client().flush()
