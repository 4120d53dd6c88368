import type { ConversationDetail, Evaluation } from '../../../web/src/api/types';
import {
  buildIssues,
  findIssueAt,
  findLastEvaluation,
  findUnevaluatedReply,
  groupByEvaluator,
} from '../../../web/src/workspace/transcript/issues';

const evaluation = (changes: object) =>
  ({
    evaluator_id: 'g',
    evaluator_version: 1,
    message_id: 'm1',
    created_at: '2026-01-01T00:00:00.000Z',
    annotations: [],
    ...changes,
  }) as unknown as Evaluation;
const at = (message_part_index: number, start_offset: number) => ({ message_part_index, start_offset });
const messages = [
  {
    id: 'm0',
    role: 'user',
    parts: [
      { type: 'text', content: 'Hello' },
      { type: 'file', file_id: 'f' },
    ],
  },
  { id: 'm1', role: 'assistant', parts: [{ type: 'tool_call', id: null, name: 'f', arguments: '{}' }] },
] as unknown as ConversationDetail['messages'];

it('keeps the newest evaluation of each message, one result for each version of an evaluator', () => {
  const old = evaluation({ id: 'old' });
  const newer = evaluation({ id: 'newer', created_at: '2026-01-02T00:00:00.000Z' });
  const other = evaluation({ id: 'other', message_id: 'm0' });
  const second = evaluation({ id: 'second', evaluator_version: 2, created_at: '2026-01-03T00:00:00.000Z' });

  const results = groupByEvaluator([old, second, other, newer]);

  expect(results.map(({ key, evaluations }) => [key, evaluations.map(({ id }) => id)])).toEqual([
    ['g.2', ['second']],
    ['g.1', ['newer', 'other']],
  ]);
});

it('numbers issues in reading order and omits those of unknown messages', () => {
  const evaluations = [
    evaluation({ annotations: [at(1, 3), at(0, 9), at(0, 2)] }),
    evaluation({ message_id: 'm0', annotations: [at(0, 0)] }),
    evaluation({ message_id: 'gone', annotations: [at(0, 0)] }),
  ];

  const issues = buildIssues({ messages } as ConversationDetail, evaluations);

  expect(
    issues.map(({ number, messageIndex, annotation }) => [
      number,
      messageIndex,
      annotation.message_part_index,
      annotation.start_offset,
    ]),
  ).toEqual([
    [1, 0, 0, 0],
    [2, 1, 0, 2],
    [3, 1, 0, 9],
    [4, 1, 1, 3],
  ]);
});

it('takes the last judged reply in the order of messages, whichever was judged last', () => {
  const first = evaluation({ message_id: 'm0', created_at: '2026-01-02T00:00:00.000Z' });
  const second = evaluation({ message_id: 'm1', status: 'not_judgeable' });

  expect(findLastEvaluation({ messages }, [first, second])).toEqual({ messageIndex: 1, evaluation: second });
  expect(findLastEvaluation({ messages }, [])).toBeNull();
});

it('finds a last reply that is later than the last evaluated one', () => {
  const at = (messageIndex: number) => ({ messageIndex, evaluation: evaluation({}) });

  expect(findUnevaluatedReply({ messages }, at(0))).toBe(1);
  expect(findUnevaluatedReply({ messages }, at(1))).toBeNull();
  // The evaluated reply is not loaded.
  expect(findUnevaluatedReply({ messages }, at(-1))).toBeNull();
  expect(findUnevaluatedReply({ messages }, null)).toBeNull();
});

it('finds the issue whose span a link names, and none for a span that has moved', () => {
  const issues = buildIssues({ messages } as ConversationDetail, [
    evaluation({ annotations: [at(0, 2), at(0, 9)] }),
  ]);

  const span = (start: number) => ({ messageId: 'm1', ...at(0, start), end_offset: start + 1 });
  expect(findIssueAt(issues, span(9))?.number).toBe(2);
  expect(findIssueAt(issues, span(8))).toBeUndefined();
  expect(findIssueAt(issues, null)).toBeUndefined();
});
