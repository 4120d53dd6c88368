import { checkNames } from '../../checks/check-names';
import { indexEvidence } from '../../evidence/evidence';

const namesIn = (reply: string, evidence: string): string[] =>
  checkNames(reply, indexEvidence(evidence)).map(({ start, end }) => reply.slice(start, end));

describe('a name the evidence has in another form', () => {
  it.each([
    ['an acronym', 'The Federal Bureau of Investigation called him.', 'He was called by the FBI.'],
    ['an acronym with a country', 'The U.S. Patent and Trademark Office said so.', 'So said the USPTO.'],
    ['an acronym with a numeral', 'He fought in World War II.', 'He fought in WWII.'],
    ['what acronyms stand for', 'Some WANs are large.', 'There are large Wide Area Networks.'],
    ['an opened acronym in brackets', 'An HSA is tax-free.', 'An HSA (Health Savings Account) is tax-free.'],
    ['several of an acronym', 'Each room has a TV set.', 'We have rooms with TVs.'],
    ['a country', 'It is sold in the U.S. only.', 'It is sold in the United States, all over America.'],
    [
      'a country, by its people',
      'The Danish and the Dutch won.',
      'It was won by Denmark and the Netherlands.',
    ],
    ['people, by their country', 'He lives in Switzerland.', 'He lives among the Swiss.'],
    ['a country, by another name', 'He lives in the Netherlands.', 'He lives in Holland.'],
    ['a country, by its name with an accent', 'He lives in Turkey.', 'He lives in Türkiye.'],
    ['a country, by its name without accents', 'He lives in Côte d’Ivoire.', 'He lives in Ivory Coast.'],
    ['a state by its code', 'It is in Boston, Massachusetts.', 'It is in Boston, MA.'],
    ['an acronym after an order', 'Ask IBM for help.', 'Contact International Business Machines for help.'],
    ['several of an acronym in both', 'They sell PCs.', 'They sell two PCs.'],
  ])('is not held against the reply: %s', (_kind, evidence, reply) => {
    expect(namesIn(reply, evidence)).toEqual([]);
  });

  it.each([
    ['an acronym of other words', 'The Federal Bank of Ohio called him.', 'He was called by the FBI.', 'FBI'],
    ['another country', 'It is sold in the U.S. only.', 'It is sold in Canada.', 'Canada'],
    ['another people', 'He lives in Switzerland.', 'He lives among the Swedish.', 'Swedish'],
    ['a country whose code means something else', 'It is in Dover, DE.', 'It is in Germany.', 'Germany'],
    ['a country like a common word', 'Use shoe polish, over a span.', 'It is in Spain.', 'Spain'],
    ['another country like a common word', 'Use shoe polish.', 'It is in Poland.', 'Poland'],
    ['a country like two words', 'Give us a tour.', 'He saw America.', 'America'],
    ['initials like an hour', 'It opens at 10 AM.', 'He asked Anna Miller.', 'Anna Miller'],
    [
      'a firm named after a country',
      'It is a bank in the U.S.',
      'He asked Bank of America.',
      'Bank of America',
    ],
    ['initials like a common word', 'She was here.', 'He asked William Anderson.', 'William Anderson'],
    ['a word that objects have', 'Use a class.', 'Call the CONSTRUCTOR first.', 'CONSTRUCTOR'],
    ['another state', 'It is in Boston, Massachusetts.', 'It is in Boston, VT.', 'VT'],
  ])('is held against the reply where it is %s', (_kind, evidence, reply, name) => {
    expect(namesIn(reply, evidence)).toEqual([name]);
  });
});

describe('a full stop', () => {
  const evidence = 'Use a PC at 67 degrees, in World War terms, said Ann Keller of the GED.';

  it.each([
    'Use a PC. Instead of this, ask.',
    'You have a GED. Additionally, ask.',
    'It is 67°F. Additionally, ask.',
    'It is 67 degrees F. Remember to ask.',
    'It was said by A. Keller. Then she left.',
    'It was said by Ann K. Additionally, she left.',
  ])('ends a name: %j', (reply) => {
    expect(namesIn(reply, evidence)).toEqual([]);
  });

  it.each([
    ['So said J. K. Rowling there.', 'J. K. Rowling'],
    ['So said Dr. Watson there.', 'Dr. Watson'],
    ['It is in St. Ives, by the sea.', 'St. Ives'],
    ['In 2019 J. Rowling came.', 'J. Rowling'],
    ['In 2019 C. Rowling came.', 'C. Rowling'],
    ['So said A. A. Milne there.', 'A. A. Milne'],
    ['So said Det. Jones there.', 'Det. Jones'],
  ])('is part of one: %j', (reply, name) => {
    expect(namesIn(reply, evidence)).toEqual([name]);
  });
});

it('leaves the first word after text that was blanked out, and no name after it', () => {
  const blank = ' '.repeat(30);

  expect(namesIn(`${blank}Nevertheless, the pier is open.`, 'The pier is open.')).toEqual([]);
  expect(namesIn(`${blank}Nevertheless, Ann Poole opened it.`, 'The pier is open.')).toEqual(['Ann Poole']);
});

it.each([
  'Enjoy Ravenna!',
  'It is open. Happy Baking!',
  'Great! 🎉 Enjoy your stay.',
  'Have Ann Poole call us.',
])('does not read the word that opens a sentence as a name: %s', (reply) => {
  expect(namesIn(reply, 'Ann Poole went to Ravenna for Baking.')).toEqual([]);
});

it.each([
  ['Enjoy Ravenna!', 'Ravenna'],
  ['Please visit Happy Valley.', 'Happy Valley'],
  ['Give Ann Poole a call.', 'Ann Poole'],
])('reads the name after it, and one elsewhere: %s', (reply, name) => {
  expect(namesIn(reply, 'It is open.')).toEqual([name]);
});
