/** The questions, the result of the tool, and the session's id. */
export const { system, questions, model, sessionId, toolResult } = JSON.parse(process.env.SCENARIO);

const parameters = { type: 'object', properties: { day: { type: 'string' } } };
const tools = [
  { type: 'function', function: { name: 'timetable', description: 'When boats leave', parameters } },
];

/** Calls OpenAI's client until it calls no more tools. */
export async function takeTurn({ client, model, messages, timetable }) {
  for (;;) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const call of message.tool_calls) {
      const content = await timetable(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
