import fc from 'fast-check';
import type { Message } from '../../../src/conversations/message';
import { anchorExactQuote, anchorQuote, enforceOffsets } from '../../../src/evaluators/anchoring';
import type { Annotation } from '../../../src/evaluators/evaluator';

function anchored(text: string, quote: string): string | null {
  const span = anchorQuote(text, quote);
  return span === null ? null : Array.from(text).slice(span.start, span.end).join('');
}

/** Pieces that break careless offset arithmetic: pairs, combining marks, joined emoji, line ends. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        ' ',
        '\r\n',
        '\u00a0',
        'e\u0301',
        'é',
        '👩‍👩‍👧',
        '🇫🇷',
        '…',
        'ﬁ',
        'İ',
        '“',
        '—',
        '\u200b',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

describe('anchorQuote', () => {
  it('anchors any stretch of a text to its own first occurrence', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const points = Array.from(whole);
        fc.pre(points.length > 0);
        const start = from % points.length;
        const quote = points.slice(start, start + 1 + (length % (points.length - start))).join('');

        const span = anchorQuote(whole, quote);

        expect(span).not.toBeNull();
        expect(span?.start).toBeLessThanOrEqual(start);
        expect(points.slice(span?.start, span?.end).join('')).toBe(quote);
      }),
    );
  });

  it('answers with whole code points inside the text, whatever is quoted', () => {
    fc.assert(
      fc.property(text, text, (whole, quote) => {
        const span = anchorQuote(whole, quote);

        if (span === null) return;
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(Array.from(whole).length);
      }),
    );
  });

  it('counts in code points', () => {
    expect(anchorQuote('😀 é 😀 Paris', 'Paris')).toEqual({ start: 6, end: 11 });
  });

  it.each([
    ['white space', 'founded in\r\n\t1889 by', 'founded in 1889', 'founded in\r\n\t1889'],
    ['quotation marks', 'He said “it’s done”.', `"it's done"`, '“it’s done”'],
    ['dashes', 'the years 1887–1889 — two', '1887-1889 - two', '1887–1889 — two'],
    ['case', 'The Eiffel Tower', 'the eiffel tower', 'The Eiffel Tower'],
    ['compatibility forms', 'the ﬁrst １２ km²', 'first 12 km2', 'ﬁrst １２ km²'],
    ['combining marks', 'a cafe\u0301 there', 'a café there', 'a cafe\u0301 there'],
    ['invisible characters', 'soft\u00adhyphen', 'softhyphen', 'soft\u00adhyphen'],
  ])('sees past a difference in %s', (_, whole, quote, expected) => {
    expect(anchored(whole, quote)).toBe(expected);
  });

  it('does not cut a character that folds to several', () => {
    expect(anchorQuote('the ﬁrst', 'THE F')).toBeNull();
  });

  it('accepts one edit in ten characters and answers with whole words', () => {
    const whole = 'The tower, built in 1889, is about 330 metres tall. It is iron.';

    expect(anchored(whole, 'The tower built in 1889 is about 330 meters tall')).toBe(
      'The tower, built in 1889, is about 330 metres tall',
    );
    expect(anchored(whole, 'built in 1889, is about 330 meters')).toBe('built in 1889, is about 330 metres');
  });

  it('picks the nearest of several similar places', () => {
    const whole = 'Room 12 costs 90 euros. Room 14 costs 95 euros. Room 15 costs 90 euros.';

    expect(anchorQuote(whole, 'Room 14 costs 95 eurs.')).toEqual({ start: 24, end: 47 });
  });

  it('does not guess when the quote differs more, or is too short to tell', () => {
    expect(anchorQuote('The tower is about 330 metres tall.', 'The tower measures 330 metres')).toBeNull();
    expect(anchorQuote('It opened in 1889.', 'in 1888.')).toBeNull();
    expect(anchorQuote('It opened in 1889.', '')).toBeNull();
  });

  it('gives equal quotes different places while there are any', () => {
    const first = { start: 0, end: 2 };
    const second = { start: 7, end: 9 };

    expect(anchorQuote('42 and 42', '42')).toEqual(first);
    expect(anchorQuote('42 and 42', '42', [first])).toEqual(second);
    expect(anchorQuote('42 and 42', '42', [first, second])).toEqual(first);
    expect(anchorQuote('Lyon or lyon', 'Lyon', [{ start: 0, end: 4 }])).toEqual({ start: 8, end: 12 });
  });

  it('stays within two seconds of work on huge texts that almost hold the quote', () => {
    const similar = 'ab'.repeat(100_000);
    const huge = 'ab'.repeat(200_000);
    const before = process.cpuUsage();

    expect(anchorQuote(similar, `${'ab'.repeat(30)}${'xy'.repeat(15)}`)).toBeNull();
    expect(anchorQuote(huge, `${'ab'.repeat(500)}xy${'ab'.repeat(500)}`)).toBeNull();

    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('anchorExactQuote', () => {
  it('takes a quote only as written', () => {
    expect(anchorExactQuote('In Paris', 'Paris')).toEqual({ start: 3, end: 8 });
    expect(anchorExactQuote('In Paris', 'paris')).toBeNull();
  });

  it('does not cut a surrogate pair', () => {
    expect(anchorExactQuote('😀', '\ude00')).toBeNull();
    expect(anchorExactQuote('😀\ude00', '\ude00')).toEqual({ start: 1, end: 2 });
  });
});

describe('enforceOffsets', () => {
  const message: Message = {
    role: 'assistant',
    name: null,
    parts: [
      { type: 'text', content: '😀 in Paris' },
      { type: 'file', fileId: 'file-1' },
      { type: 'tool_call', id: 'call_1', name: 'find', arguments: '{"city":"Lyon"}' },
    ],
  };

  function annotation(changes: Partial<Annotation>): Annotation {
    return {
      text: 'Paris',
      label: 'fabrication',
      explanation: '',
      messagePartIndex: 0,
      startOffset: 5,
      endOffset: 10,
      toolName: null,
      parameterName: null,
      confidence: null,
      ...changes,
    };
  }

  it('keeps what equals its slice, in order of place', () => {
    const city = annotation({ text: 'Lyon', messagePartIndex: 2, startOffset: 9, endOffset: 13 });
    const paris = annotation({});
    const inParis = annotation({ text: 'in Paris', startOffset: 2 });
    const inWord = annotation({ text: 'in', startOffset: 2, endOffset: 4 });

    expect(enforceOffsets([city, paris, inParis, inWord], message)).toEqual({
      annotations: [inWord, inParis, paris, city],
      dropped: 0,
    });
  });

  it.each([
    ['another text', { text: 'paris' }],
    ['UTF-16 offsets', { startOffset: 6, endOffset: 11 }],
    ['an end after the part', { text: 'Paris', endOffset: 11 }],
    ['a negative start', { text: 's', startOffset: -1, endOffset: 0 }],
    ['an empty stretch', { text: '', endOffset: 5 }],
    ['fractional offsets', { startOffset: 5.5, endOffset: 10.5 }],
    ['a part that is not there', { messagePartIndex: 3 }],
    ['a part without text', { messagePartIndex: 1 }],
  ])('drops and counts %s', (_, changes) => {
    expect(enforceOffsets([annotation(changes)], message)).toEqual({ annotations: [], dropped: 1 });
  });
});
