import { findExactQuote, findQuote, placesInside } from '../../../../src/evaluation/judgment/find-quote';
import { startCpuClock } from '../../../support/cpu-time';
import { fc } from '../../../support/property';

function found(text: string, quote: string): string[] {
  return findQuote(text, quote).map(({ start, end }) => Array.from(text).slice(start, end).join(''));
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

describe('findQuote', () => {
  it('finds any stretch of a text, first its own first occurrence', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
        const points = Array.from(whole);
        fc.pre(points.length > 0);
        const start = from % points.length;
        const quote = points.slice(start, start + 1 + (length % (points.length - start))).join('');

        const spans = findQuote(whole, quote);

        expect(spans[0]?.start).toBeLessThanOrEqual(start);
        expect(new Set(found(whole, quote))).toEqual(new Set([quote]));
      }),
    );
  });

  it('returns whole code points inside the text for any quote', () => {
    fc.assert(
      fc.property(text, text, (whole, quote) => {
        for (const { start, end } of findQuote(whole, quote)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(Array.from(whole).length);
        }
      }),
    );
  });

  it('counts in code points', () => {
    expect(findQuote('😀 é 😀 Paris', 'Paris')).toEqual([{ start: 6, end: 11 }]);
  });

  it.each([
    ['white space', 'founded in\r\n\t1889 by', 'founded in 1889', 'founded in\r\n\t1889'],
    ['quotation marks', 'He said “it’s done”.', `"it's done"`, '“it’s done”'],
    ['dashes', 'the years 1887–1889 — two', '1887-1889 - two', '1887–1889 — two'],
    ['case', 'The Eiffel Tower', 'the eiffel tower', 'The Eiffel Tower'],
    ['compatibility forms', 'the ﬁrst １２ km²', 'first 12 km2', 'ﬁrst １２ km²'],
    ['combining marks', 'a cafe\u0301 there', 'a café there', 'a cafe\u0301 there'],
    ['invisible characters', 'soft\u00adhyphen', 'softhyphen', 'soft\u00adhyphen'],
    ['direction marks', 'in \u202eParis\u202c now', 'in paris now', 'in \u202eParis\u202c now'],
    ['variation selectors', 'a\ufe0fb', 'ab', 'a\ufe0fb'],
    ['ellipses', 'Wait… it rains', 'wait... it', 'Wait… it'],
    ['emphasis', '**Paris** is in __Spain__.', 'Paris is in Spain.', 'Paris** is in __Spain__.'],
    ['emphasis inside a word', 'Open*Street*Map', 'openstreetmap', 'Open*Street*Map'],
    ['code', 'Run `npm ci` now', 'run npm ci', 'Run `npm ci'],
    ['headings', 'Facts\n## Opened\nin 1889', 'Facts Opened in 1889', 'Facts\n## Opened\nin 1889'],
    ['lists', 'Sizes:\n- 12 m\n- 14 m', 'Sizes: 12 m 14 m', 'Sizes:\n- 12 m\n- 14 m'],
    ['cells', '| Lyon | 1889 |', 'Lyon 1889', 'Lyon | 1889'],
    [
      'links',
      'see [the plan](https://a.test/b) now',
      'see the plan now',
      'see [the plan](https://a.test/b) now',
    ],
    ['tags', 'Paris<br>Lyon', 'Paris Lyon', 'Paris<br>Lyon'],
    ['escapes', '3 \\* 4 is 13', '3 * 4 is 13', '3 \\* 4 is 13'],
    ['emoji', 'Paris 😀is in 👩‍👩‍👧 Spain', 'Paris is in Spain', 'Paris 😀is in 👩‍👩‍👧 Spain'],
    ['emoji for a space', 'Lyon🇫🇷Nice', 'Lyon Nice', 'Lyon🇫🇷Nice'],
    ['marks of the quote', 'Paris is in Spain', '**Paris** is in Spain', 'Paris is in Spain'],
    ['quotation marks around the quote', 'opened in 1889', '"1889"', '1889'],
  ])('ignores a difference in %s', (_, whole, quote, expected) => {
    expect(found(whole, quote)).toEqual([expected]);
  });

  it('prefers what differs in no mark', () => {
    expect(found('a_b, A*B', 'a*b')).toEqual(['A*B']);
  });

  it.each([
    ['inside', 'It has 12 floors, is blue and was opened in 1889.', '12 floors … opened in 1889'],
    ['in brackets', 'It has 12 floors, is blue and was opened in 1889.', '12 floors [...] opened in 1889'],
    ['at both ends', '12 floors', '...12 floors...'],
  ])('finds the parts of a quote with an ellipsis %s', (_, whole, quote) => {
    expect(found(whole, quote)).toEqual(quote.match(/\w[\w ]*\w/g));
  });

  it('finds the closest parts of a quote with an ellipsis, in its order', () => {
    expect(findQuote('b a - a - b - a', 'a … b')).toEqual([
      { start: 6, end: 7 },
      { start: 10, end: 11 },
    ]);
    expect(findQuote('one two', 'two … one')).toEqual([]);
    expect(findQuote('one two', 'one … three')).toEqual([]);
  });

  it('does not cut a character that folds to several', () => {
    expect(findQuote('the ﬁrst', 'THE F')).toEqual([]);
  });

  it('accepts one edit in ten characters and returns whole words', () => {
    const whole = 'The tower, built in 1889, is about 330 metres tall. It is iron.';

    expect(found(whole, 'The tower built in 1889 is about 330 meters tall')).toEqual([
      'The tower, built in 1889, is about 330 metres tall',
    ]);
    expect(found(whole, 'built in 1889, is about 330 meters')).toEqual([
      'built in 1889, is about 330 metres',
    ]);
  });

  it('chooses the nearest of several similar places', () => {
    const whole = 'Room 12 costs 90 euros. Room 14 costs 95 euros. Room 15 costs 90 euros.';

    expect(findQuote(whole, 'Room 14 costs 95 eurs.')).toEqual([{ start: 24, end: 47 }]);
  });

  it('does not guess between places that are equally near', () => {
    const whole = 'Room 12 costs 90 euros. Lunch is extra. Room 12 costs 90 euros.';

    expect(findQuote(whole, 'Room 12 cost 90 euros')).toEqual([]);
  });

  it('does not guess if the quote differs more, or is too short', () => {
    expect(findQuote('The tower is about 330 metres tall.', 'The tower measures 330 metres')).toEqual([]);
    expect(findQuote('It opened in 1889.', 'in 1888.')).toEqual([]);
    expect(findQuote('It opened in 1889.', '')).toEqual([]);
  });

  it('finds all places of the closest kind of match, and no others', () => {
    expect(found('42 and 42', '42')).toEqual(['42', '42']);
    expect(found('Lyon or lyon', 'Lyon')).toEqual(['Lyon']);
    expect(found('LYON or lyon', 'Lyon')).toEqual(['LYON', 'lyon']);
  });

  it('takes under two seconds for huge texts that almost contain the quote', () => {
    const similar = 'ab'.repeat(100_000);
    const huge = 'ab'.repeat(200_000);
    const cpuMs = startCpuClock();

    expect(findQuote(similar, `${'ab'.repeat(30)}${'xy'.repeat(15)}`)).toEqual([]);
    expect(findQuote(huge, `${'ab'.repeat(500)}xy${'ab'.repeat(500)}`)).toEqual([]);

    expect(cpuMs()).toBeLessThan(2_000);
  });
});

