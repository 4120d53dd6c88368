import type { Message } from '../../../../packages/formats';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import { withSchemaIssue } from '../../../../src/experiments/execution/schema-issue';

const labels = [
  { name: 'fabrication', description: '' },
  { name: 'bad_json', description: '', covers: ['schema_mismatch' as const] },
];
const message: Message = {
  role: 'assistant',
  name: null,
  parts: [{ type: 'text', content: '😀 In 1887.' }],
};
const errors = [{ path: 'year', message: 'Invalid input' }];
const usage = { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 };
const coverage = { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] };
const clean: Verdict = { status: 'completed', annotations: [], score: 0.1, unanchored: 0, usage, coverage };
const notJudgeable: Verdict = { status: 'not_judgeable', reason: 'no_evidence', usage, coverage };
const noVerdict: Verdict = { status: 'no_verdict', reason: 'timeout', message: '', usage, coverage };
const issue = {
  text: '😀 In 1887.',
  label: 'bad_json',
  explanation: 'The reply does not match the output schema. year: Invalid input',
  startOffset: 0,
  endOffset: 10,
};

it('marks a reply that does not match, with the label that covers it', () => {
  expect(withSchemaIssue(clean, message, errors, labels)).toMatchObject({ score: 0.1, annotations: [issue] });
});

it('judges a reply that the evaluator cannot judge', () => {
  expect(withSchemaIssue(notJudgeable, message, errors, labels)).toMatchObject({
    status: 'completed',
    annotations: [issue],
    score: null,
  });
});

it.each([
  ['a label for it', clean, errors, labels.slice(0, 1)],
  ['an error', clean, [], labels],
  ['an output schema', notJudgeable, null, labels],
  ['a verdict', noVerdict, errors, labels],
])('changes nothing without %s', (_case, verdict, found, configured) => {
  expect(withSchemaIssue(verdict, message, found, configured)).toEqual(verdict);
});
