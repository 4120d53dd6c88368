import { readCompletion } from '../../../src/providers/chat-completion';

const countsOf = (usage: Record<string, unknown>) => {
  const { inputTokens, cachedInputTokens, outputTokens } = readCompletion({
    choices: [{ message: { content: 'x' } }],
    usage,
  });
  return { inputTokens, cachedInputTokens, outputTokens };
};
const usage = { prompt_tokens: 100, completion_tokens: 50 };
const reasoning = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } });

it.each<[string, Record<string, unknown>, number]>([
  ['includes reasoning tokens, as OpenAI does', { total_tokens: 150, ...reasoning(40) }, 50],
  ['includes them, without a total', reasoning(40), 50],
  ['excludes them, and names them', { total_tokens: 190, ...reasoning(40) }, 90],
  ['excludes them, and only the total has them', { total_tokens: 190 }, 90],
  ['has another total, which reasoning does not explain', { total_tokens: 170, ...reasoning(40) }, 50],
])('counts reasoning once where the output %s', (_case, extra, output) => {
  expect(countsOf({ ...usage, ...extra })).toMatchObject({ inputTokens: 100, outputTokens: output });
});

it('reads cached input of OpenAI and of DeepSeek', () => {
  expect(countsOf({ ...usage, prompt_tokens_details: { cached_tokens: 60 } }).cachedInputTokens).toBe(60);
  expect(countsOf({ ...usage, prompt_cache_hit_tokens: 70 }).cachedInputTokens).toBe(70);
  expect(countsOf(usage).cachedInputTokens).toBe(0);
});

it('ignores details that cannot be read', () => {
  const odd = { total_tokens: 'many', prompt_tokens_details: [], completion_tokens_details: 'none' };
  expect(countsOf({ ...usage, ...odd })).toEqual({
    inputTokens: 100,
    cachedInputTokens: 0,
    outputTokens: 50,
  });
});

it.each<
  [string, Record<string, unknown>, { inputTokens: number; cachedInputTokens: number; outputTokens: number }]
>([
  [
    'in addition to the prompt',
    { prompt_tokens: 20, completion_tokens: 20, total_tokens: 1040, cache_read_input_tokens: 1000 },
    { inputTokens: 1020, cachedInputTokens: 1000, outputTokens: 20 },
  ],
  [
    'in addition, read and written',
    {
      prompt_tokens: 20,
      completion_tokens: 20,
      total_tokens: 1047,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 7,
    },
    { inputTokens: 1027, cachedInputTokens: 1000, outputTokens: 20 },
  ],
  [
    'in addition, with reasoning that is in addition too',
    {
      prompt_tokens: 20,
      completion_tokens: 20,
      total_tokens: 1070,
      cache_read_input_tokens: 1000,
      ...reasoning(30),
    },
    { inputTokens: 1020, cachedInputTokens: 1000, outputTokens: 50 },
  ],
  [
    'in addition, without a total',
    { prompt_tokens: 20, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 1000 } },
    { inputTokens: 1020, cachedInputTokens: 1000, outputTokens: 20 },
  ],
  [
    'in the prompt',
    { prompt_tokens: 1020, completion_tokens: 20, total_tokens: 1040, cache_read_input_tokens: 1000 },
    { inputTokens: 1020, cachedInputTokens: 1000, outputTokens: 20 },
  ],
])('counts what was read from the cache as input, %s', (_case, counts, expected) => {
  expect(countsOf(counts)).toEqual(expected);
});

it('reads counts that are text or no integers', () => {
  expect(countsOf({ prompt_tokens: '100', completion_tokens: 20.5, total_tokens: '120.5' })).toMatchObject({
    inputTokens: 100,
    outputTokens: 21,
  });
});
