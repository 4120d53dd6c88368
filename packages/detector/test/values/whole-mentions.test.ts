import { addNamesAndCompounds, coverWhole, scanWholeMentions } from '../../values/whole-mentions';
import { judge, textsOf } from '../conversations';

const facts =
  'The tower opens at 9:30 am. Tickets cost $4.95. It was built on March 5, 1887 by Ann Keller. Write to info@tower.example.org.';

describe('a span', () => {
  it.each([
    ['a time', 'The tower opens at 18:00.', '18:00'],
    ['a date', 'It was built on March 5, 1889 by Ann Keller.', 'March 5, 1889'],
    ['a number', 'It has 17,250 steps.', '17,250'],
    ['an amount of money', 'Tickets cost $14.95.', '$14.95'],
    ['an amount of money in words', 'Tickets cost 14.95 dollars.', '14.95 dollars'],
    ['a link', 'See https://tower.example.com/tickets/buy.', 'https://tower.example.com/tickets/buy'],
    ['an e-mail address', 'Write to info@tower.example.com.', 'info@tower.example.com'],
  ])('holds %s as a whole', (_kind, reply, mention) => {
    expect(textsOf(judge(facts, reply))).toEqual([expect.stringContaining(mention)]);
  });
});

describe('coverWhole', () => {
  it.each([
    ['10472', 'Order NW-10472 is late.', 'NW-10472'],
    ['800', 'It flew as a B737-800, I believe.', 'B737-800'],
    ['8877', 'Call 555-014-8877 before you come.', '555-014-8877'],
    ['18', 'The 18-year-old won.', '18'],
    ['20', 'It takes 15-20 minutes.', '20'],
  ])('takes %s in "%s" for a part of %s', (part, text, whole) => {
    const start = text.indexOf(part);

    const covered = coverWhole({ start, end: start + part.length }, scanWholeMentions(text));

    expect(text.slice(covered.start, covered.end)).toBe(whole);
  });
});

it('shows no part of a name or compound', () => {
  const text = 'The ticket to Port Ellis is non-refundable.';

  const wholes = addNamesAndCompounds(text, []).map(({ start, end }) => text.slice(start, end));

  expect(wholes).toEqual(['Port Ellis', 'non-refundable']);
});
