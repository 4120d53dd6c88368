import type { ToolDefinition } from '../../../formats';
import { ArgumentEvidence } from '../../arguments/argument-evidence';
import { checkToolArguments } from '../../arguments/check-tool-arguments';
import { indexEvidence } from '../../evidence/evidence';

function check(request: string, value: unknown, property: Record<string, unknown> = {}, name = 'x') {
  const tool: ToolDefinition = {
    name: 'search',
    description: null,
    parameters: { type: 'object', properties: { [name]: property } },
  };
  const call = {
    type: 'tool_call',
    id: null,
    name: 'search',
    arguments: JSON.stringify({ [name]: value }),
  } as const;
  return checkToolArguments(call, [tool], new ArgumentEvidence(indexEvidence(request)));
}

type Row = [what: string, request: string, value: unknown, property?: Record<string, unknown>, name?: string];

const supported: Row[] = [
  ['a percentage as a fraction', 'an annual rate of 5%', 0.05],
  ['a number in exponent form', 'charges of 1e-9 and 2 x 10^-6', 2e-6],
  ['a height in the unit of the description', `I am 5'11" tall`, 71, { description: 'Height in inches.' }],
  ['a duration added up', 'it ran 1 hour 30 minutes', 5400, { description: 'Duration in seconds.' }],
  ['the time between two times', 'from 1 pm to 3 pm', 7200, { description: 'Duration in seconds.' }],
  [
    'the code of what is named',
    'a cleaner in Bangkok',
    1,
    { description: 'For example, 1 for Bangkok, 2 for Chiang Mai.' },
  ],
  ['a default', 'Look around', 25, { default: 25 }],
  ['a default of text', 'Look around', 'metric', { default: 'metric' }],
  ['a choice nobody made', 'Look around', 'asc', { enum: ['asc', 'desc'] }],
  ['zero that nothing contradicts', 'dropped from 100 m', 0, {}, 'initial_velocity'],
  ['a country code', 'Weather in France', 'FR'],
  ['a language code', 'Translate it to German', 'de'],
  ['a currency by its noun', 'Convert 10 dollars', 'USD'],
  ['a currency by its sign', 'refund €40', 'EUR'],
  ['a currency by a sign that others share', 'refund $40', 'USD'],
  ['a currency by a sign with letters', 'refund C$40', 'CAD'],
  ['a currency by a sign in letters', 'refund 40 zł', 'PLN'],
  ['the name of a currency by its sign', 'refund €40', '40 euros'],
  ['a state code', 'Show houses in California', 'CA'],
  ['a plural', 'the price of one apple', 'apples'],
  ['a unit written out', 'Run 15 km', 'kilometers'],
  ['a word cut short', 'the average temperature', 'temp'],
  ['initials written out', 'a bus from LA', 'Los Angeles, CA'],
  ['a place with its country', 'Weather in Paris', 'Paris, France'],
  ['words run together', 'a pet friendly library', 'petFriendly'],
  ['another capital letter', 'on PlayStation', 'playstation'],
  ['accents left out', 'a hotel in Zürich', 'Zurich'],
  ['a formula with other signs', 'derive 3x^2 + 1', '3*x**2+1'],
  ['words of the format', 'play Baby Shark', 'track:Baby Shark', { description: "As 'track:Song Name'." }],
  ['a day some nights later', 'for 3 nights from June 1, 2022', '2022-06-04'],
  ['a day worked out', 'tomorrow; today is 2023-10-01', '2023-10-02'],
  ['a day of the week worked out', 'next Friday; today is Sunday, 2023-10-01', '2023-10-06'],
  ['the end of a day', 'on the 22nd of March, 2024', '2024-03-22 23:59:59'],
  ['a day some weeks later', 'two weeks from March 1, 2023', '2023-03-15'],
  ['the same day of another month', 'from 2023-03-15 for a month', '2023-04-15'],
  ['the next day', 'on March 10, 2023 and the day after', '2023-03-11'],
  ['the midnight that ends a day', 'all of March 10, 2023', '2023-03-11T00:00:00'],
  ['a country by its code', 'a trip to the United States', 'US'],
  ['a country by its initials', 'a trip to the United States', 'USA'],
  ['a country by its name', 'a trip to the U.S. in May', 'United States'],
  ['a city in a country by another name', 'Boston in the USA', 'Boston, United States'],
  ['an identifier in another form', 'order DA 12345', 'DA-12345'],
  ['yes to what is wanted', 'a room with breakfast', true, {}, 'breakfast_included'],
  ['yes to what nobody spoke of', 'a room without a view', true, {}, 'breakfast_included'],
  ['yes to leaving out what is not wanted', 'a room without breakfast', true, {}, 'exclude_breakfast'],
  ['on for what is not to be disabled', 'do not disable notifications', true, {}, 'notifications_enabled'],
  ['off by its name for what is turned off', 'turn off the lights', true, {}, 'lights_off'],
  ['on for what is not to be forgotten', "don't forget to turn on the lights", true, {}, 'lights_on'],
  ['on for what is not wanted off', "I don't want you to turn off the lights", true, {}, 'lights_on'],
  ['the manner in which something is turned off', 'turn off the lights with a fade', true, {}, 'fade'],
  ['on for what one only can turn off', 'you can turn off the lights here', true, {}, 'lights_on'],
  ['on for what is turned off and on again', 'turn off wifi, then turn it on', true, {}, 'wifi'],
  ['a version without its letter', 'install v2.14.3', '2.14.3'],
  ['a version with a letter', 'install 2.14.3', 'v2.14.3'],
  ['a version with zeros at its end', 'install Node 18', '18.0.0'],
  ['a number of a section in words', 'section 4, part 2, item 1 of release 2.14', '4.2.1'],
  ['a quantity with another unit', 'lunch for half an hour', '30 minutes'],
  ['a sum of quantities', 'a drive of 90 minutes', '1 hour and 30 minutes'],
  ['a sum of quantities in short', 'a drive of an hour and a half', '1h30m'],
  ['a duration as ISO 8601 writes it', 'lunch for half an hour', 'PT30M'],
  ['a duration of more than a day', 'a break of 36 hours', 'P1DT12H'],
  ['a quantity with the symbol of another unit', 'run for 90 minutes', '1.5h'],
  ['a year nobody gave', 'on March 9th', '2023-03-09'],
  ['a time in words', 'at half past two in the afternoon', '14:30'],
  ['a quantity in the unit of the name', 'lunch for an hour', 60, {}, 'durationMinutes'],
  ['half of a unit', 'lunch for half an hour', 30, {}, 'durationMinutes'],
  ['a half between dashes', 'a half-hour lunch', 0.5, {}, 'hours'],
  ['a whole and a half', 'lunch for one and a half hours', 90, {}, 'durationMinutes'],
  ['a unit and a half', 'lunch for an hour and a half', 1.5, {}, 'hours'],
  ['units and a half', 'lunch for two hours and a half', 150, {}, 'durationMinutes'],
  ['three quarters of a unit', 'lunch for three quarters of an hour', 45, {}, 'durationMinutes'],
  ['the sign of a half', 'lunch for 2½ hours', 150, {}, 'durationMinutes'],
  ['a half in digits', 'lunch for 1 1/2 hours', 1.5, {}, 'hours'],
  ['a half of what is no unit', 'a house with two and a half bathrooms', 2.5, {}, 'bathrooms'],
  ['half a million', 'a budget of half a million', 500000, {}, 'budget'],
  ['a percentage with a half', 'at two and a half percent', 0.025, {}, 'rate'],
  ['a number of a ratio', 'above 4/5 in Tokyo', 4, {}, 'rating'],
  ['a phone number in other groups', 'text (206) 555 0187 for me', '206-555-0187'],
  ['a phone number with the prefix of its country', 'text (206) 555 0187 for me', '+12065550187'],
  ['a phone number without its zero', 'call 030 5557 1234', '+493055571234'],
  ['an account number written together', 'to GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['a number written together', 'card 4111 1111 1111 1111', 4111111111111111],
  ['a country whose code is a word', 'ship it to Norway', 'NO', {}, 'country'],
  ['a state whose code is a word', 'a house in Oregon', 'OR', {}, 'state'],
  ['a long id', 'ban user 812345678901234567', '812345678901234567'],
  ['a price in cents', 'refund $24.50', 2450, {}, 'amount_cents'],
  ['a price in cents by the description', 'refund $24.50', 2450, { description: 'In the smallest unit.' }],
  ['an item of a list without spaces', 'the factorial of 5,10 and 15', 10],
  ['a unit without its prefix', 'a heater of 2 kW', 2000, {}, 'power'],
  ['a number of thousands', 'a budget of $2,000,000', 2000, { description: 'Budget in thousands.' }],
  ['thousands at the start of a description', 'of $2,000,000', 2000, { description: 'Thousands of dollars' }],
  ['a prefixed unit in the name', 'a heater of 2000 W', 2, {}, 'power_kW'],
  ['a point without spaces', 'from the point (3,5)', 5],
  ['coordinates without spaces', 'at [52.520,13.405]', 13.405],
  [
    'a long id that is the default',
    'list my orders',
    '812345678901234567',
    { default: '812345678901234567' },
  ],
];

const unsupported: Row[] = [
  ['another quantity in the unit of the name', 'lunch for an hour', 90, {}, 'durationMinutes'],
  ['the whole unit where half of it is meant', 'lunch for half an hour', 60, {}, 'durationMinutes'],
  ['one where half is meant', 'lunch for half an hour', 1, {}, 'hours'],
  ['the whole number without its half', 'lunch for two and a half hours', 2, {}, 'hours'],
  ['another fraction', 'lunch for half an hour', 45, {}, 'durationMinutes'],
  ['a phone number off by a digit', 'text (206) 555 0187 for me', '+12065550178'],
  ['a phone number cut short', 'text (206) 555 0187 for me', '+1206555018'],
  ['an account number off by a digit', 'to DE89 3704 0044 0532 0130 00', 'DE89370400440532013001'],
  ['the code of a country that is only a word', 'help us ship it to Germany', 'US', {}, 'country'],
  ['the code of a state that is only a word', 'a house or flat in Texas', 'OR', {}, 'state'],
  ['a fraction of no percentage', 'an annual rate of 5%', 0.07],
  ['a number of another unit', `I am 5'11" tall`, 73, { description: 'Height in inches.' }],
  [
    'the code of something else',
    'a cleaner in Bangkok',
    2,
    { description: 'For example, 1 for Bangkok, 2 for Chiang Mai.' },
  ],
  ['a choice where another is named', 'a rock song', 'Jazz', { enum: ['Rock', 'Jazz'] }],
  [
    'a default where another choice is named',
    'a rock song',
    'Jazz',
    { enum: ['Rock', 'Jazz'], default: 'Jazz' },
  ],
  ['zero where a number is given', 'the last 3 days', 0, {}, 'days'],
  ['one where a number is given', 'with 2 bathrooms', 1, {}, 'number_of_bathrooms'],
  ['a number with a minus of its own', 'move it 25 steps', -25],
  [
    'an example of the description',
    'Weather in Sunol',
    'San Francisco, CA',
    { description: "Such as 'San Francisco, CA'." },
  ],
  [
    'an example where another is named',
    "a 'Queen' please",
    'King',
    { description: '(e.g. Ace, King, Queen)' },
  ],
  ['the currency of another country', 'Convert 10 Canadian dollars', 'USD'],
  ['the currency of another sign', 'refund €40', '40 USD'],
  ['the currency of a sign with other letters', 'refund C$40', 'USD'],
  ['the choice of another currency than the sign', 'refund €40', 'USD', { enum: ['USD', 'EUR'] }],
  ['a place in the same country', 'Weather in Toronto, Canada', 'Montreal, Canada'],
  ['an identifier off by a digit', "Reschedule 'Bob-123' to November 1, 2023", 'Bob-122'],
  ['an address off by a digit', 'host 192.168.0.10', '192.168.0.12'],
  ['a link to another page', 'see https://a.example/groups', 'https://a.example/people'],
  ['a formula of the same numbers', "'4x+7' and '2x+5'", '4x + 5'],
  ['another year', 'on March 10, 2023', '2028-03-10'],
  ['another day', 'on March 10, 2023', '2023-08-21'],
  ['the day after', 'on March 10, 2023', '2023-03-11'],
  ['a day that is off by any number of the conversation', '2 rooms on March 10, 2023', '2023-03-12'],
  ['another day than the one worked out', 'tomorrow; today is Sunday, 2023-10-01', '2023-10-07'],
  ['another country', 'a trip to the United States', 'UK'],
  ['an identifier put together from pieces', 'order DA-777 and invoice X-12345', 'DA-12345'],
  ['yes to what is not wanted', 'a room without breakfast', true, {}, 'breakfast_included'],
  ['on for what is turned off', 'turn dark mode off please', true, {}, 'dark_mode'],
  ['on for what is disabled', 'Disable notifications', true, {}, 'notifications_enabled'],
  ['on for what is asked to be turned off', 'Could you turn off the lights?', true, {}, 'lights_on'],
  ['on for what is not to be turned on', "don't turn on the lights", true, {}, 'lights_on'],
  ['a version of the same figures', 'install 2.14.3', '2.3.14'],
  ['a version whose zeros are not at its end', 'upgrade from 2.1', '2.10.0'],
  ['a version of figures that stand elsewhere', 'from 2.14.3, on 41 nodes', '2.41.3'],
  ['an address put together from pieces', 'from 10.0.0.1 to 10.0.1.2', '10.0.0.2'],
  ['a version inside of a name', 'lodash 2.14.3 on 41 nodes', 'lodash 2.41.3'],
  ['another quantity with another unit', 'lunch for half an hour', '45 minutes'],
  ['another sum of quantities', 'a drive of an hour and a half', '1h45m'],
  ['another duration as ISO 8601 writes it', 'lunch for half an hour', 'PT45M'],
  ['the sum of units of different things', 'lunch for half an hour', '20 minutes 10 km'],
  ['another time', 'on March 10 at 2 pm', '16:45'],
  ['a long id off by a digit', 'ban user 812345678901234567', '812345678901234568'],
  ['a long id off by a digit in a text', 'ban user 812345678901234567', 'user 812345678901234568'],
  ['a thousand times the number', 'order 5 chairs', 5000],
  ['a thousandth of the number', 'order 5 chairs', 0.005],
  ['a thousand times the price in cents', 'refund $24.50', 24500, {}, 'amount_cents'],
  ['a placeholder for something named', 'air quality of Chicago', 'dontcare'],
];

it.each(supported)('%s is supported', (...[, request, value, property, name]) => {
  expect(check(request, value, property, name)).toEqual([]);
});

it.each([
  ['812345678901234567', 0],
  ['812345678901234568', 1],
])('the number %s is compared as written, beyond what a number holds', (id, count) => {
  const call = { type: 'tool_call', id: null, name: 'search', arguments: `{"x":${id}}` } as const;

  expect(
    checkToolArguments(call, [], new ArgumentEvidence(indexEvidence('ban user 812345678901234567'))),
  ).toHaveLength(count);
});

it.each(unsupported)('%s is found', (...[, request, value, property, name]) => {
  expect(check(request, value, property, name)).toHaveLength(1);
});

it.each([
  ['set_light', { room: 'kitchen', on: true }, 1],
  ['set_light', { room: 'hall', on: true }, 0],
  ['set_light', { room: 'porch', on: true }, 0],
  ['set_fan', { is_on: true }, 0],
  ['switch_off_light', { room: 'kitchen', on: true }, 0],
])('true for being on is found where %s with %j is about what is turned off', (name, args, count) => {
  const call = { type: 'tool_call', id: null, name, arguments: JSON.stringify(args) } as const;
  const evidence = indexEvidence(
    'In the hall turn on the fan and turn off the kitchen light. Turn the porch light back on, but turn off the porch.',
  );

  expect(checkToolArguments(call, [], new ArgumentEvidence(evidence))).toHaveLength(count);
});

describe('an explanation', () => {
  it('names the nearest numbers and the default', () => {
    const [finding] = check('12 apples and 7 pears', 15, { default: 10 });

    expect(finding?.explanation).toBe(
      'Nothing supports “15” for x: the conversation has no such number; ' +
        'the closest are “12”, “7”; the default is “10”.',
    );
  });

  it('quotes a number as it was sent', () => {
    const call = { type: 'tool_call', id: null, name: 'search', arguments: '{"x":1e400}' } as const;
    const [finding] = checkToolArguments(call, [], new ArgumentEvidence(indexEvidence('12 apples')));

    expect(finding?.explanation).toContain('“1e400”');
  });

  it.each([
    ['Call Maria Lopez', 'Mario Gomez', 'Maria'],
    ["the companies' policies", 'company car', 'companies'],
    ['a table for two', '2 chairs 5 stools', 'two'],
    ['order DA-777', 'da-12345', 'DA'],
  ])('of %j names what it has of %j as written there', (request, value, written) => {
    const [finding] = check(request, value);

    expect(finding?.explanation).toMatch(new RegExp(`; it has “${written}”\\.$`));
  });

  it('does not name a word that the conversation only implies', () => {
    const [finding] = check('Show houses in California', 'CA Miller');

    expect(finding?.explanation).not.toContain('it has');
  });

  it('names the choice that the conversation mentions', () => {
    const [finding] = check('in celsius please', 'kelvin', { enum: ['celsius', 'kelvin'] });

    expect(finding?.explanation).toContain('it mentions “celsius”');
  });

  it('names the choices of the schema for a value that is none', () => {
    const [finding] = check('how warm is it', 'rankine', { enum: ['celsius', 'kelvin'] });

    expect(finding?.explanation).toContain('the schema offers “celsius”, “kelvin”');
  });
});

it('is surer of a value in no form than of one that is half there', () => {
  const [absent] = check('play Baby Shark', 'Katy Perry');
  const [half] = check('play Baby Shark', 'Great Shark');

  expect(absent?.confidence).toBeGreaterThan(half?.confidence ?? 1);
});
