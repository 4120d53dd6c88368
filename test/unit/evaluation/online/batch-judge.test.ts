import type { EvaluationInput } from '../../../../packages/detector';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import type { StoredMessage } from '../../../../src/conversations/transcript/conversation';
import type { EvaluateRepliesOptions } from '../../../../src/evaluation/judgment/evaluator';
import { BatchJudge } from '../../../../src/evaluation/online/batch-judge';

const coverage = { windows: 1, evidenceExamined: 1, evidenceTotal: 1, limits: [] };
const usage = { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 };
const replies = ['a', 'b', 'c', 'd', 'e'].map(
  (id) =>
    ({
      id,
      role: 'assistant',
      name: null,
      parts: [{ type: 'text', content: id }],
    }) as unknown as StoredMessage,
);
const conversation: EvaluationInput = {
  messages: replies,
  tools: [],
  issueConfig: { labels: [], domainContext: null },
};

const verdictAt = (position: number): Verdict => ({
  status: 'completed',
  annotations: [],
  score: position / 10,
  unanchored: 0,
  usage,
  coverage,
});

/** Judges `count` replies per batch; a batch that begins at a position in `fails` throws. */
function evaluator(count: number, fails: readonly number[] = []) {
  const turns: (readonly number[])[] = [];
  const evaluateReplies = async (
    _: EvaluationInput,
    positions: readonly number[],
    { onVerdict }: EvaluateRepliesOptions,
  ): Promise<void> => {
    turns.push(positions);
    await Promise.resolve();
    for (const [index, position] of positions.slice(0, count).entries()) {
      if (fails.includes(position)) throw new Error(`busy at ${position} as number ${index}`);
      onVerdict(position, verdictAt(position));
    }
  };
  return { turns, evaluateReplies };
}

const together = (of = replies) => new BatchJudge('w', conversation, of, new AbortController().signal);

async function judgeAll(
  judging: BatchJudge,
  { evaluateReplies }: ReturnType<typeof evaluator>,
  of = replies,
) {
  const outcomes = await Promise.allSettled(of.map((reply) => judging.judge(reply, evaluateReplies)));
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
  );
}

it('judges the replies of concurrent requests in one batch', async () => {
  const all = evaluator(10);

  expect(await judgeAll(together(), all)).toEqual([0, 1, 2, 3, 4].map(verdictAt));

  expect(all.turns).toEqual([[0, 1, 2, 3, 4]]);
});

it('stores verdicts for later requests, and continues where a batch has ended', async () => {
  const three = evaluator(3);
  const judging = together();

  const first = await judgeAll(judging, three, replies.slice(0, 2));
  const rest = await judgeAll(judging, three, replies.slice(2));

  expect([...first, ...rest]).toEqual([0, 1, 2, 3, 4].map(verdictAt));
  expect(three.turns).toEqual([
    [0, 1, 2, 3, 4],
    [3, 4],
  ]);
});

it('fails only the first reply of a batch', async () => {
  const failing = evaluator(10, [2]);

  expect(await judgeAll(together(), failing)).toEqual([
    verdictAt(0),
    verdictAt(1),
    'busy at 2 as number 0',
    verdictAt(3),
    verdictAt(4),
  ]);
});

it('skips messages that are not replies', async () => {
  const all = evaluator(10);
  const some = [replies[1] as StoredMessage, replies[3] as StoredMessage];

  expect(await judgeAll(together(some), all, some)).toEqual([1, 3].map(verdictAt));

  expect(all.turns).toEqual([[1, 3]]);
});

it('throws when the evaluator reaches no verdict', async () => {
  expect(await judgeAll(together(), evaluator(0), replies.slice(0, 1))).toEqual([
    'The evaluator returned no verdict',
  ]);
});
