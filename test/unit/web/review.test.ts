import type { Finding } from '../../../web/src/api/types';
import { recordVisit } from '../../../web/src/pages/review/queues/visits';
import { groupFindings } from '../../../web/src/pages/review/session/groups';
import {
  changeDrafts,
  type Decision,
  decide,
  draftOf,
  emptyDraft,
  initialState,
  listEntries,
  markSent,
  nextUndecided,
  putMissed,
  removeMissed,
  undo,
  verdictOf,
} from '../../../web/src/pages/review/session/review-draft';
import { buildSteps, moveEnd, moveStart, moveToWord } from '../../../web/src/text/span-edit';

const finding = (id: string, changes: Partial<Finding> = {}) =>
  ({
    id,
    message_part_index: 0,
    start_offset: 0,
    end_offset: 4,
    label: 'fabrication',
    text: '1889',
    tool_name: null,
    parameter_name: null,
    ...changes,
  }) as Finding;

const confirmed: Decision = { verdict: 'confirmed', correction: null };
const rejected: Decision = { verdict: 'rejected', correction: null };

describe('the drafts of a review', () => {
  const confirm = (id: string) => ({ a: (draft: typeof emptyDraft) => decide(draft, id, confirmed) });

  it('are undone one step at a time, a group in one step', () => {
    const one = changeDrafts(initialState, 'a', confirm('f1'), 'Confirmed');
    const group = changeDrafts(
      one,
      'a',
      { ...confirm('f2'), b: (draft) => decide(draft, 'f3', rejected) },
      'Confirmed 2',
    );

    const first = undo(group);
    const second = undo(first.state);

    expect(Object.keys(group.drafts)).toEqual(['a', 'b']);
    expect(first.state.drafts).toEqual({ a: { ...emptyDraft, decisions: { f1: confirmed } } });
    expect(second.state.drafts).toEqual({});
    expect(undo(second.state).undone).toBeNull();
  });

  it('are not taken back once they are sent: the item is shown again with what was said', () => {
    const said = changeDrafts(initialState, 'a', confirm('f1'), 'Confirmed');
    const sent = markSent(said, 'a', 'b');

    const { state, undone } = undo(sent);

    expect(sent).toMatchObject({ itemKey: 'b', drafts: {} });
    expect(undone?.kind).toBe('sent');
    expect(state).toMatchObject({ itemKey: 'a', drafts: {}, steps: [] });
    expect(draftOf(state, 'a').decisions).toEqual({ f1: confirmed });
  });

  it('decide the verdict of the reply, unless it is said', () => {
    const missed = { id: 'm', message_part_index: 0, start_offset: 1, end_offset: 2, label: 'x', text: 'y' };

    expect(verdictOf(emptyDraft)).toBe('clean');
    expect(verdictOf(decide(emptyDraft, 'f', rejected))).toBe('clean');
    expect(verdictOf({ ...emptyDraft, verdict: 'has_issue' })).toBe('has_issue');
    expect(verdictOf({ ...decide(emptyDraft, 'f', confirmed), verdict: 'clean' })).toBe('has_issue');
    expect(verdictOf(putMissed(emptyDraft, missed))).toBe('has_issue');
    expect(verdictOf(removeMissed(putMissed(emptyDraft, missed), 'm'))).toBe('clean');
  });

  it('lead from one undecided finding to the next, in reading order', () => {
    const findings = [finding('late', { start_offset: 9, end_offset: 12 }), finding('early')];
    const entries = listEntries(findings, emptyDraft);
    const after = listEntries(findings, decide(emptyDraft, 'late', rejected));

    expect(entries.map(({ id }) => id)).toEqual(['early', 'late']);
    expect(nextUndecided(entries, 'early')?.id).toBe('late');
    expect(nextUndecided(after, 'late')?.id).toBe('early');
    expect(nextUndecided(listEntries([], emptyDraft), 'x')).toBeNull();
  });
});

it('findings are grouped by tool parameter, label and equal text, the largest group first', () => {
  const findings = [
    finding('1', { text: 'a' }),
    finding('2', { tool_name: 'pay', parameter_name: 'iban', label: 'tool_argument_fabrication' }),
    finding('3', { tool_name: 'pay', parameter_name: 'iban' }),
  ];
  const sizes = (by: 'parameter' | 'label' | 'text') =>
    groupFindings(findings, by).map((group) => [group.name, group.findings.length]);

  expect(sizes('parameter')).toEqual([['pay, iban', 2]]);
  expect(sizes('label')).toEqual([
    ['fabrication', 2],
    ['tool argument fabrication', 1],
  ]);
  expect(sizes('text')).toEqual([
    ['1889', 2],
    ['a', 1],
  ]);
});

describe('a span', () => {
  // The truck is one code point and two UTF-16 units.
  const text = '🚚 Leaves at 07:40. Pays €1,250.00!';
  const steps = buildSteps(text);
  const slice = ({ start_offset: start, end_offset: end }: { start_offset: number; end_offset: number }) =>
    [...text].slice(start, end).join('');
  const [first] = steps.words;

  it('grows and shrinks at both ends by words and characters', () => {
    const leaves = { start_offset: 2, end_offset: 8 };
    const longer = moveEnd(leaves, steps, 1, 'word');
    const time = moveStart(moveStart(moveEnd(longer, steps, 1, 'word'), steps, 1, 'word'), steps, 1, 'word');

    expect(slice(leaves)).toBe('Leaves');
    expect(slice(longer)).toBe('Leaves at');
    expect(slice(time)).toBe('07:40');
    expect(slice(moveEnd(longer, steps, -1, 'word'))).toBe('Leaves');
    expect(slice(moveStart(leaves, steps, -1, 'word'))).toBe('🚚 Leaves');
    expect(slice(moveEnd(time, steps, 1, 'character'))).toBe('07:40.');
    expect(slice(moveStart(time, steps, -1, 'character'))).toBe(' 07:40');
  });

  it('is never empty or outside of the text', () => {
    const all = { start_offset: 0, end_offset: steps.length };

    expect(moveEnd(all, steps, 1, 'word')).toEqual(all);
    expect(moveStart(all, steps, -1, 'word')).toEqual(all);
    expect(moveEnd({ start_offset: 2, end_offset: 3 }, steps, -1, 'character').end_offset).toBe(3);
    expect(moveStart({ start_offset: 2, end_offset: 3 }, steps, 1, 'character').start_offset).toBe(2);
    expect(buildSteps('…').words).toEqual([]);
  });

  it('moves to the next word and sentence', () => {
    const start = first ?? { start_offset: 0, end_offset: 0 };

    expect(slice(moveToWord(start, steps, 1, false))).toBe('at');
    expect(slice(moveToWord(start, steps, 1, true))).toBe('Pays');
    expect(slice(moveToWord(moveToWord(start, steps, 1, true), steps, -1, true))).toBe('Leaves');
    expect(moveToWord(start, steps, -1, false)).toEqual(start);
  });
});

it('the previous visit is the end of the one before, however often the page is opened now', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));

  const first = recordVisit(null, at(0));
  const same = recordVisit(first, at(10));
  const next = recordVisit(same, at(100));
  const nextAgain = recordVisit(next, at(110));

  expect([first, same].map(({ previous }) => previous)).toEqual([null, null]);
  expect([next, nextAgain].map(({ previous }) => previous)).toEqual(
    [at(10), at(10)].map((it) => it.toISOString()),
  );
});
