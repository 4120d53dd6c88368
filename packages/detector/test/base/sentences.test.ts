import { scanSentences } from '../../base/sentences';

describe('scanSentences', () => {
  it('splits at stops and line breaks, with offsets that give the text back', () => {
    const text = '  One is here. Two?  "Three!" \nFour';
    const sentences = scanSentences(text);

    expect(sentences.map((sentence) => sentence.text)).toEqual(['One is here.', 'Two?', '"Three!"', 'Four']);
    for (const { start, end, text: sentence } of sentences) expect(text.slice(start, end)).toBe(sentence);
  });

  it('does not split after an abbreviation, an initial or inside a number', () => {
    expect(scanSentences('Dr. J. Smith paid 4.50 at 9 a.m. today.')).toHaveLength(1);
  });

  it('splits Japanese and Chinese sentences', () => {
    expect(scanSentences('今日は。明日は。')).toHaveLength(2);
  });
});
