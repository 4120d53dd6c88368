import type { TrafficKind } from '../../contract/traffic';
import { compareReply } from '../../model/features/judged-reply';
import { loadGroundingModel } from '../../model/grounding-model';
import { readEvidence } from '../../model/model-evidence';
import { rescale } from '../../model/reply-scale';
import { findSpans, makeInput, makeMessage } from '../conversations';

const model = loadGroundingModel();
const EVIDENCE = 'The old mill in Orrin was rebuilt in 1904 and grinds rye for three bakeries.';

const traitsOf = (evidence: string, reply: string) =>
  model.measure(compareReply(reply, readEvidence([evidence], '', model).units, [])).traits;

describe('readTraits', () => {
  it.each([
    ['copies the evidence', 'The old mill in Orrin was rebuilt in 1904.', 0],
    ['has only new words', 'Nobody likes wet socks on Sundays.', 1],
    ['copies its first half', 'The old mill in Orrin makes lovely scones daily.', 4 / 7],
    ['copies two words', 'The old', 0],
    ['has no words', '…', 0],
  ])('measures the novelty of a reply that %s', (_, reply, novelty) => {
    expect(traitsOf(EVIDENCE, reply).novelty).toBeCloseTo(novelty);
  });

  it.each([
    [EVIDENCE, 0],
    ['{"mill": "Orrin", "rebuilt": 1904}', 1],
    ['', 0],
  ])('measures the structured share of %j', (evidence, structured) => {
    expect(traitsOf(evidence, 'It was rebuilt in 1904.').structured).toBeCloseTo(structured);
  });
});

describe('rescale', () => {
  const weights = { intercept: -1, novelty: 2, structured: -0.5 };

  it('adds weighted traits to the log-odds', () => {
    expect(rescale({ logOdds: 1, novelty: 0, structured: 0 }, weights)).toBe(0.5);
    expect(rescale({ logOdds: 0, novelty: 1, structured: 1 }, weights)).toBeCloseTo(1 / (1 + Math.exp(-0.5)));
  });
});

describe('the traffic of a conversation', () => {
  const messages = [
    makeMessage('system', `Chat with the visitor. ${EVIDENCE}`),
    makeMessage('user', 'Mills are so romantic, I could look at them all day.'),
    makeMessage('assistant', 'Many painters came here in their youth to draw its wheel.'),
  ];
  const score = (traffic?: TrafficKind | 'auto') =>
    findSpans({ ...makeInput(messages), ...(traffic && { traffic }) }).score;

  it('is recognized unless it is named', () => {
    expect(score()).toBe(score('auto'));
    expect(score()).toBe(score('short_chat'));
    expect(score()).not.toBe(score('rag'));
  });

  it('decides what a score means', () => {
    const kinds = ['rag', 'short_chat', 'agent', 'summaries'] as const;
    expect(new Set(kinds.map(score)).size).toBe(kinds.length);
  });
});
