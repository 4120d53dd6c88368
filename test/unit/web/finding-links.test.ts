import { findingPath, readSpan } from '../../../web/src/text/finding-links';

const messageId = '0d9a1c52-6d8e-4b7e-9a3f-2f6b8c1d4e50';
const place = { message_part_index: 1, start_offset: 7, end_offset: 12 };
const finding = {
  conversation_id: 'conversation',
  message_id: messageId,
  evaluator_id: 'judge',
  evaluator_version: 2,
  experiment_id: null,
  item_id: null,
  ...place,
};

it('names the evaluator with its version, and the span', () => {
  expect(findingPath(finding)).toBe(`conversations/conversation?evaluator=judge.2&span=${messageId}.1.7.12`);
  expect(readSpan(`${messageId}.1.7.12`)).toEqual({ messageId, ...place });
  expect(['', `${messageId}.1.7`, `${messageId}.1.7.x`, null].map(readSpan)).toEqual(Array(4).fill(null));
});

it('names no evaluator for a span that a person marked', () => {
  expect(findingPath({ ...finding, evaluator_id: null, evaluator_version: null })).toBe(
    `conversations/conversation?span=${messageId}.1.7.12`,
  );
});

it('names the item that wrote the reply', () => {
  expect(findingPath({ ...finding, experiment_id: 'experiment', item_id: 'item' })).toBe(
    `experiments/experiment?tab=items&item=item&span=${messageId}.1.7.12`,
  );
});
