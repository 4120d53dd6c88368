import type { Message } from '../../formats';
import { findSpans, judgeCall, makeInput, makeMessage, textsOf } from './conversations';

/** A conversation with a right reply, and the same with one wrong value. */
type Pair = [name: string, said: Message[], right: string, wrong: string, found: string];

const system = (text: string): Message => makeMessage('system', text);
const user = (text: string): Message => makeMessage('user', text);

const toolCall = (name: string): Message =>
  makeMessage('assistant', { type: 'tool_call', id: 'c1', name, arguments: '{}' });
const toolResult = (result: unknown): Message =>
  makeMessage('tool', { type: 'tool_call_response', id: 'c1', response: JSON.stringify(result) });

const plans = system(
  'Our plans:\n\n| Plan | Storage | Price |\n|---|---|---|\n| Fern | 20 GB | €4 |\n| Moss | 50 GB | €7 |\n| Oak | 120 GB | €11 |',
);
const ferries = [
  { ferry: 'AN 20', dep: '06:10', price_eur: 41 },
  { ferry: 'AN 33', dep: '11:35', price_eur: 29 },
  { ferry: 'AN 47', dep: '17:20', price_eur: 52 },
];
const returns = system(
  'RETURNS\n1. Unused articles may be returned within 60 days of delivery.\n2. Opened or used tents and mats may be returned within 21 days of delivery.',
);

const assistant = (text: string): Message => makeMessage('assistant', text);

/** Rooms of a hostel in a list so long that two of its prices make almost any sum. */
const hostel = toolResult({
  rooms: Array.from({ length: 150 }, (_, index) => ({ room: `K${index + 1001}`, price: 31 + 7 * index })),
});
const quoted = [
  user('I booked K1004 and would rather have K1020. What changes?'),
  toolCall('list_rooms'),
  hostel,
  assistant('Your K1004 is $52 a night and K1020 is $164 a night.'),
];

const amounts: Pair[] = [
  [
    'a difference of amounts that were said before',
    [...quoted, user('Sure, go on.')],
    'I need your card for the difference of $112.',
    'I need your card for the difference of $121.',
    '121',
  ],
  [
    'an amount that was worked out before',
    [
      ...quoted,
      user('So?'),
      assistant('$164 - $52 = $112 more.'),
      user('And with breakfast?'),
      assistant('That is included.'),
      user('Good.'),
    ],
    'Then $112 will be taken from your card.',
    'Then $117 will be taken from your card.',
    '117',
  ],
  [
    'what is left of a listed total',
    [
      toolCall('find_voucher'),
      toolResult({ voucher: { code: 'SPRING', value: 82 } }),
      user('K1001 and K1020 please, with my voucher.'),
      toolCall('list_rooms'),
      hostel,
    ],
    'Please confirm.\n- Rooms: K1001 and K1020\n- Total: $195\n- Voucher: $82\n- Visa card: $113',
    'Please confirm.\n- Rooms: K1001 and K1020\n- Total: $195\n- Voucher: $82\n- Visa card: $123',
    '123',
  ],
  [
    'the total of listed payments',
    [
      toolCall('find_card'),
      toolResult({ card: 'G1', left: 49 }),
      user('I want K1041 with both of my gift cards.'),
      toolCall('list_rooms'),
      hostel,
      toolCall('find_card'),
      toolResult({ card: 'G2', left: 264 }),
    ],
    'Here is your booking:\n- **Total Cost:** $313\n- **Payment:** $49 from card G1 and $264 from card G2',
    'Here is your booking:\n- **Total Cost:** $319\n- **Payment:** $49 from card G1 and $264 from card G2',
    '319',
  ],
  [
    'an amount in another currency',
    [
      user('What are 240 pounds in Danish kroner?'),
      toolCall('rate'),
      toolResult({ from: 'GBP', to: 'DKK', rate: 8.75 }),
    ],
    'At the rate of 8.75, your £240 come to 2,100 kroner.',
    'At the rate of 8.75, your £240 come to 2,300 kroner.',
    '2,300',
  ],
  [
    'what days cost in total',
    [
      user('What do I pay for 4 days with a van? I am 21.'),
      toolCall('rates'),
      toolResult({
        daily_rate: 55,
        young_driver_fee_per_day: 9,
        discount: '20% off the daily rate',
        currency: 'USD',
      }),
    ],
    'Rental: $220, less $44 discount = $176\n- Young driver fee: $36\n\nThat makes **$212** altogether.',
    'Rental: $220, less $44 discount = $176\n- Young driver fee: $36\n\nThat makes **$221** altogether.',
    '221',
  ],
  [
    'points for wins and draws',
    [
      system('League rules: 4 points for a win, 2 for a draw, none for a loss.'),
      user('We have 6 wins and 3 draws, and the leaders have 35 points. Where do we stand?'),
    ],
    'Six wins bring 24 points and the draws another six, so you are on 30 points.',
    'Six wins bring 24 points and the draws another six, so you are on 33 points.',
    '33',
  ],
  [
    'cents of a unit',
    [
      system('Gas (per kWh / base fee a month):\nHome: 11.2 ct / 7.50 EUR\nHeat: 9.8 ct / 9.20 EUR'),
      user('What does Heat cost?'),
    ],
    'Heat costs €0.098 per kilowatt-hour.',
    'Heat costs €0.089 per kilowatt-hour.',
    '0.089',
  ],
  [
    'weeks in months',
    [user('From the packet: "Bush beans. Harvest after about 8 weeks." When can I harvest?')],
    'You can harvest after just under two months.',
    'You can harvest after about four months.',
    'four months',
  ],
  [
    'time since the end of a period',
    [
      system('Changes are free within 48 hours of booking.'),
      user('I booked 53 hours ago. Is a change free?'),
    ],
    'No, the 48-hour period ended five hours ago.',
    'No, the 48-hour period ended nine hours ago.',
    'nine hours',
  ],
  [
    'fractions of units',
    [system('Soup: 1.25 liters stock, 0.25 kg carrots.'), user('What do I need?')],
    "You'll need 1¼ liters of stock and a quarter kilogram of carrots.",
    "You'll need 1¾ liters of stock and a quarter kilogram of carrots.",
    '1¾',
  ],
  [
    'a difference below one',
    [system('Tent A weighs 3.2 kg, tent B 2.7 kg.'), user('Compare them.')],
    'Tent A weighs 3.2 kg and tent B 2.7 kg, so B is 0.5 kg lighter.',
    'Tent A weighs 3.2 kg and tent B 2.7 kg, so B is 0.8 kg lighter.',
    '0.8',
  ],
  [
    'a share in words',
    [
      system('About one in four registered players is under 18. The site has 3,100 players.'),
      user('Key figures?'),
    ],
    'Around 25% of the registered players are under 18.',
    'Around 40% of the registered players are under 18.',
    '40%',
  ],
  [
    'years between two months',
    [
      system('The bridge was begun in April 1887 and finished in November 1891.'),
      user('How long did it take?'),
    ],
    'It was begun in April 1887 and finished about four and a half years later.',
    'It was begun in April 1887 and finished about seven and a half years later.',
    'seven and a half years',
  ],
  [
    'around a time',
    [system('The bus to Kell leaves at 12:05 from bay 4.'), user('When does the bus leave?')],
    'It leaves shortly after noon.',
    'It leaves shortly after 3 pm.',
    '3 pm',
  ],
];

