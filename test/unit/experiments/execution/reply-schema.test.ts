import { replySchemaOf } from '../../../../src/experiments/execution/reply-schema';

describe('the schema of structured output', () => {
  it('requires every field and lets optional ones be null', () => {
    const { schema } = replySchemaOf([
      { name: 'answer', type: 'string', isList: false, isOptional: false },
      { name: 'pages', type: 'integer', isList: true, isOptional: true },
    ]);

    expect(schema).toEqual({
      type: 'object',
      properties: {
        answer: { type: 'string' },
        pages: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
      },
      required: ['answer', 'pages'],
      additionalProperties: false,
    });
  });
});
