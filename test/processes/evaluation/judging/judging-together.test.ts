import { defaultLabels, type EvaluationInput } from '../../../../packages/detector';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../../../../src/evaluation/evaluators/grounding-evaluator';
import { createJudgingPool, type JudgingPool } from '../../../../src/evaluation/judging/judging-pool';

const { signal } = new AbortController();

let pool: JudgingPool;

beforeAll(async () => {
  pool = createJudgingPool({ threads: 1 });
  await pool.ready();
});

afterAll(() => pool.close());

function conversation(replies: number, filler = 0): EvaluationInput {
  const turns = Array.from({ length: replies }, (_, turn) => [
    message('user', `Order ${turn} ships on ${1 + turn} March to Lyon. ${'It is blue. '.repeat(filler)}`),
    message('assistant', `Order ${turn} ships on ${2 + turn} April to Mr. Atkinson in Lyon 🚚.`),
  ]);
  return {
    messages: turns.flat(),
    tools: [],
    issueConfig: { labels: [...defaultLabels], domainContext: 'Customers are in Genève.' },
  };
}

function message(role: 'user' | 'assistant', content: string) {
  return { role, name: null, parts: [{ type: 'text' as const, content }] };
}

/** Verdicts by position; repeats calls until there is one for each position. */
async function judgeAll(
  { evaluateReplies }: JudgingPool['evaluator'],
  input: EvaluationInput,
  positions: number[],
): Promise<[number, Verdict][]> {
  const verdicts: [number, Verdict][] = [];
  const onVerdict = (position: number, verdict: Verdict) => verdicts.push([position, verdict]);
  while (verdicts.length < positions.length)
    await evaluateReplies(input, positions.slice(verdicts.length), { signal, onVerdict });
  return verdicts;
}

function judgeEach(input: EvaluationInput, positions: number[]): Promise<[number, Verdict][]> {
  const evaluator = createGroundingEvaluator();
  return Promise.all(
    positions.map(async (position): Promise<[number, Verdict]> => {
      const messages = input.messages.slice(0, position + 1);
      return [position, await evaluator.evaluate({ ...input, messages }, { signal })];
    }),
  );
}

it.each([
  ['in this thread', () => createGroundingEvaluator(), 0],
  ['in a thread of the pool', () => pool.evaluator, 0],
  ['in a thread and then in a process', () => pool.evaluator, 9_000],
])('returns the verdicts that each reply gets alone: %s', async (_, evaluator, filler) => {
  const input = conversation(8, filler);
  const positions = [1, 5, 7, 11, 15];

  const verdicts = await judgeAll(evaluator(), input, positions);

  expect(verdicts).toEqual(await judgeEach(input, positions));
});

it('returns after its time limit, so that other conversations are served', async () => {
  const input = conversation(600);
  const positions = input.messages.flatMap(({ role }, position) => (role === 'assistant' ? position : []));
  const judged: number[] = [];

  await pool.evaluator.evaluateReplies(input, positions, {
    signal,
    onVerdict: (position) => judged.push(position),
  });

  expect(judged.length).toBeGreaterThan(1);
  expect(judged.length).toBeLessThan(positions.length);
  expect(judged).toEqual(positions.slice(0, judged.length));
});

it('returns the verdicts before the reply that exceeds the memory, and none on that one', async () => {
  // The first replies need little memory, the last one over 100 MB.
  const small = createJudgingPool({ threads: 1, processHeapMb: 64 });
  try {
    const numbers = (from: number, count: number) =>
      message('user', Array.from({ length: count }, (_, index) => `${(from + index) * 7} `).join(''));
    const reply = message('assistant', 'Order 7 ships on 5 May 2021.');
    const messages = [
      message('user', `${'Order 7 is blue. '.repeat(100)}`),
      reply,
      reply,
      numbers(1e6, 1e5),
      reply,
    ];
    const input = { ...conversation(0), messages };

    const verdicts = await judgeAll(small.evaluator, input, [1, 2, 4]);

    expect(verdicts.map(([position, { status }]) => [position, status])).toEqual([
      [1, 'completed'],
      [2, 'completed'],
      [4, 'no_verdict'],
    ]);
  } finally {
    await small.close();
  }
});
