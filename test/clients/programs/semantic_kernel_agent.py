import asyncio

import tracing
from opentelemetry import trace
from scenario import MODEL, QUESTIONS, SESSION_ID, SYSTEM, TOOL_RESULT
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function


class Boats:
    @kernel_function
    def timetable(self, day: str) -> str:
        """When boats leave"""
        return TOOL_RESULT


async def main() -> None:
    agent = ChatCompletionAgent(
        service=OpenAIChatCompletion(ai_model_id=MODEL),
        name="traveller",
        instructions=SYSTEM,
        plugins=[Boats()],
    )
    thread = None
    tracer = trace.get_tracer("boats")
    for question in QUESTIONS:
        with tracer.start_as_current_span("turn", attributes={"gen_ai.conversation.id": SESSION_ID}):
            response = await agent.get_response(messages=question, thread=thread)
        thread = response.thread


asyncio.run(main())
