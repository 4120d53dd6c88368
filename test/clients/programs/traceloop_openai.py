import tracing
from openai import OpenAI
from scenario import QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, answer
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import tool, workflow

client = OpenAI()


@tool(name="timetable")
def timetable(day):
    return TOOL_RESULT


@workflow(name="turn")
def turn(messages):
    return answer(client, messages, timetable)


Traceloop.set_association_properties({"session_id": SESSION_ID})
messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    turn(messages)
