import { LineGroups } from '../../../../../src/conversations/transfer/line-groups';

/** Adds lines `<trace> <session or -> <item>` of 10 bytes; returns what happened, in short. */
function run(lines: string[], limits = { maxBytes: 1000, maxItems: 100 }): string[] {
  const groups = new LineGroups<string>(limits);
  const describe = ({ id, items }: { id: string; items: string[] }) => `${id}: ${items.join('')}`;
  const happened = lines.flatMap((line) => {
    const [trace = '', session = '', item = ''] = line.split(' ');
    const keys = { trace, session: session === '-' ? null : session };
    const { completed, refused } = groups.add(keys, item, 10);
    return [...completed.map(describe), ...(refused === null ? [] : [`${item} ${refused}`])];
  });
  return [...happened, '|', ...[...groups.end()].map(describe)];
}

describe('LineGroups', () => {
  it('groups lines in any order by trace and, once one of its lines has it, by session', () => {
    expect(run(['t1 - a', 't2 - b', 't1 s c', 't3 s d', 't2 - e', 't1 - f'])).toEqual([
      '|',
      't2: be',
      's: acdf',
    ]);
  });

  it('gives a trace of several sessions the same id in any order', () => {
    expect(run(['t1 s2 a', 't1 s1 b', 't2 s2 c'])).toEqual(['|', 's1: abc']);
    expect(run(['t2 s2 c', 't1 s1 b', 't1 s2 a'])).toEqual(['|', expect.stringMatching(/^s1: /)]);
  });

  it('completes the groups that were extended least recently when memory is full', () => {
    const limits = { maxBytes: 30, maxItems: 100 };

    expect(run(['t1 - a', 't2 - b', 't1 - c', 't3 - d', 't1 - e', 't2 - f', 't4 - g'], limits)).toEqual([
      't2: b',
      't3: d',
      'f late',
      't1: ace',
      '|',
      't4: g',
    ]);
  });

  it('knows lines of a session that was completed under another trace', () => {
    const limits = { maxBytes: 20, maxItems: 100 };

    expect(run(['t1 s a', 't2 - b', 't3 - c', 't4 s d'], limits)).toEqual([
      's: a',
      'd late',
      '|',
      't2: b',
      't3: c',
    ]);
  });

  it('refuses a group that is too large once, and then its rest', () => {
    expect(run(['t1 - a', 't2 - b', 't1 - c', 't1 - d', 't1 - e'], { maxBytes: 1000, maxItems: 2 })).toEqual([
      'd too_large',
      'e rest',
      '|',
      't2: b',
    ]);
  });
});
