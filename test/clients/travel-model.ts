import type { Reply, SeenRequest } from '../support/scripted-server';

type Fields = Record<string, unknown>;

/** What the model says next, independent of the protocol. */
interface Turn {
  text: string | null;
  call: { id: string; name: string; arguments: string } | null;
  /** Only of models that reason. */
  reasoning: string | null;
}

export const usage = { input: 41, output: 7 };

/**
 * The model of the scenario, in the protocols of OpenAI: chat completions, also streamed, and responses. It
 * calls the tool for the first question, or hands it to an agent that has the tool. The reply to the result has a price
 * that the result does not have.
 */
export function respondAsModel({ path, body }: SeenRequest): Reply {
  const request = body as Fields;
  if (path.endsWith('/chat/completions')) return chatCompletion(request);
  if (path.endsWith('/responses')) return response(request);
  return { status: 404, body: { error: { message: `no route for ${path}` } } };
}

export const scenario = {
  system: 'You help travellers.',
  firstQuestion: 'When does the boat leave on Sunday?',
  toolName: 'timetable',
  /** Of an agent that does not have the tool. */
  handoff: 'transfer_to_expert',
  toolArguments: '{"day":"Sunday"}',
  toolResult: 'On Sunday the boat leaves at 09:40 from pier 4. A ticket costs 31 euros.',
  firstReply: 'The boat leaves at 09:40 from pier 4. A ticket costs 27 euros.',
  invented: '27 euros',
  secondQuestion: 'Which pier was that?',
  secondReply: 'The boat leaves from pier 4.',
  reasoning: 'Tickets of other boats cost between 45 and 58 euros.',
  /** Of the programs in docs/traces.md. */
  shownQuestion: 'When does order 1042 ship?',
  shownReply: 'Order 1042 ships on 5 May.',
} as const;

let turns = 0;

function nextTurn(request: Fields): Turn {
  const { secondQuestion, firstReply, secondReply, toolName, toolArguments, toolResult } = scenario;
  const reasoning = String(request.model).startsWith('o') ? scenario.reasoning : null;
  const said = JSON.stringify(request);
  turns += 1;
  if (said.includes(scenario.shownQuestion)) return { text: scenario.shownReply, call: null, reasoning };
  if (said.includes(secondQuestion)) return { text: secondReply, call: null, reasoning };
  if (said.includes(toolResult)) return { text: firstReply, call: null, reasoning };
  const id = `call_${turns}`;
  if (said.includes(`"${scenario.handoff}"`) && !said.includes(`"${toolName}"`)) {
    return { text: null, call: { id, name: scenario.handoff, arguments: '{}' }, reasoning };
  }
  return { text: null, call: { id, name: toolName, arguments: toolArguments }, reasoning };
}

function chatCompletion(request: Fields): Reply {
  const { text, call, reasoning } = nextTurn(request);
  const calls = call && [
    { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } },
  ];
  const message = {
    role: 'assistant',
    content: text,
    ...(calls && { tool_calls: calls }),
    ...(reasoning !== null && { reasoning_content: reasoning }),
  };
  const finish_reason = call === null ? 'stop' : 'tool_calls';
  const common = { id: `chatcmpl-${turns}`, created: seconds(), model: request.model };
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };
  if (request.stream !== true) {
    const choices = [{ index: 0, message, finish_reason, logprobs: null }];
    return { status: 200, body: { ...common, object: 'chat.completion', choices, usage: counts } };
  }
  const delta = { ...message, ...(calls && { tool_calls: calls.map((one, index) => ({ index, ...one })) }) };
  const chunk = { ...common, object: 'chat.completion.chunk' };
  return eventStream([
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...chunk, choices: [], usage: counts },
  ]);
}

function response(request: Fields): Reply {
  const { text, call, reasoning } = nextTurn(request);
  const id = `resp_${turns}`;
  const thought = reasoning === null ? [] : [{ type: 'summary_text', text: reasoning }];
  const output = [
    ...(reasoning === null ? [] : [{ type: 'reasoning', id: `rs_${turns}`, summary: thought }]),
    call === null
      ? {
          type: 'message',
          id: `msg_${turns}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${turns}`,
          call_id: call.id,
          name: call.name,
          arguments: call.arguments,
          status: 'completed',
        },
  ];
  const body = {
    id,
    object: 'response',
    created_at: seconds(),
    status: 'completed',
    model: request.model,
    output,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: request.tools ?? [],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
  return { status: 200, body };
}

function eventStream(events: Fields[]): Reply {
  const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map(
    (data) => `data: ${data}\n\n`,
  );
  return { status: 200, body: lines.join(''), headers: { 'content-type': 'text/event-stream' } };
}

const seconds = () => Math.floor(Date.now() / 1000);
