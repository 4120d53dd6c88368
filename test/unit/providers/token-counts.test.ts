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

const allCounts = (input: number | null, cached: number, output: number | null) => ({
  inputTokens: input,
  cachedInputTokens: cached,
  outputTokens: output,
});

it.each<[string, Record<string, unknown>, ReturnType<typeof allCounts>]>([
  ['as text', { prompt_tokens: '100', completion_tokens: ' 20 ' }, allCounts(100, 0, 20)],
  ['with a fraction', { prompt_tokens: 99.7, completion_tokens: 20.2 }, allCounts(100, 0, 20)],
  ['that are null', { prompt_tokens: null, completion_tokens: 20 }, allCounts(null, 0, 20)],
  ['that are missing', { completion_tokens: 20 }, allCounts(null, 0, 20)],
  ['below zero', { prompt_tokens: -1, completion_tokens: 20 }, allCounts(null, 0, 20)],
  ['that are no numbers', { prompt_tokens: 'many', completion_tokens: {} }, allCounts(null, 0, null)],
  ['without end', { prompt_tokens: 1e300, completion_tokens: 20 }, allCounts(null, 0, 20)],
])('reads counts %s', (_case, counts, expected) => {
  expect(countsOf(counts)).toEqual(expected);
});

it.each([null, [], 'none', 7])('reads a reply whose usage is %j', (none) => {
  const completion = readCompletion({ choices: [{ message: { content: 'x' } }], usage: none });

  expect(completion).toMatchObject({ message: { parts: [{ content: 'x' }] }, ...allCounts(null, 0, null) });
});

it.each<[string, Record<string, unknown>, ReturnType<typeof allCounts>]>([
  [
    'separately from the input, as the rest of the total',
    { prompt_tokens: 20, completion_tokens: 50, total_tokens: 1_070, cache_read_input_tokens: 1_000 },
    allCounts(1_020, 1_000, 50),
  ],
  [
    'separately, with those written to it',
    {
      prompt_tokens: 20,
      completion_tokens: 50,
      total_tokens: 1_370,
      cache_read_input_tokens: 1_000,
      cache_creation_input_tokens: 300,
    },
    allCounts(1_320, 1_000, 50),
  ],
  [
    'separately, next to separate reasoning',
    {
      prompt_tokens: 20,
      completion_tokens: 50,
      total_tokens: 1_110,
      cache_read_input_tokens: 1_000,
      ...reasoning(40),
    },
    allCounts(1_020, 1_000, 90),
  ],
  [
    'separately, without a total',
    { prompt_tokens: 20, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 1_000 } },
    allCounts(1_020, 1_000, 50),
  ],
  [
    'as part of the input',
    { prompt_tokens: 1_020, completion_tokens: 50, total_tokens: 1_070, cache_read_input_tokens: 1_000 },
    allCounts(1_020, 1_000, 50),
  ],
])('counts tokens of the cache as input where a provider reports them %s', (_case, counts, expected) => {
  expect(countsOf(counts)).toEqual(expected);
});
