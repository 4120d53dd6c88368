import { detectionRequestSchema } from '../../../../src/evaluation/detection/detection.schema';
import { otherFields, toGeneration } from '../../../../src/evaluation/detection/generation-info';
import { toProblems } from '../../../../src/platform/http/problems';

const messages = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
];

function problemsOf(body: unknown): [string, string][] {
  const parsed = detectionRequestSchema.safeParse(body, { reportInput: true });
  if (parsed.success) return [];
  return toProblems(parsed.error, 'body').map(({ loc, type }) => [loc.join('.'), type]);
}

describe('detection request', () => {
  it('stores by default, and accepts null for absent fields', () => {
    const body = { messages, generation_info: null, config: null, tools: null };

    expect(detectionRequestSchema.parse(body).store_conversation).toBe(true);
    expect(
      problemsOf({ ...body, config: { labels: null, domain_context: null, evaluator_id: null } }),
    ).toEqual([]);
  });

  it('reports every problem at once, each in its place', () => {
    const labels = [
      { name: 'a', description: '' },
      { name: 'A b', description: '' },
      { name: 'a', description: '' },
    ];
    const body = {
      messages: [],
      store_conversation: 'yes',
      generation_info: { input_tokens: -1 },
      config: { labels, evaluator_id: 'x' },
      extra: 1,
    };

    expect(problemsOf(body)).toEqual(
      expect.arrayContaining([
        ['body.messages', 'too_short'],
        ['body.store_conversation', 'bool_parsing'],
        ['body.generation_info.input_tokens', 'greater_than_equal'],
        ['body.config.labels.1.name', 'string_pattern_mismatch'],
        ['body.config.evaluator_id', 'uuid_parsing'],
        ['body.extra', 'extra_forbidden'],
      ]),
    );
  });

  it('rejects a duplicate label', () => {
    const labels = [
      { name: 'a', description: '' },
      { name: 'a', description: '' },
    ];

    expect(problemsOf({ messages, config: { labels } })).toEqual([
      ['body.config.labels.1.name', 'value_error'],
    ]);
  });

  it('rejects a conversation that does not end with the assistant', () => {
    expect(problemsOf({ messages: messages.slice(0, 1) })).toEqual([['body.messages.0.role', 'value_error']]);
  });
});

describe('generation_info', () => {
  const info = { model: 'm', output_tokens: 9, cost_usd: null, seed: 7 };

  it('returns the known fields, null for missing ones', () => {
    expect(toGeneration(info)).toEqual({
      model: 'm',
      provider: null,
      inputTokens: null,
      outputTokens: 9,
      latencyMs: null,
      costUsd: null,
      finishReason: null,
    });
    expect(toGeneration({ seed: 7 })).toBeNull();
  });

  it('preserves the other fields', () => {
    expect(otherFields(info)).toEqual({ seed: 7 });
    expect(otherFields({ model: 'm' })).toBeNull();
  });
});
