import { checkMeasures } from '../../checks/check-measures';
import { indexEvidence } from '../../evidence/evidence';
import { readNumbers } from '../../values/numbers';

const { numbers: evidence } = indexEvidence(
  'The path is 5 km long, 9.6 m wide and climbs 300 metres in 6 hours. A ticket costs $12, a map 8 euros. At noon it was 20 °C. ' +
    'Take 3 tablespoons of oil and 2 to 4 cups of flour, or 250 ml. 7 guides live there.',
);
const found = (reply: string): string[] =>
  checkMeasures(readNumbers(reply), evidence).map(({ start, end }) => reply.slice(start, end));

it.each([
  ['a length', 'It is 5 miles long.', '5 miles'],
  ['a height', 'It climbs 300 feet.', '300 feet'],
  ['a time', 'It takes six days.', 'six days'],
  ['a currency before the number', 'A ticket costs €12.', '€12'],
  ['a currency after the number', 'A map costs 8 dollars.', '8 dollars'],
  ['a temperature', 'It was 20 degrees Fahrenheit.', '20 degrees Fahrenheit'],
  ['a spoon', 'Take 3 teaspoons of oil.', '3 teaspoons'],
])('%s in another unit is found', (_kind, reply, expected) => {
  expect(found(reply)).toContain(expected);
});

it.each([
  ['the same unit in another spelling', 'It is 5 kilometers long, climbs 300 m, and costs 12 USD.'],
  ['the symbol of a spoon', 'Take 3 tbsp of oil.'],
  ['the first number of a range', 'You need 2 cups of flour.'],
  ['a number without a unit', 'There are 5 of them, and 12 more.'],
  ['a number that stands alone in the evidence', 'It is 7 miles to the guides.'],
  ['a large number that the evidence does not have', 'It is 90 miles long.'],
  ['a small one without a unit', 'It passes 9 huts.'],
  ['time between two events', 'It closed nine days later.'],
  ['an idiom', 'It was open nine days a week.'],
  ['a rounded number', 'It is 10 metres wide.'],
  ['another quantity', 'It costs $5.'],
])('%s is no conflict', (_kind, reply) => {
  expect(found(reply)).toEqual([]);
});

it.each([
  ['a length', 'It is 9 miles long.', '9 miles'],
  ['a time in words', 'It takes nine hours.', 'nine hours'],
  ['an amount', 'A ticket costs $9.', '$9'],
])('a small number of %s that the evidence does not have is found', (_kind, reply, expected) => {
  expect(found(reply)).toEqual([expected]);
});

it('names what the evidence has', () => {
  expect(checkMeasures(readNumbers('It is 5 miles long.'), evidence)[0]?.explanation).toBe(
    'The evidence does not have “5 miles” but “5 km”.',
  );
});
