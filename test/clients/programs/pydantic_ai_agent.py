import tracing
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT

agent = Agent(OpenAIChatModel(MODEL), instructions=SYSTEM, name="traveller")


@agent.tool_plain
def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


history = []
for question in QUESTIONS:
    result = agent.run_sync(question, message_history=history, conversation_id=SESSION_ID)
    history = result.all_messages()
