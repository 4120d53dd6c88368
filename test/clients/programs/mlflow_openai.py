import mlflow
import tracing
from openai import OpenAI
from scenario import QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT, answer

client = OpenAI()


@mlflow.trace(span_type="TOOL")
def timetable(day):
    return TOOL_RESULT


@mlflow.trace(span_type="AGENT")
def turn(messages):
    mlflow.get_current_active_span().set_attribute("session.id", SESSION_ID)
    return answer(client, messages, timetable)


messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    turn(messages)
mlflow.flush_trace_async_logging()
