import tracing
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from langfuse import get_client
from langfuse.langchain import CallbackHandler
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT


def timetable(day: str) -> str:
    """When boats leave"""
    return TOOL_RESULT


agent = create_agent(ChatOpenAI(model=MODEL), tools=[timetable], system_prompt=SYSTEM)
config = {"callbacks": [CallbackHandler()], "metadata": {"langfuse_session_id": SESSION_ID}}
messages = []
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    messages = agent.invoke({"messages": messages}, config)["messages"]
get_client().flush()
