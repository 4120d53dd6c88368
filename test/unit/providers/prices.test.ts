import { costUsd, findPrice } from '../../../src/providers/prices';

const none = new Map();

describe('findPrice', () => {
  it('uses the price of the model for a dated snapshot', () => {
    expect(findPrice('gpt-4o-2024-08-06', none)).toEqual({ inputPer1mUsd: 2.5, outputPer1mUsd: 10 });
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
    expect(costUsd({ inputPer1mUsd: 2, outputPer1mUsd: 8 }, 1_000, 500)).toBeCloseTo(0.006, 12);
  });

  it('is null without a price', () => {
    expect(costUsd(null, 1, 1)).toBeNull();
  });
});
