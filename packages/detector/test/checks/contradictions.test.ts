import { findContradictions } from '../../checks/contradictions';
import { compareReply } from '../../model/features/judged-reply';
import { loadGroundingModel } from '../../model/grounding-model';
import { readEvidence } from '../../model/model-evidence';

const evidence =
  'The library is shut on Fridays. The fee excludes breakfast. Submit the form before 5 pm to get a seat. The study saw no ' +
  'clear link between sleep and income. The device never stores your voice on a server. The council rejected the plan ' +
  'after a long debate, and the mayor stayed calm. The green ticket costs 8 EUR. The gold ticket costs 31 EUR. Nora Lind runs ' +
  'the kitchen. Paul Ash runs the bar. The flat has three balconies and one garage. Thousands of fans signed the petition ' +
  'for a new stadium. If you do not pay by card, you get a receipt by mail. No, dogs do not have to wear a leash in the yard. The driver passed the cyclist near the bridge in heavy rain. Buses stop here in winter. ' +
  'The blue crate was shipped on Monday.';

function find(reply: string, asked = '') {
  const { units, question } = readEvidence([evidence], asked, loadGroundingModel());
  return findContradictions(compareReply(reply, units, []), question);
}
const listFound = (reply: string, asked?: string): string[] => [
  ...new Set(find(reply, asked).map(({ start, end }) => reply.slice(start, end))),
];

describe('findContradictions', () => {
  it.each([
    ['an opposite of a short sentence', 'The library is open on Fridays.', 'open'],
    ['an opposite after yes', 'Yes, the library is open on Fridays.', 'open'],
    ['an opposite that the lexicon lacks', 'The fee includes breakfast.', 'includes'],
    ['another side of a time', 'Submit the form after 5 pm to get a seat.', 'after'],
    ['an article for "no"', 'The study saw a clear link between sleep and income.', 'a clear'],
    ['another frequency', 'The device always stores your voice on a server.', 'always'],
    [
      'a verb of two words',
      'The council agreed to the plan after a long debate, and the mayor stayed calm.',
      'agreed to',
    ],
    ['another count', 'The flat has five balconies.', 'five'],
    ['an amount in words', 'Millions of fans signed the petition for a new stadium.', 'Millions'],
    ['the value of another thing', 'The green ticket costs 31 EUR.', '31'],
    ['a later state', 'The blue crate was delivered on Monday.', 'delivered'],
    ['words that changed places', 'The cyclist passed the driver near the bridge in heavy rain.', 'cyclist'],
  ])('finds %s', (_, reply, words) => {
    expect(listFound(reply)).toEqual([words]);
  });

  it('finds the one of two changes that was not asked for', () => {
    expect(listFound('Nora Lind runs the bar.', 'Who runs the bar?')).toEqual(['Nora Lind']);
    expect(listFound('Nora Lind runs the bar.', 'What does Nora Lind run?')).toEqual(['bar']);
  });

  it('quotes the sentence that it contradicts', () => {
    expect(find('The fee includes breakfast.')[0]?.explanation).toBe(
      'The evidence says the opposite: “The fee excludes breakfast”.',
    );
  });

  it.each([
    'The blue crate was dispatched on Monday.',
    'The blue crate was packed on Monday.',
    'The library is shut on Fridays.',
    'The library is not open on Fridays.',
    'No, the library is not open on Fridays.',
    'The study saw no link between sleep and income.',
    'The flat has three balconies.',
    'The flat has 3 balconies.',
    'The gold ticket costs 31 EUR.',
    'The plan was rejected by the council.',
    'The cyclist was passed by the driver near the bridge in heavy rain.',
    'Near the bridge the driver passed the cyclist in heavy rain.',
    'Paul Ash runs the bar, Nora Lind the kitchen.',
    'The library is open on Sundays.',
    'Buses do not stop at the school.',
    'If you pay by card, you get a receipt by mail.',
    'No, dogs do not have to wear a leash in the yard.',
  ])('leaves “%s” alone', (reply) => {
    expect(listFound(reply)).toEqual([]);
  });
});
