import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

/** What is found in a reply to a question because a field or label of the evidence has another state. */
function judgeStates(evidence: string, question: string, reply: string): string[] {
  const messages = [
    makeMessage('system', evidence),
    makeMessage('user', question),
    makeMessage('assistant', reply),
  ];
  const { annotations } = findSpans(makeInput(messages));
  return textsOf(annotations.filter(({ explanation }) => explanation.includes('another state')));
}

/** The same after calls of tools with these results. */
function judgeAfterCalls(
  results: [tool: string, result: string][],
  question: string,
  reply: string,
): string[] {
  const calls = results.flatMap(([name, response], index) => [
    makeMessage('assistant', { type: 'tool_call', id: `${index}`, name, arguments: '{}' }),
    makeMessage('tool', { type: 'tool_call_response', id: `${index}`, response }),
  ]);
  const messages = [makeMessage('user', question), ...calls, makeMessage('assistant', reply)];
  const { annotations } = findSpans(makeInput(messages));
  return textsOf(annotations.filter(({ explanation }) => explanation.includes('another state')));
}

const parcel = 'Where is my parcel?';

describe('checkStates', () => {
  it.each([
    ['a later state', 'Status: out for delivery', parcel, 'Your parcel has arrived.', 'has arrived'],
    ['a state that is over', 'Status: delivered', parcel, 'It is still on its way.', 'is still on its way'],
    [
      'a denied state',
      'Status: delivered',
      parcel,
      'It has not been delivered yet.',
      'has not been delivered',
    ],
    [
      'another outcome',
      '{"job": "build", "state": "failed"}',
      'How did it go?',
      'The build succeeded.',
      'succeeded',
    ],
    [
      'an open ticket said to be resolved',
      'State: open',
      'Any news?',
      'The ticket has been resolved.',
      'has been resolved',
    ],
    [
      'what has expired',
      'Membership status: expired',
      'Am I a member?',
      'Your membership is active.',
      'is active',
    ],
    [
      'the state of another thing',
      'Payment status: pending\nOrder status: confirmed',
      'Is it paid?',
      'Your payment has been confirmed.',
      'has been confirmed',
    ],
    [
      'a state that none of several records allows',
      '[{"id": "B1", "status": "shipped"}, {"id": "B2", "status": "delivered"}]',
      'Where is B1?',
      'Order B1 has been canceled.',
      'has been canceled',
    ],
  ])('finds %s', (_, evidence, question, reply, words) => {
    expect(judgeStates(evidence, question, reply)).toEqual([words]);
  });

  it.each([
    ['Status: out for delivery', 'Your parcel has been dispatched.'],
    ['Status: out for delivery', 'It has not arrived yet.'],
    ['Status: delivered', 'It has been shipped.'],
    ['Status: delivered', 'It was pending until Monday.'],
    ['Status: shipped', 'It will be delivered soon.'],
    ['Status: shipped', 'Once it has been delivered, you can send it back.'],
    ['Status: shipped', 'Parcels that have been delivered can be sent back.'],
    ['Status: shipped', 'It cannot be canceled.'],
    ['Status: shipped', 'Has it been delivered?'],
    ['Status: shipped\nThe first box was delivered.', 'One box has been delivered.'],
    ['Status: delayed', 'It has been delivered.'],
    ['Status: closed', 'The case is no longer open.'],
    ['{"status": "shipped", "refund": {"status": "completed"}}', 'The refund has been completed.'],
    ['{"status": "shipped", "delivered_at": "10 May"}', 'It was delivered on 10 May.'],
    ['Payment status: pending\nOrder status: confirmed', 'It is confirmed.'],
    ['[{"id": "B1", "status": "shipped"}, {"id": "B2", "status": "delivered"}]', 'B2 has been delivered.'],
    ['The status of the road is unknown.', 'The road is closed.'],
  ])('says nothing of “%s” and “%s”', (evidence, reply) => {
    expect(judgeStates(evidence, parcel, reply)).toEqual([]);
  });

  it('reads states before a change as past', () => {
    const order: [string, string] = ['get_order', '{"id": 7, "status": "processing"}'];
    const reply = 'Order 7 has been canceled.';
    expect(judgeAfterCalls([order], 'How is order 7?', reply)).toEqual(['has been canceled']);
    expect(judgeAfterCalls([order, ['cancel_order', '{"ok": true}']], 'Cancel order 7.', reply)).toEqual([]);
    expect(
      judgeAfterCalls([['update_order', '{"status": "pending"}']], 'Ship it.', 'It has been shipped.'),
    ).toEqual(['has been shipped']);
  });
});
