import tracing
from openai import OpenAI
from openinference.instrumentation import using_session
from scenario import QUESTIONS, SESSION_ID, SYSTEM, answer

client = OpenAI()

messages = [{"role": "system", "content": SYSTEM}]
for question in QUESTIONS:
    messages.append({"role": "user", "content": question})
    with using_session(SESSION_ID):
        answer(client, messages)
