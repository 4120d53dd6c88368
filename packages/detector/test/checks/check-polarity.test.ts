import { findSpans, makeInput, makeMessage } from '../conversations';

const found = (source: string, reply: string, question = 'How is it?'): string[] =>
  findSpans(
    makeInput([
      makeMessage('system', source),
      makeMessage('user', question),
      makeMessage('assistant', reply),
    ]),
  )
    .annotations.filter(({ explanation }) => explanation.startsWith('The evidence says the opposite'))
    .map(({ text }) => text);

describe('checkPolarity', () => {
  it.each([
    ['No deposit is required. Bring a towel.', 'You need to pay a deposit.', 'need to pay a deposit'],
    ['The kettle does not support timers. It is red.', 'Timers are supported.', 'Timers are supported'],
    ['Included: linen, towels. Excluded: parking, breakfast.', 'Parking is included.', 'Parking is included'],
    [
      'Bikes are welcome in the cellar but are not allowed in the lift.',
      'Bikes are allowed in the lift.',
      'in the lift',
    ],
    ['Helmets are mandatory on the tour.', 'Helmets are not required on the tour.', 'not required'],
  ])('of “%s” finds %s', (source, reply, words) => {
    expect(found(source, reply).join()).toContain(words);
  });

  it.each([
    ['No deposit is required.', 'A deposit is not needed.'],
    ['Included: linen, towels. Excluded: parking.', 'Towels are included.'],
    ['Bikes are not allowed in the lift.', 'Bikes are allowed in the cellar.'],
    ['Pets are not allowed without a leash.', 'Pets are allowed on a leash.'],
    ['Refunds are not offered after two weeks.', 'Refunds are offered.'],
    ['The kettle does not support timers. The oven supports timers.', 'Timers are supported.'],
  ])('of “%s” says nothing of %s', (source, reply) => {
    expect(found(source, reply)).toEqual([]);
  });
});
