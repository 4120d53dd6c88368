import { defaultLabels, type EvaluationInput } from '../../../../packages/detector';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../../../../src/evaluation/evaluators/grounding-evaluator';
import { createJudgingPool, type JudgingPool } from '../../../../src/evaluation/judging/judging-pool';
import { eventually } from '../../../support/eventually';

const { signal } = new AbortController();
const reply = 'Order 7 ships on 5 May 2021 to Mr. Atkinson, who paid 300 dollars.';

let pool: JudgingPool;

beforeAll(async () => {
  pool = createJudgingPool({ threads: 2 });
  await pool.ready();
});

afterAll(() => pool.close());

function conversation(units: number, sentence: (index: number) => string = orderSentence): EvaluationInput {
  const sentences = [];
  for (let length = 0, index = 0; length < units; index += 1) {
    sentences.push(sentence(index));
    length += sentences.at(-1)?.length ?? 0;
  }
  const half = sentences.length / 2;
  return {
    messages: [
      { role: 'system', name: null, parts: [text(sentences.slice(0, half).join('\n'))] },
      { role: 'user', name: 'Zoë', parts: sentences.slice(half).map(text) },
      { role: 'assistant', name: null, parts: [text(reply)] },
    ],
    tools: [],
    issueConfig: { labels: [...defaultLabels], domainContext: 'Customers are in Genève.' },
  };
}

/** Judged fast, as it has no words. */
const blankLine = () => `${' '.repeat(999)}\n`;
const orderSentence = (index: number) => `Order ${index} ships on ${1 + (index % 28)} March to Lyon 🚚.`;

function text(content: string) {
  return { type: 'text', content } as const;
}

function countChildProcesses(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}

/** The engines of the test run, if this file runs in the process of the global setup. */
const otherProcesses = countChildProcesses();
const judgingProcesses = () => countChildProcesses() - otherProcesses;

it.each([
  ['a short conversation', 100],
  ['one that fills a thread', 300_000],
  ['one that is judged in a process', 600_000],
])('returns the verdict of the evaluator itself for %s', async (_, units) => {
  const input = conversation(units);

  const verdict = await pool.evaluator.evaluate(input, { signal });

  expect(verdict).toEqual(await createGroundingEvaluator().evaluate(input, { signal }));
  expect(verdict).toMatchObject({
    status: 'completed',
    annotations: expect.arrayContaining([
      expect.objectContaining({ text: expect.stringContaining('5 May 2021') }),
    ]),
  });
});

it('returns no verdict on a conversation that exceeds the memory, and judges the next', async () => {
  // Counting its tokens needs 44 MB, judging it over 192.
  const small = createJudgingPool({ threads: 1, processHeapMb: 96 });
  try {
    const numbers = conversation(2_000_000, (index) => `${index * 7} `);

    const verdict = await small.evaluator.evaluate(numbers, { signal });

    expect(verdict).toMatchObject({ status: 'no_verdict', reason: 'too_long', usage: { costCents: 0 } });
    expect(verdict.usage.inputTokens).toBeGreaterThan(500_000);
    expect(verdict.coverage.evidenceTotal).toBeGreaterThan(2_000_000);
    expect(await small.evaluator.evaluate(conversation(100), { signal })).toMatchObject({
      status: 'completed',
    });
  } finally {
    await small.close();
  }
});

it('ends the process of an aborted judgment, and judges the next', async () => {
  const abort = new AbortController();
  const judging = pool.evaluator.evaluate(conversation(4_000_000), { signal: abort.signal });
  const waiting = pool.evaluator.evaluate(conversation(600_000, blankLine), { signal });
  await eventually(async () => judgingProcesses() === 1);

  abort.abort(new Error('the client has left'));

  await expect(judging).rejects.toThrow('the client has left');
  expect(await waiting).toMatchObject({ status: 'completed' });
  await eventually(async () => judgingProcesses() === 0);
});

it('rejects an aborted judgment immediately while its thread completes it', async () => {
  const reason = new Error('the activity was cancelled');
  const abort = new AbortController();
  const judging = Array.from({ length: 6 }, () =>
    pool.evaluator.evaluate(conversation(100_000), { signal: abort.signal }),
  );
  abort.abort(reason);

  expect(await Promise.allSettled(judging)).toEqual(judging.map(() => ({ status: 'rejected', reason })));
  expect(await pool.evaluator.evaluate(conversation(100), { signal })).toMatchObject({ status: 'completed' });
});

it('judges short conversations while a long one is judged', async () => {
  const ended: string[] = [];
  const noteEnd = (name: string) => (verdict: Verdict) => {
    ended.push(`${name} ${verdict.status}`);
  };
  const long = pool.evaluator.evaluate(conversation(800_000), { signal }).then(noteEnd('long'));

  await pool.evaluator.evaluate(conversation(100), { signal }).then(noteEnd('short'));
  await long;

  expect(ended).toEqual(['short completed', 'long completed']);
});

it('serves other work between two short replies', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  const judging = Array.from({ length: 20 }, () => pool.evaluator.evaluate(conversation(1500), { signal }));

  await Promise.all(judging);
  clearInterval(counting);

  expect(turns).toBeGreaterThanOrEqual(judging.length - 1);
});

it('gives another workspace the next thread, and rejects judgments above the share of one', async () => {
  const ended: string[] = [];
  const judgeFor = (workspaceId: string, units: number) =>
    pool.evaluator.evaluate(conversation(units), { signal, workspaceId }).then(() => {
      ended.push(workspaceId);
    });
  const greedy = Array.from({ length: 250 }, () => judgeFor('greedy', 2000));
  await expect(judgeFor('greedy', 2000)).rejects.toMatchObject({ code: 'evaluator_busy' });

  await judgeFor('other', 100);
  expect(ended.length).toBeLessThan(20);

  await Promise.all(greedy);
});

it('gives another workspace the next process', async () => {
  const ended: string[] = [];
  const abort = new AbortController();
  const judgeFor = (workspaceId: string) =>
    pool.evaluator
      .evaluate(conversation(550_000, blankLine), { signal: abort.signal, workspaceId })
      .then(() => {
        ended.push(workspaceId);
      });
  const greedy = Promise.allSettled(Array.from({ length: 5 }, () => judgeFor('greedy')));

  await judgeFor('other');
  abort.abort(new Error('what is shown needs no more judgments'));
  await greedy;

  // Two processes: two of the greedy have ended before, and perhaps one next to the other.
  expect(ended.length).toBeLessThan(5);
});

it('rejects judgments in progress when it is closed', async () => {
  const closing = createJudgingPool({ threads: 1 });
  const judging = [conversation(100), conversation(800_000)].map((input) =>
    closing.evaluator.evaluate(input, { signal }),
  );
  const outcomes = Promise.allSettled(judging);
  await eventually(async () => judgingProcesses() === 1);

  await closing.close();

  expect((await outcomes).at(-1)).toMatchObject({ status: 'rejected' });
  await eventually(async () => judgingProcesses() === 0);
});
