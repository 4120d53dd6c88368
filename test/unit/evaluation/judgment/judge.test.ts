import type { Annotation, EvaluationInput } from '../../../../packages/detector';
import type { Message } from '../../../../packages/formats';
import { parseJson } from '../../../../packages/text';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import type { Evaluator } from '../../../../src/evaluation/judgment/evaluator';
import { judge } from '../../../../src/evaluation/judgment/judge';

const reply: Message = {
  role: 'assistant',
  name: null,
  parts: [{ type: 'text', content: '😀 Order 1042 ships on 5 May.' }],
};
const input: EvaluationInput = {
  messages: [reply],
  tools: [],
  issueConfig: { labels: [{ name: 'fabrication', description: '' }], domainContext: null },
};
const truthful: Annotation = {
  text: '5 May',
  label: 'fabrication',
  explanation: '',
  messagePartIndex: 0,
  startOffset: 22,
  endOffset: 27,
  toolName: null,
  parameterName: null,
  confidence: null,
  evidence: [],
};
const coverage = { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] };
const { signal } = new AbortController();

function evaluatorThatReturns(verdict: Verdict): Evaluator {
  return { evaluate: async () => verdict };
}

function completed(annotations: Annotation[]): Verdict {
  const usage = { inputTokens: 7, costCents: 0.5, calls: 1, retriedCalls: 0 };
  return { status: 'completed', annotations, score: 0.8, unanchored: 2, usage, coverage };
}

describe('judge', () => {
  it('returns valid annotations unchanged', async () => {
    const verdict = completed([truthful]);

    expect(await judge(evaluatorThatReturns(verdict), input, { signal })).toEqual(verdict);
  });

  it.each([
    ['other offsets', { startOffset: 21, endOffset: 26 }],
    ['offsets in UTF-16 units', { startOffset: 23, endOffset: 28 }],
    ['another text', { text: '3 May' }],
    ['a part that is not there', { messagePartIndex: 1 }],
    ['offsets beyond the end', { text: '.', startOffset: 99, endOffset: 100 }],
    ['an empty span', { text: '', endOffset: 22 }],
    ['offsets that are no numbers', { startOffset: Number.NaN, endOffset: Number.NaN }],
  ])('drops and counts a span with %s', async (_, lie) => {
    const verdict = completed([{ ...truthful, ...lie }, truthful]);

    const judged = await judge(evaluatorThatReturns(verdict), input, { signal });

    expect(judged).toEqual({ ...completed([truthful]), unanchored: 3 });
  });

  it('has no verdict if nothing that was reported is in the reply', async () => {
    const { usage } = completed([]);

    expect(await judge(evaluatorThatReturns(completed([])), input, { signal })).toEqual({
      status: 'no_verdict',
      reason: 'unanchored',
      message: 'None of the reported findings could be located in the reply: 2',
      usage,
      coverage,
    });
  });

  it('returns a no_verdict unchanged', async () => {
    const verdict: Verdict = {
      status: 'no_verdict',
      reason: 'refused',
      message: 'No',
      usage: { inputTokens: 0, costCents: null, calls: 1, retriedCalls: 0 },
      coverage,
    };

    expect(await judge(evaluatorThatReturns(verdict), input, { signal })).toEqual(verdict);
  });

  it('rejects a conversation without messages', async () => {
    await expect(
      judge(evaluatorThatReturns(completed([])), { ...input, messages: [] }, { signal }),
    ).rejects.toThrow(RangeError);
  });
});

it('gives evaluators plain numbers of tools, which a copy for a thread keeps', async () => {
  const parameters = parseJson(
    '{"properties": {"radius": {"default": 5.0, "maximum": 9223372036854775807}}}',
  );
  const tools = [{ name: 'search', description: null, parameters: parameters as Record<string, unknown> }];
  const evaluate = jest.fn(async () => completed([]));

  await judge({ evaluate }, { ...input, tools }, { signal, workspaceId: 'w' });

  expect(structuredClone(evaluate.mock.calls[0])).toMatchObject([
    { tools: [{ parameters: { properties: { radius: { default: 5, maximum: 2 ** 63 } } } }] },
    {},
  ]);
});
