import { describeSampleSize } from '../../../../src/cli/plan/describe-sample-size';

const size = {
  min_effect: 0.05,
  alpha: 0.05,
  power: 0.8,
  samples_per_item: 1,
  discordance: 0.2,
  discordance_source: 'default' as const,
  past_experiments_count: 0,
  past_pairs_count: 0,
  within_conversation: null,
  conversations: 658,
  items_count: 658,
  conversations_with_one_sample: 658,
  conversations_with_stop_when: 1384,
};

it('says how many conversations an effect needs, and from what', () => {
  expect(describeSampleSize(size).split('\n')).toEqual([
    'A difference of 5 percentage points in the issue rate, alpha 0.05, power 0.8',
    'One reply of two has an issue in 20% of conversations (assumed: past experiments have fewer than 30 pairs of replies).',
    'Conversations for one test at the end: 658',
    'Conversations with stop_when, at most: 1,384',
  ]);
});

it('names the past experiments, and what is more than an experiment can have', () => {
  const text = describeSampleSize({
    ...size,
    discordance_source: 'past_experiments',
    past_experiments_count: 3,
    past_pairs_count: 1200,
    conversations: null,
    conversations_with_stop_when: null,
  });

  expect(text).toContain('over 1,200 pairs of 3 past experiments');
  expect(text).toContain('one test at the end: more than 10,000');
});

it('says what several samples save, and what that is from', () => {
  const sampled = {
    ...size,
    samples_per_item: 5,
    within_conversation: 0.0625,
    conversations: 490,
    items_count: 2450,
    conversations_with_stop_when: null,
  };
  expect(describeSampleSize(sampled).split('\n').slice(2)).toEqual([
    'Variance of having an issue within a conversation: 0.063 (past experiments)',
    'Conversations with 5 samples each: 490 (2,450 replies)',
    'Conversations with one sample each: 658',
  ]);

  const unknown = { ...sampled, within_conversation: null, conversations: null, items_count: null };
  expect(describeSampleSize(unknown).split('\n').slice(2, 4)).toEqual([
    'Past experiments have fewer than 30 conversations with several samples: further samples are assumed to save nothing.',
    'Conversations with 5 samples each: more than 10,000',
  ]);
});
