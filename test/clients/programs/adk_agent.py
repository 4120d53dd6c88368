import asyncio

import tracing
from google.adk.agents import Agent
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, Part
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


async def main() -> None:
    agent = Agent(name="traveller", model=LiteLlm(f"openai/{MODEL}"), instruction=SYSTEM, tools=[timetable])
    runner = InMemoryRunner(agent=agent, app_name="boats")
    await runner.session_service.create_session(app_name="boats", user_id="ada", session_id=SESSION_ID)
    for question in QUESTIONS:
        message = Content(role="user", parts=[Part(text=question)])
        async for _ in runner.run_async(user_id="ada", session_id=SESSION_ID, new_message=message):
            pass


asyncio.run(main())
