import tracing
from agents import Agent, Runner, SQLiteSession, function_tool
from openinference.instrumentation import using_session
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


@function_tool
def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


expert = Agent(name="expert", instructions=SYSTEM, tools=[timetable], model=MODEL)
agent = Agent(name="traveller", instructions=SYSTEM, handoffs=[expert], model=MODEL)
session = SQLiteSession(SESSION_ID)
with using_session(SESSION_ID):
    for question in QUESTIONS:
        agent = Runner.run_sync(agent, question, session=session).last_agent
