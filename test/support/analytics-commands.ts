import type { WrittenAnnotation, WrittenEvaluation } from './analytics-reference';
import { instantArbitrary } from './counted-messages';
import { fc } from './property';

/** The times of the messages are spread around this one. */
export const BASE = Date.UTC(2026, 2, 1);

export const toolNames = ['search', 'book', '$where.x'];
export const labels = ['fabrication', 'reasoning_error', 'context_misattribution'];

interface ResultSpec {
  response: string;
  isError: boolean;
  isFailed: boolean;
}

export type MessageSpec = { createdAt: number } & (
  | { role: 'user' }
  | { role: 'assistant'; calls: string[]; model: string | null }
  | { role: 'tool'; tool: string; result: ResultSpec }
);

export type Command =
  | {
      kind: 'store';
      workspace: 0 | 1;
      type: 'import' | 'trace';
      tags: Record<string, string>;
      messages: MessageSpec[];
    }
  | { kind: 'grow'; pick: number; messages: MessageSpec[] }
  | {
      kind: 'evaluate';
      pick: number;
      evaluator: number;
      minute: number;
      ending: WrittenEvaluation['ending'];
      annotations: WrittenAnnotation[];
    }
  | { kind: 'reply'; pick: number; message: MessageSpec }
  | { kind: 'remove'; pick: number }
  | { kind: 'retain'; workspace: 0 | 1; days: number | null }
  | { kind: 'keep-new'; days: number | null }
  | { kind: 'pass-days'; days: number }
  | { kind: 'delete-expired'; which: 'messages' | 'conversations' }
  | { kind: 'choose-tags'; keys: string[] }
  | { kind: 'refresh' };

const tool = fc.constantFrom(...toolNames);
const workspace = fc.constantFrom(0 as const, 1 as const);
const pick = fc.nat(999);
const days = fc.option(fc.integer({ min: 1, max: 4 }));

export const timeArbitrary = instantArbitrary.map((instant) => BASE + instant);

const result: fc.Arbitrary<ResultSpec> = fc.constantFrom(
  { response: 'It is there.', isError: false, isFailed: false },
  { response: 'No answer.', isError: true, isFailed: true },
  { response: '{"error": "no such order"}', isError: false, isFailed: true },
  { response: '{"error": null, "found": 1}', isError: false, isFailed: false },
  { response: '{"error": false}', isError: false, isFailed: false },
  { response: '{"deep": {"error": true}}', isError: false, isFailed: false },
);

const assistant = fc.record({
  role: fc.constant('assistant' as const),
  createdAt: timeArbitrary,
  calls: fc.array(tool, { maxLength: 3 }),
  model: fc.option(fc.constantFrom('small', 'large')),
});

const message: fc.Arbitrary<MessageSpec> = fc.oneof(
  { weight: 3, arbitrary: assistant },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('user' as const), createdAt: timeArbitrary }) },
  {
    weight: 2,
    arbitrary: fc.record({ role: fc.constant('tool' as const), createdAt: timeArbitrary, tool, result }),
  },
);

const annotation: fc.Arbitrary<WrittenAnnotation> = fc.record({
  label: fc.constantFrom(...labels),
  partIndex: fc.integer({ min: 0, max: 2 }),
  parameterName: fc.option(fc.constantFrom('city', 'address.zip')),
});

const kind = <Kind extends Command['kind']>(name: Kind) => fc.constant(name);

export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('store'),
      workspace,
      type: fc.constantFrom('import' as const, 'trace' as const),
      tags: fc.constantFrom<Record<string, string>>({}, { team: 'red', city: 'Oslo' }, { team: 'blue' }),
      messages: fc.array(message, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('grow'),
      pick,
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('evaluate'),
      pick,
      evaluator: fc.nat(1),
      minute: fc.nat(2),
      ending: fc.constantFrom('completed', 'completed', 'completed', 'no_verdict', 'not_judgeable'),
      annotations: fc.array(annotation, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('reply'), pick, message: assistant }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('remove'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('retain'), workspace, days }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('keep-new'), days }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('pass-days'), days: fc.integer({ min: 1, max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('delete-expired'),
      which: fc.constantFrom('messages' as const, 'conversations' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('choose-tags'), keys: fc.subarray(['team', 'city']) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('refresh') }) },
);
