import { describePrecision } from '../../../web/src/pages/experiments/detail/sample-precision';

const variance = {
  conversations_count: 200,
  replies_count: 1000,
  between_conversations: 0.05,
  within_conversation: 0.1,
  intraclass_correlation: 1 / 3,
  effective_replies_count: 1000 / (1 + 4 / 3),
};

describe('describePrecision', () => {
  it('says how many separate conversations the samples are worth', () => {
    expect(describePrecision(variance)).toBe(
      '1,000 replies to 200 conversations are as precise as replies to 429 separate conversations.',
    );
  });

  it('says that replies do not differ', () => {
    const equal = { ...variance, intraclass_correlation: null, effective_replies_count: null };

    expect(describePrecision(equal)).toBe(
      '1,000 replies to 200 conversations, without a difference in having an issue.',
    );
  });
});