const records: Pair[] = [
  [
    'a cell that the question names',
    [plans, user('What does Moss cost?')],
    'You pay **€7**.',
    'You pay **€11**.',
    '€11',
  ],
  [
    'a record that the question names',
    [user('When does AN 20 leave?'), toolCall('ferries'), toolResult(ferries)],
    'It leaves at 6:10 am.',
    'It leaves at 11:35 am.',
    '11:35',
  ],
  [
    'a record beside a comparison',
    [user('Cheapest ferry to Anholm?'), toolCall('ferries'), toolResult(ferries)],
    'The cheapest is **AN 33** at €29. It leaves at 11:35 am and costs €12 less than the next one.',
    'The cheapest is **AN 33** at €29. It leaves at 6:10 am and costs €12 less than the next one.',
    '6:10',
  ],
  [
    'the rule for what was asked',
    [returns, user('I used my mat once. Can I return it? It came 9 days ago.')],
    'Used mats can be sent back within 21 days of delivery.',
    'Used mats can be sent back within 60 days of delivery.',
    '60 days',
  ],
];

const limits: Pair[] = [
  [
    'free for what has a price',
    [
      system('The shuttle from the station runs hourly on Saturdays and costs £4 per ride.'),
      user('When does the free shuttle from the station run on Saturdays?'),
    ],
    'On Saturdays the shuttle from the station goes once an hour; a ride is £4.',
    'On Saturdays the shuttle from the station goes once an hour, and it is free of charge.',
    'free of charge',
  ],
  [
    'a fee for what is free',
    [
      system('Tickets can be transferred to another person free of charge up to the day of the concert.'),
      user('I cannot come, what now?'),
    ],
    'You can transfer your ticket to another person free of charge up to the day of the concert.',
    'You can transfer your ticket to another person for a fee up to the day of the concert.',
    'for a fee',
  ],
  [
    'a lower limit for an upper one',
    [system('Students may miss up to 3 of the 14 sessions.'), user('How strict is it?')],
    'You can skip at most three sessions.',
    'You can skip at least three sessions.',
    'at least three',
  ],
  [
    'an upper limit for a lower one',
    [system('At least two doses of the vaccine must be documented.'), user('What is required?')],
    'Your child needs two or more documented doses of the vaccine.',
    'Your child needs no more than two documented doses of the vaccine.',
    'no more than two',
  ],
  [
    'all hours for some',
    [system('Hotline 555-0188, staffed Monday to Friday, 9 am to 5 pm.'), user('When can I call?')],
    'You can reach someone at 555-0188 on weekdays from 9 to 5.',
    'You can reach someone at 555-0188 around the clock.',
    'around the clock',
  ],
  [
    'all days for some',
    [system('Open Monday to Friday. Closed on Saturday and Sunday.'), user('When are you open?')],
    'We are open on weekdays, and closed on weekends.',
    'We are open every day.',
    'every day',
  ],
];

