import asyncio

from ag2 import Agent
from ag2.config import OpenAIConfig
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT
from tracing import trace_session


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


async def main() -> None:
    agent = Agent(
        "traveller",
        SYSTEM,
        config=OpenAIConfig(MODEL),
        tools=[timetable],
        middleware=[trace_session(SESSION_ID, SYSTEM)],
    )
    reply = await agent.ask(QUESTIONS[0])
    for question in QUESTIONS[1:]:
        reply = await reply.ask(question)


asyncio.run(main())