describe('findExactQuote', () => {
  it('matches only exact quotes', () => {
    expect(findExactQuote('In Paris', 'Paris')).toEqual([{ start: 3, end: 8 }]);
    expect(findExactQuote('In Paris', 'paris')).toEqual([]);
  });

  it('does not cut a surrogate pair', () => {
    expect(findExactQuote('😀', '\ude00')).toEqual([]);
    expect(findExactQuote('😀\ude00', '\ude00')).toEqual([{ start: 1, end: 2 }]);
  });
});

describe('placesInside', () => {
  const whole = 'Rooms: 42 in Lyon, 42 in Nice, 42 in Metz and 42 in Metz.';
  const places = findExactQuote(whole, '42');

  it.each([
    ['as written', '42 in Nice', [19]],
    ['in another case', '42 IN NICE', [19]],
    ['with a slip', 'Lyon, 42 in Nyce, ', [19]],
    ['that stands twice', '42 in Metz', [31, 46]],
    ['that holds several places', 'in Lyon, 42 in Nice, 42', [19, 31]],
    ['that stands nowhere', '42 in Paris, says who', []],
    ['that holds none', 'in Lyon', []],
  ])('returns the places inside a context %s', (_, context, starts) => {
    expect(placesInside(whole, places, context).map(({ start }) => start)).toEqual(starts);
  });
});
