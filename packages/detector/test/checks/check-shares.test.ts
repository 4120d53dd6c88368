import { findSpans, makeInput, makeMessage } from '../conversations';

const found = (source: string, reply: string): string[] =>
  findSpans(
    makeInput([
      makeMessage('system', source),
      makeMessage('user', 'How is it?'),
      makeMessage('assistant', reply),
    ]),
  )
    .annotations.filter(({ explanation }) => explanation.startsWith('The evidence limits this'))
    .map(({ text }) => text);

const lifts = 'Three of our five lifts run in summer. The others open in December.';
const fees = 'The lower fee is for pupils, trainees and people over 70. All others pay 12 EUR.';

it.each([
  [lifts, 'All of our lifts run in summer.'],
  [lifts, 'In summer, each and every one of the lifts runs.'],
  [fees, 'The lower fee is only for pupils and trainees.'],
  [fees, 'The lower fee is available exclusively to pupils.'],
])('of “%s” finds %s', (source, reply) => {
  expect(found(source, reply)).not.toEqual([]);
});

it.each([
  [lifts, 'Three of the five lifts run in summer.'],
  [lifts, 'All of our guests like the lifts.'],
  [fees, 'The lower fee is only for pupils, trainees and people over 70.'],
  [fees, 'Only people over 70 and pupils or trainees pay the lower fee.'],
  ['Dogs ride free and cats pay. The lift opens only in May.', 'The lift opens only in May.'],
])('of “%s” says nothing of %s', (source, reply) => {
  expect(found(source, reply)).toEqual([]);
});
