import type { ConversationSet } from '../../../web/src/api/types';
import {
  describeRecipe,
  emptySetDraft,
  toCreateSet,
  toNextDraft,
  toSetVersion,
} from '../../../web/src/pages/sets/shared/set-draft';
import {
  choiceOfSource,
  countSource,
  initialSource,
  toSetOptions,
} from '../../../web/src/workspace/conversation-source';
import {
  addToSelection,
  MAX_SELECTED,
  noSelection,
  parseSelection,
  removeFromSelection,
  writeSelection,
} from '../../../web/src/workspace/selected-ids';

const set: ConversationSet = {
  id: '7b2f4f0e-6a1d-4c83-9d0e-4f3a2b1c5d67',
  name: 'refunds',
  version: 3,
  is_live: false,
  filter: 'label:*',
  finding_filter: null,
  chosen_by: 'outcome',
  unique_openings: true,
  split: { holdout_share: 0.3, part: 'search' },
  sample: { size: 200, seed: 'audit', stratify_by: 'model' },
  conversation_count: 200,
  created_at: '2026-01-15T09:30:00.000Z',
  version_created_at: '2026-01-15T09:30:00.000Z',
};

describe('a selection', () => {
  it('has at most what an experiment accepts, and stays when more is added', () => {
    const many = Array.from({ length: MAX_SELECTED + 5 }, (_, index) => String(index));

    const first = addToSelection(noSelection, ['first'], 'properties');
    const full = addToSelection(first, many, 'properties');

    expect(full.ids.size).toBe(MAX_SELECTED);
    expect(addToSelection(full, ['0'], 'named').ids.size).toBe(MAX_SELECTED);
    expect(removeFromSelection(full, ['first', '0']).ids.size).toBe(MAX_SELECTED - 2);
  });

  it('is by outcome once some are from a list that is filtered by outcome, until it is empty', () => {
    const failed = addToSelection(noSelection, ['a', 'b'], 'outcome');
    const mixed = addToSelection(failed, ['c'], 'properties');

    expect([noSelection, failed, mixed].map(({ isByOutcome }) => isByOutcome)).toEqual([false, true, true]);
    expect(removeFromSelection(mixed, ['a']).isByOutcome).toBe(true);
    expect(removeFromSelection(mixed, ['a', 'b', 'c'])).toEqual(noSelection);
    expect(parseSelection(writeSelection(mixed))).toEqual(mixed);
  });

  it('is empty if what is stored is not one', () => {
    for (const text of [null, '', '{', '{"a":1}', '["a"]', '{"ids":[1]}'])
      expect(parseSelection(text)).toEqual(noSelection);
  });
});

describe('the draft of a set', () => {
  it('names only what was chosen', () => {
    expect(toCreateSet({ ...emptySetDraft(2, null, null), name: ' two ' }, ['a', 'b'])).toEqual({
      name: 'two',
      conversation_ids: ['a', 'b'],
      is_live: false,
      unique_openings: false,
    });
  });

  it('states how selected conversations were chosen, and nothing about those of a filter', () => {
    const chosen = emptySetDraft(1, null, 'outcome');

    expect(toCreateSet(chosen, ['a'])).toMatchObject({ chosen_by: 'outcome', conversation_ids: ['a'] });
    expect(toCreateSet({ ...chosen, source: 'filter', filter: 'label:*' }, ['a'])).not.toHaveProperty(
      'chosen_by',
    );
  });

  it('of the next version selects as the latest one does, unless conversations are selected', () => {
    const { filter, is_live, unique_openings, split, sample } = set;

    expect(toSetVersion(toNextDraft(set, 0, null), [])).toEqual({
      filter,
      is_live,
      unique_openings,
      split,
      sample,
    });
    expect(toSetVersion(toNextDraft(set, 1, null), ['a'])).toMatchObject({ conversation_ids: ['a'] });
  });

  it('is described step by step', () => {
    expect(describeRecipe(set)).toEqual([
      'label:*',
      'search part, 30% held out',
      'unique openings',
      'sample of 200, seed audit, by model',
    ]);
    const bare = { ...set, filter: null, split: null, unique_openings: false, sample: null };
    expect(describeRecipe(bare)).toEqual(['Selected by ID']);
    const reviewed = { ...bare, finding_filter: 'review = confirmed' };
    expect(describeRecipe(reviewed)).toEqual(['Findings: review = confirmed']);
    expect(toSetVersion(toNextDraft(reviewed, 0, null), [])).toMatchObject({
      finding_filter: 'review = confirmed',
    });
  });
});

it('lists an older version of a set as an option if a link names it', () => {
  const names = (reference: string) => toSetOptions([set], reference).map(({ name }) => name);

  expect(names('')).toEqual(['Choose a set', 'refunds, version 3 (200)']);
  expect(names('refunds@1')).toEqual(['Choose a set', 'refunds@1', 'refunds, version 3 (200)']);
  expect(countSource(initialSource('refunds@3', null), [], [set])).toBe(200);
  expect(countSource(initialSource('refunds@1', null), [], [set])).toBeNull();
  expect(choiceOfSource(initialSource('refunds@3', null), [set])).toBe('outcome');
  expect(choiceOfSource(initialSource(null, 'outcome'), [set])).toBe('outcome');
});
