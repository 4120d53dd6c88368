import tracing
from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI
from scenario import QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, answer

client = OpenAI()


@observe(as_type="tool")
def timetable(day):
    return TOOL_RESULT


@observe(as_type="agent")
def turn(messages):
    return answer(client, messages, timetable)


messages = [{"role": "system", "content": SYSTEM}]
with propagate_attributes(session_id=SESSION_ID):
    for question in QUESTIONS:
        messages.append({"role": "user", "content": question})
        turn(messages)
get_client().flush()
