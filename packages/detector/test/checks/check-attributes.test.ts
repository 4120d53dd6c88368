import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const gym =
  'Our gym has 6 squash courts and 2 saunas. Day passes are $14. Towels cost $3. ' +
  'Lockers are free for 12 hours. Cancel classes at least 4 hours before they start.';
const tram = 'Tickets are €2.40 for adults and €1.20 for pupils. Line 7 takes 25 minutes, line 9 takes 40.';
const syrup = 'Shake before use. Take 10 ml of the syrup three times a day for 5 days.';

/** What is found in a reply because the evidence has another value of it. */
function judgeValues(evidence: string, reply: string, question = 'What do I have to know?'): string[] {
  const messages = [
    makeMessage('system', evidence),
    makeMessage('user', question),
    makeMessage('assistant', reply),
  ];
  const { annotations } = findSpans(makeInput(messages));
  return textsOf(
    annotations.filter(({ explanation }) => /another (?:value|number) of this/.test(explanation)),
  );
}

describe('checkAttributes', () => {
  it.each([
    ['of other things', gym, 'It has 2 squash courts.', '2'],
    ['of nothing, in words', gym, 'There are four saunas.', 'four'],
    ['of something else', gym, 'A day pass is $3.', '$3'],
    ['of another duration', gym, 'Lockers are free for 4 hours.', '4'],
    ['of a limit', 'You may pack up to 3 bags. Members get 5 keys.', 'Pack up to 5 bags.', '5'],
    ['of others in the same sentence', tram, 'Tickets for pupils are €2.40.', '€2.40'],
    ['of what is numbered', tram, 'Line 7 takes 40 minutes.', '40 minutes'],
    ['next to another value', syrup, 'Take 10 ml of the syrup two times a day.', 'two'],
    ['of a field', '{"order": 81, "boxes_left": 3}', 'There are 8 boxes left.', '8'],
  ])('finds a value %s', (_, evidence, reply, words) => {
    expect(judgeValues(evidence, reply)).toEqual([words]);
  });

  it.each([
    [gym, 'It has 6 squash courts and two saunas.'],
    [gym, 'There are 8 rooms: 6 squash courts and 2 saunas.'],
    [gym, 'A day pass and a towel are $17 together.'],
    [gym, 'Lockers are free for half a day.'],
    [gym, 'It has over 5 squash courts.'],
    [gym, 'It does not have 8 squash courts.'],
    [gym, 'If it had 8 squash courts, you would find a free one.'],
    [tram, 'Tickets for adults are €2.40.'],
    [tram, 'Line 9 takes 40 minutes.'],
    [tram, 'Tickets for two adults are €4.80.'],
    [syrup, 'Take 30 ml of the syrup a day.'],
    ['Refunds take 5 business days.', 'Refunds take one week.'],
    ['The plan is $12 a month; billed yearly it is $9.', 'Billed yearly, the plan is $9 a month.'],
    ['3 of its 5 halls are closed.', 'It has 5 halls.'],
    ['3 of its 5 halls are closed.', '3 halls are closed.'],
    ['The loan is 3.1% for 5 years and 3.9% for 10 years.', 'The loan is 3.9% for 10 years.'],
    ['Sales rose from $4 million to $7 million.', 'Sales rose by $3 million.'],
    ['He teaches 3 hours a day, 4 days a week.', 'He teaches 12 hours a week.'],
    ['The club has 11,400 members.', 'The club has 11,400 members.'],
  ])('says nothing of “%s” and “%s”', (evidence, reply) => {
    expect(judgeValues(evidence, reply)).toEqual([]);
  });

  it('leaves alone what the question qualifies', () => {
    const evidence = 'The plan is $12 a month. Students pay $7 for it.';
    expect(judgeValues(evidence, 'You pay $7 for the plan.', 'I am one of the students. The price?')).toEqual(
      [],
    );
  });
});
