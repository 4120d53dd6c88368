import tracing
from crewai import LLM, Agent
from crewai.tools import tool
from openinference.instrumentation import using_session
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


@tool("timetable")
def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


agent = Agent(role="traveller", goal="Help travellers", backstory=SYSTEM, llm=LLM(MODEL), tools=[timetable])
messages = []
with using_session(SESSION_ID):
    for question in QUESTIONS:
        messages.append({"role": "user", "content": question})
        result = agent.kickoff(messages)
        messages.append({"role": "assistant", "content": result.raw})
