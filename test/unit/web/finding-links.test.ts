import { findingParams, spanKey } from '../../../web/src/text/finding-links';

const finding = {
  evaluator_id: 'judge',
  evaluator_version: 2,
  message_id: 'message',
  message_part_index: 1,
  start_offset: 7,
};

it('names the evaluator with its version, and the place of the span', () => {
  expect(findingParams(finding)).toBe('evaluator=judge.2&span=message.1.7');
  expect(spanKey('message', finding)).toBe('message.1.7');
});

it('names no evaluator for a span that a person marked', () => {
  expect(findingParams({ ...finding, evaluator_id: null, evaluator_version: null })).toBe('span=message.1.7');
});
