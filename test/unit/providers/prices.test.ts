import { costUsd, findPrice } from '../../../src/providers/prices';

const none = new Map();

describe('findPrice', () => {
  it('uses the price of the model for a dated snapshot', () => {
    expect(findPrice('gpt-4o-2024-08-06', none)).toEqual({
      inputPer1mUsd: 2.5,
      outputPer1mUsd: 10,
      cachedInputPer1mUsd: 1.25,
    });
  });

  it('prefers a snapshot that is listed itself', () => {
    expect(findPrice('gpt-4o-2024-05-13', none)).toEqual({ inputPer1mUsd: 5, outputPer1mUsd: 15 });
  });

  it('prefers the configured price', () => {
    const configured = new Map([['gpt-4o', { inputPer1mUsd: 1, outputPer1mUsd: 2 }]]);

    expect(findPrice('gpt-4o', configured)).toEqual({ inputPer1mUsd: 1, outputPer1mUsd: 2 });
  });

  it.each(['llama-3', 'constructor', 'gpt-4o-mini-tuned'])('returns null for %s', (model) => {
    expect(findPrice(model, none)).toBeNull();
  });
});

describe('costUsd', () => {
  it('prices input and output per million tokens', () => {
    const tokens = { input: 1_000, cachedInput: 0, output: 500 };
    expect(costUsd({ inputPer1mUsd: 2, outputPer1mUsd: 8 }, tokens)).toBeCloseTo(0.006, 12);
  });

  it('prices cached input by its price, and as input without one', () => {
    const tokens = { input: 1_000, cachedInput: 600, output: 0 };
    const price = { inputPer1mUsd: 2, outputPer1mUsd: 8 };
    expect(costUsd({ ...price, cachedInputPer1mUsd: 0.5 }, tokens)).toBeCloseTo(0.0011, 12);
    expect(costUsd(price, tokens)).toBeCloseTo(0.002, 12);
    expect(costUsd({ ...price, cachedInputPer1mUsd: 0 }, { ...tokens, cachedInput: 5_000 })).toBe(0);
  });

  it('is null without a price', () => {
    expect(costUsd(null, { input: 1, cachedInput: 0, output: 1 })).toBeNull();
  });
});
