import os

import tracing
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT
from strands import Agent, tool
from strands.models.openai import OpenAIModel


@tool
def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


agent = Agent(
    model=OpenAIModel(model_id=MODEL, client_args={"base_url": os.environ["OPENAI_BASE_URL"]}),
    tools=[timetable],
    system_prompt=SYSTEM,
    callback_handler=None,
    trace_attributes={"session.id": SESSION_ID},
)
for question in QUESTIONS:
    agent(question)
