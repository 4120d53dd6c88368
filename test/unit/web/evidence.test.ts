import { findEvidence, type Source } from '../../../web/src/text/evidence';

const found = (sources: Source[], explanation: string, span = '1889') => {
  const text = `🌉 The Harrow Bridge was opened in ${span} and is 214 metres long.`;
  return findEvidence({ text, span, explanation }, sources).map((place) => {
    const source = sources.find(({ id }) => id === place.sourceId);
    return [
      place.kind,
      place.sourceId,
      [...(source?.text ?? '')].slice(place.start_offset, place.end_offset).join(''),
    ];
  });
};

it('leads to what the explanation quotes, not to the flagged text itself', () => {
  const sources = [{ id: 'a', text: '📜 The Harrow Bridge was opened in 1887. In 1889 it rained.' }];

  expect(found(sources, 'The number “1889” is nowhere; the nearest number there is “1887”.')).toEqual([
    ['quoted', 'a', '1887'],
  ]);
});

it('takes a number for itself only, never for part of a longer one', () => {
  const sources = [{ id: 'a', text: 'Part 18873. The bridge: 1887.' }];

  expect(found(sources, 'It says “1887”.')).toEqual([['quoted', 'a', '1887']]);
  expect(found([{ id: 'a', text: 'Part 18873.' }], 'It says “1887”.')).toEqual([]);
});

it('prefers the occurrence whose neighbourhood speaks of the same things', () => {
  const sources = [
    { id: 'a', text: 'The tower dates from 1887.' },
    { id: 'b', text: 'The Harrow Bridge was opened in 1887.' },
  ];

  expect(found(sources, 'The nearest is “1887”.')).toEqual([['quoted', 'b', '1887']]);
});

it('finds quotations that were cut or whose lines were joined', () => {
  const sources = [{ id: 'a', text: 'Note.\r\nThe Harrow Bridge\r\nwas opened in spring.' }];

  expect(found(sources, 'Nearest comes “The Harrow Bridge was opened…”.')).toEqual([
    ['quoted', 'a', 'The Harrow Bridge\r\nwas opened'],
  ]);
});

it('leads to the most similar sentence where nothing is quoted', () => {
  const sources = [
    { id: 'a', text: 'The office is closed. The Harrow Bridge is 214 metres long! Ask again.' },
    { id: 'b', text: 'A bridge.' },
  ];

  expect(found(sources, 'Nothing supports it.')).toEqual([
    ['similar', 'a', 'The Harrow Bridge is 214 metres long!'],
  ]);
});

it('finds nothing where nothing is near', () => {
  expect(found([{ id: 'a', text: 'Good morning.' }], 'Nothing supports it.')).toEqual([]);
  expect(found([], 'It says “1887”.')).toEqual([]);
});

it('treats quotations as text, not as patterns', () => {
  expect(found([{ id: 'a', text: 'a+b costs (5)' }], 'It has “a+b costs (5)”.')).toEqual([
    ['quoted', 'a', 'a+b costs (5)'],
  ]);
});
