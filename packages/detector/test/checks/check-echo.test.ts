import { findSpans, makeInput, makeMessage } from '../conversations';

const facts =
  'The harbor shop sells ropes and sails. Parcels can be picked up within 10 days with a slip. Sales grew in spring.';

/** What is found of a reply to a question next to the facts, by its explanation. */
const listEchoes = (question: string, reply: string, texts = [facts]): string[] =>
  findSpans(
    makeInput([
      ...texts.map((text) => makeMessage('system', text)),
      makeMessage('user', question),
      makeMessage('assistant', reply),
    ]),
  )
    .annotations.filter(({ explanation }) => /^(?:Only the question|The question has)/.test(explanation))
    .map(({ text }) => text);

describe('what only a question says', () => {
  it.each([
    [
      'an amount',
      'Did profit climb to $12.5 million in May?',
      'Yes, profit climbed to $12.5 million in May.',
    ],
    ['a person', 'Was Ida Brandt hired as manager in 2021?', 'Yes, Ida Brandt was hired as manager in 2021.'],
    ['a tag', 'So members get a 15% bonus, right?', 'Yes, members get a 15% bonus.'],
  ])('is no evidence of %s', (_, question, reply) => {
    expect(listEchoes(question, reply)).toHaveLength(1);
  });

  it('loses against another number of the evidence', () => {
    expect(
      listEchoes('Can I pick up parcels within 45 days?', 'Yes, parcels can be picked up within 45 days.'),
    ).toEqual(['45 days']);
  });

  it.each([
    [
      'a number within a limit',
      'Can I pick up parcels within 7 days?',
      'Yes, parcels can be picked up within 7 days.',
    ],
    [
      'a denial',
      'Did profit climb to $12.5 million in May?',
      'No, profit did not climb to $12.5 million in May.',
    ],
    ['what a statement has', 'Are parcels kept for 10 days?', 'Yes, parcels are kept for 10 days.'],
    ['what the user states', 'My order is XK-204. Can you see it?', 'Yes, your order is XK-204.'],
    ['an offer', 'Do you have boats to Turku for 2?', 'I can look for boats to Turku for 2.'],
    ['no number or name', 'Can dogs come in?', 'Yes, dogs can come in.'],
  ])('leaves alone %s', (_, question, reply) => {
    expect(listEchoes(question, reply)).toEqual([]);
  });

  it('is not compared where nothing but the question is there', () => {
    expect(listEchoes('Was Ida Brandt hired in 2021?', 'Yes, Ida Brandt was hired in 2021.', [])).toEqual([]);
  });
});
