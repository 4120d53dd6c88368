import { scanLabels } from '../../claims/labels';
import { judge, textsOf } from '../conversations';

const evidence = 'A kayak costs 46 EUR a day. It can be paid at the pier or on the web. What can I do?';

it.each([
  ['## Ways to Pay', ['## Ways to Pay']],
  ['**Ways to Pay**', ['**Ways to Pay**']],
  ['- **At the Pier:** It can be paid there.', ['- **At the Pier:**']],
  ['1. Price: 46 EUR', ['1. Price:']],
  ['The reason is simple: it is cold.', []],
  ['It opens at 10:30 and closes at 18:00.', []],
  ['See https://pinewharf.example', []],
])('is a heading, or what is before a colon without a verb: %s', (text, expected) => {
  expect(scanLabels(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

it('names no finding by itself, and hides none of what it names', () => {
  const list = (price: string) =>
    `You can do this:\n\n1. **Visit the Harbor Pier:** It can be paid at the pier.\n2. **Daily Kayak Price:** ${price} EUR`;

  expect(judge(evidence, list('46'))).toEqual([]);
  expect(textsOf(judge(evidence, list('64'))).join()).toContain('64');
});
