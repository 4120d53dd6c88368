import { findReversals } from '../../checks/reversals';
import { compareReply } from '../../model/features/judged-reply';
import { loadGroundingModel } from '../../model/grounding-model';
import { readEvidence } from '../../model/model-evidence';

const evidence =
  'The museum is closed on Mondays. Photography is not allowed in the east wing. The bridge was opened by the mayor ' +
  'in May. Trade began in the old harbor that year. The board denied that fees were raised in spring. Entry is not ' +
  'free on Sundays but on Fridays. Dogs cannot enter the garden of the house. Can dogs not swim in the pond of the park? ' +
  'You cannot check in to the room until 3 pm. The Basic plan does not include phone support on weekends. I think the ' +
  'library lends films on Sundays in winter. Its first train leaves the main station at noon and the last train at ten. ' +
  'House no. 12 in the main street is red. Meals are not part of the price of a ticket. With a card meals are part of ' +
  'the price of a ticket.';

/** The words of the reply that say the opposite, and what the explanations quote. */
function reversals(reply: string, texts = [evidence], asked = '') {
  const { units, question } = readEvidence(texts, asked, loadGroundingModel());
  return findReversals(compareReply(reply, units, []), question).map(({ start, end, explanation }) => ({
    words: reply.slice(start, end),
    explanation,
  }));
}

describe('findReversals', () => {
  it('reads a word that objects have as a property', () => {
    expect(
      reversals('The frame is setter based today.', ['The frame is not constructor based today.']),
    ).toEqual([]);
  });

  it.each([
    ['an opposite', 'The museum is open on Mondays.', 'open'],
    ['a negation left out', 'Photography is allowed in the east wing.', 'is allowed'],
    ['a negation put in', 'The bridge was not opened by the mayor in May.', 'not'],
    [
      'a negation with the form of its verb',
      'Trade did not begin in the old harbor that year.',
      'did not begin',
    ],
    ['a contraction', "The bridge wasn't opened by the mayor in May.", "wasn't"],
    ['a negation that was one word with its verb', 'Dogs can enter the garden of the house.', 'can'],
    ['a clause', 'Strollers are fine, and photography is allowed in the east wing.', 'is allowed'],
  ])('finds %s', (_, reply, words) => {
    expect(reversals(reply).map((found) => found.words)).toContain(words);
  });

  it('quotes the sentence that says the opposite', () => {
    expect(reversals('The museum is open on Mondays.')[0]?.explanation).toBe(
      'The evidence says the opposite: “The museum is closed on Mondays”.',
    );
  });

  it.each([
    ['a copy', 'The museum is closed on Mondays.'],
    ['a negated opposite', 'The museum is not open on Mondays.'],
    ['a denial by another word', 'The fees were not raised in spring.'],
    ['a negation that is of a part only', 'Entry is free on Fridays.'],
    ['what only shares some words', 'The gallery is open in May and not on Mondays.'],
    ['what was only asked', 'Dogs can swim in the pond of the park.'],
    ['a limit in time', 'You can check in to the room from 3 pm.'],
    ['another subject', 'The Pro plan does include phone support on weekends.'],
    ['what somebody only thinks', 'The library does not lend films on Sundays in winter.'],
    ['an opposite of which the evidence tells elsewhere', 'The last train leaves the main station at ten.'],
    ['the number of a house', 'House 12 in the main street is red.'],
    ['what the evidence says elsewhere word for word', 'Yes, meals are part of the price of a ticket.'],
    ['a few words', 'It is open.'],
  ])('leaves %s alone', (_, reply) => {
    expect(reversals(reply)).toEqual([]);
  });

  it('lets a premise of the user be corrected where there is other evidence', () => {
    const premise = 'The pool is open on Mondays.';
    const reply = 'The pool is not open on Mondays.';

    expect(reversals(reply, ['Closed days: pool Monday.', premise], premise)).toEqual([]);
    expect(reversals(reply, [premise], premise)).not.toEqual([]);
  });
});
