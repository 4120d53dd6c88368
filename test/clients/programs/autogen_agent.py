import asyncio

import tracing
from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ModelFamily
from autogen_ext.models.openai import OpenAIChatCompletionClient
from openinference.instrumentation import using_session
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


async def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


async def main() -> None:
    agent = AssistantAgent(
        "traveller",
        model_client=OpenAIChatCompletionClient(model=MODEL),
        system_message=SYSTEM,
        tools=[timetable],
        reflect_on_tool_use=True,
    )
    with using_session(SESSION_ID):
        for question in QUESTIONS:
            await agent.run(task=question)


asyncio.run(main())
