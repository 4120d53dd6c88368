import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const room =
  '{"wifi": true, "parking": false, "breakfast_included": true, "pets_allowed": "no", "isHeated": true}';
const lamp = '{"name": "Lamp", "returnable": false, "in_stock": false, "dimmable": true}';

/** What is found in a reply because a field or label of the evidence says the opposite. */
function judgeBooleans(evidence: string, reply: string, question = 'What do you have?'): string[] {
  const messages = [
    makeMessage('system', evidence),
    makeMessage('user', question),
    makeMessage('assistant', reply),
  ];
  const { annotations } = findSpans(makeInput(messages));
  return textsOf(annotations.filter(({ explanation }) => explanation.includes('says the opposite')));
}

describe('checkBooleans', () => {
  it.each([
    ['of a field', room, 'There is parking.', 'parking'],
    ['of a field of two words', room, 'Breakfast is not included.', 'not included'],
    ['of a field in camel case', room, 'No, it is not heated.', 'not heated'],
    ['of a field that says no', room, 'Yes, pets are allowed.', 'pets are allowed'],
    ['of an adverbial name', lamp, 'The lamp is in stock.', 'in stock'],
    [
      'of its contrary',
      lamp.replace('"in_stock": false', '"in_stock": true'),
      'It is out of stock.',
      'out of stock',
    ],
    ['of what can be done', lamp, 'Yes, the lamp can be returned.', 'returned'],
    ['of a label', 'Gift wrapping: no', 'We offer gift wrapping.', 'gift wrapping'],
    ['of one of several labels', 'Sauna: yes, Pool: no', 'There is no sauna.', 'no sauna'],
    ['of a label in words', 'Pool: not available', 'There is a pool.', 'pool'],
  ])('finds the contrary %s', (_, evidence, reply, words) => {
    expect(judgeBooleans(evidence, reply)).toEqual([words]);
  });

  it.each([
    [room, 'It has wifi but no parking.'],
    [room, 'Breakfast is included, parking is not.'],
    [room, 'Pets are not allowed.'],
    [room, 'If parking is free, we will tell you.'],
    [room, 'Is parking needed?'],
    [room, 'Street parking is available in Elm Road.'],
    [room.replace('}', ', "note": "The garage next door offers parking."}'), 'There is parking next door.'],
    [lamp, 'The lamp cannot be returned.'],
    [lamp, 'It is out of stock.'],
    [lamp, 'It is out of stock but will be in stock in May.'],
    [
      '[{"color": "red", "in_stock": false}, {"color": "blue", "in_stock": true}]',
      'The blue one is in stock.',
    ],
    ['Sauna: yes, Pool: no', 'There is a sauna and no pool.'],
    ['{"success": false}', 'This is a success story.'],
  ])('says nothing of “%s” and “%s”', (evidence, reply) => {
    expect(judgeBooleans(evidence, reply)).toEqual([]);
  });
});
