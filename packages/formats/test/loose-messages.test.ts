import { startCpuClock } from '../../../test/support/cpu-time';
import { readLooseMessages } from '../imports/loose-messages';
import { MAX_MESSAGES } from '../index';

const callOf = (name: string) => ({ name, arguments: {} });
const idsOf = (entries: unknown[]) =>
  readLooseMessages(entries).flatMap(({ role, tool_call_id: id }) => (role === 'tool' ? [id] : []));

describe('readLooseMessages, for results without the id of their call', () => {
  it('matches each with the first open call of its name, or else with the first open call', () => {
    const calls = { role: 'assistant', tool_calls: ['a', 'b', 'a', 'c'].map(callOf) };
    const results = ['b', 'a', undefined, 'a', 'none'].map((name) => ({ role: 'tool', name, content: '' }));

    expect(idsOf([calls, ...results])).toEqual(['call_2', 'call_1', 'call_3', 'call_4', '']);
  });

  it('takes time in proportion to the calls and results', () => {
    const count = MAX_MESSAGES - 1;
    const calls = { role: 'assistant', tool_calls: Array.from({ length: count }, () => callOf('a')) };
    const results = Array.from({ length: count }, () => ({ role: 'tool', name: 'b', content: '' }));
    const cpuMs = startCpuClock();

    const ids = idsOf([calls, ...results]);

    expect(cpuMs()).toBeLessThan(500);
    expect(ids.at(-1)).toBe(`call_${count}`);
  });

  it('refuses more messages or calls than a conversation may have, before it reads them', () => {
    const tooMany = Array.from({ length: MAX_MESSAGES + 1 }, () => ({}));

    expect(() => readLooseMessages(tooMany)).toThrow('more than 5000 messages');
    expect(() => readLooseMessages([{ role: 'assistant', tool_calls: tooMany }])).toThrow(
      'more than 5000 messages',
    );
  });
});
