import { type ReplaySize, replaySizeOf } from '../../../../src/conversations/transcript/replay-size';
import { estimateGeneration, estimateJudging } from '../../../../src/experiments/planning/estimate-calls';
import { chooseCounted, type TokenRates } from '../../../../src/experiments/planning/token-rates';
import { priceCalls, sumCosts } from '../../../../src/providers/priced-calls';
import { maxOutputTokens, mayReason } from '../../../../src/providers/reasoning-settings';

const rates: TokenRates = { prompt: 0.25, reply: 0.5, judged: 0.3 };

const size = (overrides: Partial<ReplaySize> = {}): ReplaySize => ({
  promptMessages: 2,
  promptChars: 400,
  systemChars: 300,
  lastReply: { messageId: 'm', chars: 100 },
  toolsChars: 0,
  bytes: 1000,
  ...overrides,
});

const generating = { override: null, schemaTokens: 0, reasoningTokens: 0, maxOutputTokens: null };
const judging = {
  override: null,
  instructionTokens: 500,
  roomTokens: 1000,
  verifies: false,
  reasoningTokens: 0,
};

describe('estimateGeneration', () => {
  it('adds the frames of messages to the text, and half to twice the original reply', () => {
    expect(estimateGeneration([size(), size()], rates, generating)).toEqual({
      calls: { low: 2, high: 2 },
      inputTokens: { low: 222, high: 222 }, // 2 × (3 + 2 × 4 + 400 / 4)
      outputTokens: { low: 50, high: 200 },
    });
  });

  it('replaces the system text by that of the template', () => {
    const replaced = estimateGeneration([size()], rates, { ...generating, override: 'x'.repeat(40) });
    const kept = estimateGeneration([size()], rates, { ...generating, override: '{{system_prompt}}' });

    expect(replaced.inputTokens.low).toBe(11 + 35);
    expect(kept.inputTokens.low).toBe(11 + 100);
  });

  it('counts tools and the schema with each call', () => {
    const tools = size({ toolsChars: 80 });

    expect(estimateGeneration([tools], rates, { ...generating, schemaTokens: 7 }).inputTokens.low).toBe(138);
  });

  it('adds reasoning to the high end, within the limit of output', () => {
    const reasoning = { ...generating, reasoningTokens: 2000 };

    expect(estimateGeneration([size()], rates, reasoning).outputTokens).toEqual({ low: 25, high: 2100 });
    expect(estimateGeneration([size()], rates, { ...reasoning, maxOutputTokens: 300 }).outputTokens).toEqual({
      low: 25,
      high: 300,
    });
  });

  it('assumes replies of the usual length where a conversation has none', () => {
    const none = size({ lastReply: null });

    expect(estimateGeneration([none, size()], rates, generating).outputTokens.low).toBe(50);
    expect(estimateGeneration([none], rates, generating).outputTokens.low).toBe(200);
  });
});

describe('estimateJudging', () => {
  it('judges new and original replies, each with the instructions', () => {
    const both = { replayed: [size()], originals: [size()] };

    expect(estimateJudging(both, rates, judging)).toEqual({
      calls: { low: 2, high: 2 },
      inputTokens: { low: 500 + 135 + 500 + 150, high: 500 + 180 + 500 + 150 },
      outputTokens: { low: 16, high: 800 },
    });
  });

  it('divides what does not fit a call', () => {
    const long = { replayed: [], originals: [size({ promptChars: 9900 })] };

    expect(estimateJudging(long, rates, judging)).toMatchObject({
      calls: { low: 3, high: 3 },
      inputTokens: { low: 4500 },
    });
  });

  it('may call again to verify findings', () => {
    const one = { replayed: [], originals: [size()] };

    expect(estimateJudging(one, rates, { ...judging, verifies: true })).toMatchObject({
      calls: { low: 1, high: 2 },
      inputTokens: { low: 650, high: 1300 },
    });
  });
});

describe('chooseCounted', () => {
  const sizes = (count: number, bytes: number) =>
    new Map(Array.from({ length: count }, (_, index) => [String(index), size({ bytes })]));

  it('takes all of a few, and evenly spaced ones of many', () => {
    expect(chooseCounted(sizes(3, 10))).toEqual(['0', '1', '2']);
    const many = chooseCounted(sizes(10_000, 10));
    expect(many).toHaveLength(100);
    expect(many.slice(0, 3)).toEqual(['0', '100', '200']);
  });

  it('leaves out what does not fit', () => {
    expect(chooseCounted(sizes(10, 900_000))).toEqual(['0', '1']);
    const mixed = new Map([...sizes(1, 9_000_000), ['small', size({ bytes: 10 })]]);
    expect(chooseCounted(mixed)).toEqual(['small']);
  });
});

describe('priceCalls', () => {
  const calls = estimateGeneration([size()], rates, generating);

  it('prices both ends in US cents', () => {
    const { costCents } = priceCalls('m', { inputPer1mUsd: 10, outputPer1mUsd: 100 }, calls);

    expect(costCents?.low).toBeCloseTo(0.111 + 0.25, 9);
    expect(costCents?.high).toBeCloseTo(0.111 + 1, 9);
  });

  it('has no sum without a price', () => {
    const unknown = priceCalls('m', null, calls);
    const known = priceCalls('m', { inputPer1mUsd: 10, outputPer1mUsd: 100 }, calls);

    expect(unknown.costCents).toBeNull();
    expect(sumCosts([known, unknown])).toBeNull();
    expect(sumCosts([])).toEqual({ low: 0, high: 0 });
  });
});

describe('replaySizeOf', () => {
  const turn = (role: 'system' | 'user' | 'assistant', chars: number) => ({
    messageId: role,
    role,
    chars,
    bytes: 10,
  });

  it('divides a conversation at its last reply', () => {
    const turns = [turn('system', 5), turn('user', 7), turn('assistant', 11), turn('user', 13)];

    expect(replaySizeOf(turns, 2)).toEqual({
      promptMessages: 2,
      promptChars: 12,
      systemChars: 5,
      lastReply: { messageId: 'assistant', chars: 11 },
      toolsChars: 0,
      bytes: 40,
    });
  });

  it('has all messages in the prompt without a reply', () => {
    expect(replaySizeOf([turn('user', 7)], 90)).toMatchObject({
      promptMessages: 1,
      systemChars: null,
      lastReply: null,
      toolsChars: 90,
    });
  });
});

describe('reasoning settings', () => {
  it.each([
    ['gpt-4o', null, false],
    ['gpt-4o', { temperature: 0 }, false],
    ['gpt-4o', { effort: 'low' }, true],
    ['o4-mini', null, true],
    ['openai/gpt-5-mini', null, true],
  ])('says whether %s with %j may reason', (model, config, expected) => {
    expect(mayReason(model, config)).toBe(expected);
  });

  it('reads the lower limit of output', () => {
    expect(maxOutputTokens(null)).toBeNull();
    expect(maxOutputTokens({ max_tokens: 300, max_completion_tokens: 200 })).toBe(200);
    expect(maxOutputTokens({ max_tokens: 'many' })).toBeNull();
  });
});
