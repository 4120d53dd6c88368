import type { MessagePart, ToolDefinition } from '../../../formats';
import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const tool = (name: string): ToolDefinition => ({ name, description: null, parameters: null });
const call = (name: string): MessagePart => ({ type: 'tool_call', id: name, name, arguments: '{}' });
const result = (name: string, response: string): MessagePart => ({
  type: 'tool_call_response',
  id: name,
  response,
});

/** What is found in a reply after calls of tools, by name with their results. */
function judgeAfter(
  calls: Record<string, string>,
  reply: string,
  tools = ['create_alarm', 'delete_alarm'],
  asked = 'Please see to my alarm at seven tomorrow.',
) {
  const messages = Object.entries(calls).flatMap(([name, response]) => [
    makeMessage('assistant', call(name)),
    makeMessage('tool', result(name, response)),
  ]);
  const request = makeMessage('user', asked);
  const { annotations } = findSpans(
    makeInput([request, ...messages, makeMessage('assistant', reply)], tools.map(tool)),
  );
  return textsOf(annotations.filter(({ explanation }) => explanation.startsWith('No result of a tool')));
}

describe('claimed actions', () => {
  it('are found in a sentence after one with “after”', () => {
    const reply = "The alarm rings after the last one. I've contacted the hotel as well.";
    expect(judgeAfter({ get_alarms: '[]' }, reply)).toEqual(["I've contacted the hotel as well"]);
  });

  it.each([
    ['without a call', {}],
    ['after a call that only read', { get_alarms: '[]' }],
    ['after a call that failed', { delete_alarm: 'Error: the alarm is locked' }],
    ['after a call that says so in a field', { delete_alarm: '{"success": false, "reason": "locked"}' }],
    ['after a call that did the contrary', { create_alarm: '{"id": 5}' }],
  ])('are found %s', (_, calls) => {
    expect(judgeAfter(calls, "All right. I've deleted the alarm at seven for you.")).toEqual([
      "I've deleted the alarm at seven for you",
    ]);
  });

  it.each(['I have set it up, and I have now cancelled the alarm', 'Your alarm has now been removed'])(
    'are found in “%s”',
    (reply) => {
      expect(judgeAfter({}, `${reply}.`)).toHaveLength(1);
    },
  );

  it('are supported by a call that succeeded', () => {
    expect(judgeAfter({ delete_alarm: '{"ok": true}' }, "I've deleted the alarm at seven.")).toEqual([]);
    expect(judgeAfter({ run: 'done' }, "I've deleted the alarm at seven.")).toEqual([]);
  });

  it.each([
    'I will delete the alarm at seven. Shall I go ahead?',
    'I can delete the alarm at seven.',
    'Once I have deleted the alarm, you will get a note.',
    'I have not deleted the alarm.',
    'The alarm at seven has been deleted by the owner.',
    "I've updated the summary of your alarms.",
    "I've added up your alarms.",
  ])('are not “%s”', (reply) => {
    expect(judgeAfter({}, reply)).toEqual([]);
  });

  it('are not judged where the conversation has no tools', () => {
    expect(judgeAfter({}, "I've deleted the alarm at seven.", [])).toEqual([]);
  });

  describe('in the passive', () => {
    const judge = (asked: string, calls: Record<string, string>, reply: string): string[] =>
      judgeAfter(calls, reply, undefined, asked);

    it.each([
      ['Delete my alarm.', 'Your alarm has been deleted.', 'has been deleted'],
      ['Could you please delete my alarm?', 'Your alarm is deleted.', 'is deleted'],
      ['Refund ticket 12.', 'The refund for ticket 12 has been issued.', 'has been issued'],
    ])('are found where they were asked for: “%s”', (asked, reply, words) => {
      expect(judge(asked, { get_alarms: '[{"id": 12}]' }, reply)).toEqual([words]);
      expect(judge(asked, { delete_alarm: '{"error": "locked"}' }, reply)).toEqual([words]);
    });

    it.each([
      ['Who did it?', 'The alarm has been deleted.'],
      ['Delete my alarm.', 'The alarm has not been deleted.'],
      ['Delete my alarm.', 'Once it has been deleted, you get a note.'],
      ['Delete my alarm.', 'The list has been renamed.'],
    ])('are not found in “%s” and “%s”', (asked, reply) => {
      expect(judge(asked, { get_alarms: '[]' }, reply)).toEqual([]);
    });

    it('are not found where they are done, or where the evidence has them', () => {
      expect(judge('Delete my alarm.', { delete_alarm: '{"ok": true}' }, 'It has been deleted.')).toEqual([]);
      expect(
        judge('Delete it.', { get_alarms: '[{"id": 5, "state": "deleted"}]' }, 'Alarm 5 has been deleted.'),
      ).toEqual([]);
    });
  });
});
