import os
from contextlib import nullcontext

import tracing
from langchain.agents import create_agent
from langchain_core.tracers.langchain import wait_for_all_tracers
from langchain_openai import ChatOpenAI
from openinference.instrumentation import using_session
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


agent = create_agent(ChatOpenAI(model=MODEL), tools=[timetable], system_prompt=SYSTEM)
messages = []
config = {"metadata": {"session_id": SESSION_ID}} if SESSION_ID else {}
session_in_context = SESSION_ID and os.environ.get("SESSION_IN_CONTEXT") != "false"
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    # A client below the framework knows the session from the context alone.
    with using_session(SESSION_ID) if session_in_context else nullcontext():
        messages = agent.invoke({"messages": messages}, config)["messages"]
wait_for_all_tracers()
