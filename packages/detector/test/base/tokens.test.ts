import { normalizeWord, scanTokens, stem } from '../../base/tokens';

describe('scanTokens', () => {
  it('gives words with offsets and keeps an inner apostrophe', () => {
    expect(scanTokens("Don't stop: 5 a.m.").map(({ text, start }) => [text, start])).toEqual([
      ["Don't", 0],
      ['stop', 6],
      ['5', 12],
      ['a', 14],
      ['m', 16],
    ]);
  });

  it('separates quoted words of other scripts', () => {
    expect(scanTokens("'红星'公司").map(({ text }) => text)).toEqual(['红星', '公司']);
  });
});

describe('normalizeWord', () => {
  it.each([
    ['Café', 'cafe'],
    ["Anna's", 'anna'],
    ['Anna’s', 'anna'],
    ['ＡＢＣ', 'abc'],
  ])('brings %s to %s', (word, normal) => {
    expect(normalizeWord(word)).toBe(normal);
  });
});

describe('stem', () => {
  it.each([
    ['mexico', 'mexican'],
    ['japan', 'japanese'],
    ['canada', 'canadian'],
    ['stop', 'stopped'],
    ['weakness', 'weaknesses'],
    ['city', 'cities'],
  ])('merges %s and %s', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it('keeps unrelated words apart', () => {
    expect(stem('paris')).not.toBe(stem('parker'));
  });
});
