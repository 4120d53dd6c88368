import asyncio
import os

import tracing
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.workflow import Context
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_session
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


async def main():
    llm = OpenAI(model=MODEL, api_base=os.environ["OPENAI_BASE_URL"])
    agent = FunctionAgent(tools=[timetable], llm=llm, system_prompt=SYSTEM, streaming=False)
    context = Context(agent)
    with using_session(SESSION_ID):
        for question in QUESTIONS:
            await agent.run(question, ctx=context)


asyncio.run(main())