const find = (said: Message[], reply: string): string[] =>
  textsOf(findSpans(makeInput([...said, makeMessage('assistant', reply)])).annotations);

describe.each([
  ['amounts', amounts],
  ['records', records],
  ['limits', limits],
])('a reply about %s', (_kind, pairs) => {
  it.each(pairs)(
    'accepts the right value and flags the wrong one: %s',
    (_name, said, right, wrong, found) => {
      expect(find(said, right)).toEqual([]);
      expect(find(said, wrong).join()).toContain(found);
    },
  );
});

const controls: [name: string, said: Message[], reply: string][] = [
  [
    'days before an event, limited from both sides',
    [
      system('Standard tickets can be exchanged up to 48 hours before the concert.'),
      user('Can I exchange them?'),
    ],
    'Yes, as long as you do so at least 48 hours before the concert.',
  ],
  [
    'what holds beyond a limit',
    [
      system('For claims of $1,500 or less, the filing fee is $30. For claims over $1,500 it is $50.'),
      user('The fees?'),
    ],
    'It is $30, and $50 for claims of more than $1,500.',
  ],
  [
    'two limits of one value',
    [system('You may miss up to 3 lectures. You must attend at least 3 lectures.'), user('The rules?')],
    'You must attend at least 3 lectures.',
  ],
  [
    "beyond the user's limit",
    [system('Laptop A costs $480, laptop B $520.'), user('Find a laptop for no more than $500.')],
    'I left out everything at $500 or more: laptop A costs $480.',
  ],
  [
    'hours that are all hours in other words',
    [system('Hotel: 24-hour reception. Breakfast 7:00-10:00.'), user('Is the reception open at night?')],
    'Yes, the reception is staffed around the clock.',
  ],
  [
    'hours that are a time before something',
    [system('Opening hours 9:00-17:00. Cancel up to 24h before arrival.'), user('Can I cancel?')],
    'You can cancel up to 24 hours before arrival.',
  ],
  [
    'a weekend that is wished',
    [system('Open Monday to Friday, 9 to 5.'), user('Are you open at 4 on Monday?')],
    'Yes, from 9 to 5. Enjoy your weekend!',
  ],
  [
    'another row than the one of the question',
    [plans, user('What does Moss cost?')],
    'Moss is €7. The largest plan costs €11.',
  ],
  [
    'what is free at a time',
    [
      system('The small meeting room costs €20. The small meeting room is available after 14:00.'),
      user('When is the small room available?'),
    ],
    'The small meeting room is free after 14:00.',
  ],
  [
    'what is free in other words',
    [
      system('Standard delivery costs $5 for all customers. Gold customers pay nothing for delivery.'),
      user('I am a Gold customer. What does delivery cost?'),
    ],
    'As a Gold customer, delivery is free.',
  ],
  [
    'a fraction with a scale',
    [system('The city has 2,500,000 inhabitants.'), user('How many people live there?')],
    'About 2½ million people live there.',
  ],
];

it.each(controls)('accepts %s', (_name, said, reply) => {
  expect(find(said, reply)).toEqual([]);
});

it('flags what a question presupposes', () => {
  const said = [
    system('Batteries are covered for 6 months, frames for 2 years.'),
    user('Are batteries covered for 2 years?'),
  ];

  expect(find(said, 'No, batteries are covered for 6 months.')).toEqual([]);
  expect(find(said, 'Yes, batteries are covered for 2 years.').join()).toContain('2 years');
});

it('counts the people of a group', () => {
  const request = 'A table for two adults and four kids, please.';

  expect(judgeCall(request, '{"guests": 6}')).toEqual([]);
  expect(textsOf(judgeCall(request, '{"guests": 5}'))).toEqual(['5']);
  expect(textsOf(judgeCall(request, '{"adults": 6}'))).toEqual(['6']);
});

it('flags the account of another payee', () => {
  const said = [
    user('Send 70 euros to Ada Holm please'),
    toolCall('find_payee'),
    toolResult({
      payees: [
        { name: 'Ada Holm', account: 'QX11 2200 9' },
        { name: 'Ari Holm', account: 'QX11 5311 4' },
      ],
    }),
  ];
  const findIn = (account: string) =>
    findSpans(
      makeInput([
        ...said,
        makeMessage('assistant', {
          type: 'tool_call',
          id: 'c2',
          name: 'transfer',
          arguments: JSON.stringify({ to_account: account, amount: 70 }),
        }),
      ]),
    ).annotations;

  expect(findIn('QX11 2200 9')).toEqual([]);
  expect(findIn('QX11 5311 4')).toMatchObject([
    { text: 'QX11 5311 4', explanation: expect.stringContaining('the request names “Ada Holm”') },
  ]);
});
