import tracing
from langchain.agents import create_agent
from langchain_core.tracers.langchain import wait_for_all_tracers
from langchain_openai import ChatOpenAI
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


agent = create_agent(ChatOpenAI(model=MODEL), tools=[timetable], system_prompt=SYSTEM)
messages = []
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    messages = agent.invoke({"messages": messages}, {"metadata": {"session_id": SESSION_ID}})["messages"]
wait_for_all_tracers()
