import { findEvidence } from '../../../web/src/text/evidence';
import type { Source } from '../../../web/src/text/evidence-quotations';
import { startCpuClock } from '../../support/cpu-time';

const source = (id: string, text: string, role: Source['role'] = 'system'): Source => ({ id, text, role });

/** Returns the evidence of the last occurrence of `span` in a text. */
function lookUp(text: string, span: string, explanation: string, sources: readonly Source[]) {
  const start = [...text.slice(0, text.lastIndexOf(span))].length;
  const flagged = { text, explanation, start_offset: start, end_offset: start + [...span].length };
  return findEvidence(flagged, sources).map(({ kind, sourceId, start_offset, end_offset }) => {
    const found = sources.find(({ id }) => id === sourceId)?.text ?? '';
    return [kind, sourceId, [...found].slice(start_offset, end_offset).join('')];
  });
}

const found = (sources: Source[], explanation: string) =>
  lookUp('🌉 The Harrow Bridge was opened in 1889 and is 214 metres long.', '1889', explanation, sources);

it('finds what the explanation quotes, not the flagged text itself', () => {
  const sources = [source('a', '📜 The Harrow Bridge was opened in 1887. In 1889 it rained.')];

  expect(found(sources, 'The number “1889” is nowhere; the nearest number there is “1887”.')).toEqual([
    ['quoted', 'a', '1887'],
  ]);
});

it('matches whole numbers only', () => {
  const sources = [source('a', 'Part 18873. The bridge: 1887.')];

  expect(found(sources, 'It says “1887”.')).toEqual([['quoted', 'a', '1887']]);
  expect(found([source('a', 'Part 18873.')], 'It says “1887”.')).toEqual([]);
});

it('prefers the occurrence whose surroundings share the most words', () => {
  const sources = [
    source('a', 'The tower dates from 1887.'),
    source('b', 'The Harrow Bridge was opened in 1887.'),
  ];

  expect(found(sources, 'The nearest is “1887”.')).toEqual([['quoted', 'b', '1887']]);
});

it('finds truncated quotations and quotations with joined lines', () => {
  const sources = [source('a', 'Note.\r\nThe Harrow Bridge\r\nwas opened in spring.')];

  expect(found(sources, 'Nearest comes “The Harrow Bridge was opened…”.')).toEqual([
    ['quoted', 'a', 'The Harrow Bridge\r\nwas opened'],
  ]);
});

it('finds the most similar sentence when nothing is quoted', () => {
  const sources = [
    source('a', 'The office is closed. The Harrow Bridge is 214 metres long! Ask again.'),
    source('b', 'A bridge.'),
  ];

  expect(found(sources, 'Nothing supports it.')).toEqual([
    ['similar', 'a', 'The Harrow Bridge is 214 metres long!'],
  ]);
});

it('finds nothing when no sentence is similar', () => {
  expect(found([source('a', 'Good morning.')], 'Nothing supports it.')).toEqual([]);
  expect(found([], 'It says “1887”.')).toEqual([]);
});

it('matches quotations as text, not as patterns', () => {
  expect(found([source('a', 'a+b costs (5)')], 'It has “a+b costs (5)”.')).toEqual([
    ['quoted', 'a', 'a+b costs (5)'],
  ]);
});

it('uses the sentence that contains the span, even if its words occur earlier in the text', () => {
  const text = 'The tower has 12 floors. The garden of the bridge has 12 benches.';
  const sources = [source('a', 'The tower has nine floors. The garden near the bridge has nine benches.')];

  expect(lookUp(text, '12', 'Nothing supports it.', sources)).toEqual([
    ['similar', 'a', 'The garden near the bridge has nine benches.'],
  ]);
});

it('prefers an occurrence whose own sentence shares words over one that is only near them', () => {
  const text = 'Nobody may enter in 1887. The Harrow Bridge was opened in 1887.';

  const places = findEvidence(
    {
      text: 'The Harrow Bridge was opened in 1889.',
      start_offset: 32,
      end_offset: 36,
      explanation: 'It has “1887”.',
    },
    [source('a', text)],
  );

  expect(places.map(({ start_offset }) => start_offset)).toEqual([text.lastIndexOf('1887')]);
});

describe('evidence of a sentence that occurs more than once', () => {
  const quote = 'The bridge was opened in 1887.';

  it('finds the whole sentence, not the one inside a longer sentence', () => {
    const sources = [
      source('a', 'It is not true that the bridge was opened in 1887. The Harrow Bridge is 214 metres long.'),
      source('b', 'Note: it rained.\nThe bridge was opened in 1887.'),
    ];

    expect(found(sources, `Nearest comes “${quote}”`)).toEqual([['quoted', 'b', quote]]);
    expect(found(sources, 'Nearest comes “The bridge was opened…”')).toEqual([
      ['quoted', 'b', 'The bridge was opened'],
    ]);
  });

  it('finds the one in the message that the explanation mentions', () => {
    const sources = [source('a', quote), source('b', quote, 'user'), source('c', quote, 'tool')];

    expect(found(sources, `The tool result says “${quote}”`)).toEqual([['quoted', 'c', quote]]);
    expect(found(sources, `The user's message has “${quote}”`)).toEqual([['quoted', 'b', quote]]);
    expect(found(sources, `It says “${quote} As the tool result says.”; “${quote}”`)).toEqual([
      ['quoted', 'a', quote],
    ]);
  });

  it('finds an earlier reply only if no other message has the sentence', () => {
    const own = source('a', quote, 'assistant');

    expect(found([own, source('b', `Maybe ${quote}`, 'user')], `“${quote}”`)).toEqual([
      ['quoted', 'b', quote],
    ]);
    expect(found([own], `“${quote}”`)).toEqual([['quoted', 'a', quote]]);
    expect(found([own, source('b', 'The Harrow Bridge is long.')], 'Nothing supports it.')).toEqual([
      ['similar', 'b', 'The Harrow Bridge is long.'],
    ]);
  });
});

it('finds a JSON field that is quoted by its path', () => {
  const json = '{"bridge": {"name": "Harrow", "opened" : 1887, "rail": "Harrow opened"}}';

  expect(found([source('a', json, 'tool')], 'The evidence has “bridge.opened: 1887”.')).toEqual([
    ['quoted', 'a', '"opened" : 1887'],
  ]);
  expect(found([source('a', json, 'tool')], 'The evidence has “bridge.name: Harrow”.')).toEqual([
    ['quoted', 'a', '"name": "Harrow"'],
  ]);
});

it('finds a quotation that occurs ten thousand times in a megabyte within a second', () => {
  const text = 'The bridge 🌉 was opened in 1887, not in 1888; it is long and old. '.repeat(10_000);
  const cpuMs = startCpuClock();

  expect(found([source('a', text)], 'It has “1887”.')).toHaveLength(1);
  expect(cpuMs()).toBeLessThan(1000);
});
