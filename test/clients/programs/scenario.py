"""The questions, the result of the tool, and the session's id."""

import json
import os

scenario = json.loads(os.environ["SCENARIO"])
SYSTEM = scenario["system"]
QUESTIONS = scenario["questions"]
MODEL = scenario["model"]
SESSION_ID = scenario["sessionId"]
TOOL_RESULT = scenario["toolResult"]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "timetable",
            "description": "When boats leave",
            "parameters": {"type": "object", "properties": {"day": {"type": "string"}}},
        },
    }
]


def answer(client, messages, run_tool=lambda day: TOOL_RESULT):
    """Asks the model of a client of OpenAI until it replies. Adds the messages to the list."""
    while True:
        completion = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
        reply = completion.choices[0].message
        messages.append(reply.model_dump(exclude_none=True))
        if not reply.tool_calls:
            return reply.content
        for call in reply.tool_calls:
            content = run_tool(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
