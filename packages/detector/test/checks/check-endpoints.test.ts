import { findSpans, makeInput, makeMessage } from '../conversations';

const result = JSON.stringify({ from: 'Harbor depot', to: 'Mill Street shop', crates: 12 });
const trips = JSON.stringify([
  { id: 1, origin: 'Kell', destination: 'Orrin Bay' },
  { id: 2, origin: 'Orrin Bay', destination: 'Kell' },
]);

const found = (response: string, reply: string): string[] =>
  findSpans(
    makeInput([
      makeMessage('user', 'Where did it go?'),
      makeMessage('tool', { type: 'tool_call_response', id: 'c1', response }),
      makeMessage('assistant', reply),
    ]),
  )
    .annotations.filter(({ explanation }) => explanation.includes('the other way around'))
    .map(({ text }) => text);

it('finds ends that have changed places', () => {
  expect(found(result, 'The 12 crates went from the Mill Street shop to the harbor depot.')).toEqual([
    'from the Mill Street shop to the harbor depot',
  ]);
});

it.each([
  [result, 'The 12 crates went from the harbor depot to the Mill Street shop.'],
  [trips, 'Trip 2 goes from Orrin Bay to Kell.'],
  [result, 'Moving from the depot to another place takes a day.'],
])('of %s says nothing of “%s”', (response, reply) => {
  expect(found(response, reply)).toEqual([]);
});
