import { compareText } from '../support/compare-text';

describe.each([
  [
    'a timestamp',
    '{"sent": "2025-02-06T08:40:00Z"}',
    'It was sent at 8:40 UTC.',
    'It was sent at 8:40 CET.',
    'CET',
  ],
  [
    'GMT for UTC',
    'The call is at 16:00 UTC.',
    'The call is at 16:00 GMT.',
    'The call is at 16:00 JST.',
    'JST',
  ],
  ['an offset', '{"at": "2025-02-06T18:40:00-05:00"}', 'It is at 18:40 EST.', 'It is at 18:40 PST.', 'PST'],
  ['the season', '{"at": "2025-07-06T18:40:00-04:00"}', 'It is at 18:40 EDT.', 'It is at 18:40 EST.', 'EST'],
  [
    'a zone by its city',
    'Zone: America/Denver. We open at 7:15 am.',
    'It is 7:15 am MT.',
    'It is 7:15 am CT.',
    'CT',
  ],
  [
    'a zone in words',
    'We open at 7:15 am Pacific time.',
    'We open at 7:15 am PST.',
    'We open at 7:15 am EST.',
    'EST',
  ],
  [
    'a zone that another time has',
    'Call at 16:00 CET. Chat at 9:30 UTC.',
    'Call at 16:00 CET.',
    'Call at 16:00 UTC.',
    'UTC',
  ],
  ['no zone', 'The call is at 16:00.', 'The call is at 16:00.', 'The call is at 16:00 CET.', 'CET'],
])('the time zone of a time: %s', (_what, evidence, right, wrong, zone) => {
  it('accepts a zone in another notation', () => {
    expect(compareText(evidence, right).found).toEqual([]);
  });

  it('finds another zone', () => {
    expect([...new Set(compareText(evidence, wrong).found)]).toEqual([zone]);
    expect(compareText(evidence, wrong).supported).not.toContain(zone);
  });
});

const talk = 'The talk is at 18:00-19:15 UTC on 3 March 2025. I am in UTC+3.';

describe.each([
  ['an offset', talk, 'For you it starts at 9:00 pm.', 'For you it starts at 8:00 pm.', '8:00 pm'],
  ['the end of a range', talk, 'For you it ends at 10:15 pm.', 'For you it ends at 3:15 pm.', '3:15 pm'],
  [
    'over midnight',
    'Start: 22:30 UTC. My zone is UTC+5:30.',
    'It is at 4 am for you.',
    'It is at 5 am for you.',
    '5 am',
  ],
  ['a zone of the reply', 'Start: 14:00 CET.', 'It is at 8 am Eastern.', 'It is at 9 pm Eastern.', '9 pm'],
  ['its season', 'Start: 14:00 UTC, 9 July 2025.', 'It is at 10 am EDT.', 'It is at 9 am EDT.', '9 am'],
  [
    'a timestamp',
    '{"at": "2025-01-09T09:00:00Z"} I am in Berlin.',
    'It is at 10 am.',
    'It is at 11 am.',
    '11 am',
  ],
  [
    'a city',
    'Start: 2 pm London time on 9 May.',
    'It is at 9 am New York time.',
    'It is at 8 am New York time.',
    '8 am',
  ],
  [
    'no zone',
    'The talk is at 18:00. I am in UTC+3.',
    'The talk is at 18:00.',
    'The talk is at 21:00.',
    '21:00',
  ],
])('a time in another zone: %s', (_what, evidence, right, wrong, time) => {
  it('accepts the same instant', () => {
    expect(compareText(evidence, right).found).toEqual([]);
  });

  it('finds another instant', () => {
    expect(compareText(evidence, wrong).found.join()).toContain(time);
    expect(compareText(evidence, wrong).supported).not.toContain(time);
  });
});
