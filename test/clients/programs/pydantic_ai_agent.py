from inspect import signature

import tracing
from opentelemetry.trace import get_tracer_provider
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT

agent = Agent(OpenAIChatModel(MODEL), instructions=SYSTEM, name="traveller")


@agent.tool_plain
def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


# Version 1 cannot name the conversation of a run.
is_named = "conversation_id" in signature(agent.run_sync).parameters
run_settings = {"conversation_id": SESSION_ID} if is_named else {}
turn = {} if is_named else {"gen_ai.conversation.id": SESSION_ID}
tracer = getattr(tracing, "provider", get_tracer_provider()).get_tracer("boats")
history = []
for question in QUESTIONS:
    with tracer.start_as_current_span("turn", attributes=turn):
        result = agent.run_sync(question, message_history=history, **run_settings)
    history = result.all_messages()
