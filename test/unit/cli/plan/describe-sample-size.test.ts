import { describeSampleSize } from '../../../../src/cli/plan/describe-sample-size';

const size = {
  min_effect: 0.05,
  alpha: 0.05,
  power: 0.8,
  discordance: 0.2,
  discordance_source: 'default' as const,
  past_experiments_count: 0,
  past_pairs_count: 0,
  conversations: 658,
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
