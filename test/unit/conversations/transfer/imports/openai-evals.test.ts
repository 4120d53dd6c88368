import type { OutputItemListResponse } from 'openai/resources/evals/runs/output-items';
import { conversationOf, readLine } from './read-line';

const item: OutputItemListResponse = {
  object: 'eval.run.output_item',
  id: 'outputitem_67e5796c28e081909917bf79f6e6214d',
  created_at: 1_743_092_076,
  run_id: 'evalrun_67abd54d60ec8190832b46859da808f7',
  eval_id: 'eval_67abd54d9b0081909a86353f6fb9317a',
  status: 'pass',
  datasource_item_id: 5,
  datasource_item: { input: 'When is the first boat?', ground_truth: '07:40' },
  results: [{ name: 'String check-a2486074', sample: null, passed: true, score: 1 }],
  sample: {
    input: [
      { role: 'developer', content: 'Use the timetable.' },
      { role: 'user', content: 'When is the first boat?' },
    ],
    output: [{ role: 'assistant', content: 'At 07:40.' }],
    finish_reason: 'stop',
    model: 'gpt-4o-mini-2024-07-18',
    usage: { total_tokens: 325, completion_tokens: 2, prompt_tokens: 323, cached_tokens: 0 },
    // biome-ignore lint/suspicious/noExplicitAny: the types of OpenAI exclude what its API sends
    error: null as any,
    temperature: 1,
    max_completion_tokens: 2048,
    top_p: 1,
    seed: 42,
  },
};

const failed = { ...item.sample, output: [], error: { code: 'rate_limit', message: 'slow down' } };

it('reads the sampled reply to the messages of an item', () => {
  expect(readLine('openai-evals', item)).toEqual([
    'developer: Use the timetable.',
    'user: When is the first boat?',
    'assistant: At 07:40.',
  ]);
  expect(conversationOf('openai-evals', item)).toMatchObject({
    externalId: item.id,
    tags: {
      openai_eval_run: item.run_id,
      openai_eval: item.eval_id,
      openai_eval_item: '5',
      openai_eval_status: 'pass',
      'grader_String check-a2486074': 'pass',
    },
    messages: [
      {},
      {},
      { generation: { model: item.sample.model, inputTokens: 323, outputTokens: 2, finishReason: 'stop' } },
    ],
  });
});

it('ignores failed samples, and reports lines of other objects', () => {
  expect(readLine('openai-evals', { ...item, sample: failed })).toEqual(['failed request']);
  expect(readLine('openai-evals', { ...item, sample: { ...item.sample, output: [] } })).toEqual([
    'no sampled reply',
  ]);
  expect(readLine('openai-evals', { object: 'eval.run', id: item.run_id })).toEqual([
    expect.stringMatching(/^body\.object: Value error, should be eval\.run\.output_item/),
  ]);
});
