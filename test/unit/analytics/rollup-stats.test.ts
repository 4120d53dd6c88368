import type { CountedMessage } from '../../../src/analytics/counted-message.repository';
import { allTime } from '../../../src/analytics/interval';
import {
  issueCounts,
  labelDistribution,
  parameterIssueRates,
  summaryStats,
  toolStats,
} from '../../../src/analytics/rollup-stats';
import { rollUp } from '../../support/counted-messages';

let sequence = 0;

function makeMessage(overrides: Partial<CountedMessage> & { calls?: string[] } = {}): CountedMessage {
  sequence += 1;
  const { calls = [], ...given } = overrides;
  return {
    conversationId: `conversation-${sequence}`,
    role: 'assistant',
    createdAt: new Date(0),
    expireAt: null,
    toolCalls: calls.map((toolName, partIndex) => ({ partIndex, toolName })),
    toolResults: [],
    verdicts: [],
    tags: [],
    agentName: null,
    promptVersion: null,
    generation: null,
    ...given,
  };
}

const verdict = (...findings: [partIndex: number, label: string, parameterName?: string][]) => ({
  issueCount: findings.length,
  findings: findings.map(([partIndex, label, parameterName = null]) => ({
    label,
    partIndex,
    toolName: null,
    parameterName,
  })),
});

const unjudged = { flaggedCount: 0, evaluatedCallCount: 0, issueRate: null, topLabel: null };

const all = (messages: CountedMessage[]) => rollUp(messages, allTime, new Map());

describe('tool stats', () => {
  it('compute shares over conversations with a call only', () => {
    const messages = [
      makeMessage({ conversationId: 'one', calls: ['search', 'search'] }),
      makeMessage({ conversationId: 'one', calls: ['book'] }),
      makeMessage({ conversationId: 'two', calls: ['search'] }),
      makeMessage({ conversationId: 'three' }),
    ];

    expect(toolStats(all(messages))).toEqual([
      { toolName: 'search', callCount: 3, ...unjudged, conversationShare: 1 },
      { toolName: 'book', callCount: 1, ...unjudged, conversationShare: 0.5 },
    ]);
  });

  it('count a call once for any number of annotations, and break ties of labels by name', () => {
    const messages = [
      makeMessage({
        calls: ['book', 'search'],
        verdicts: [verdict([0, 'b'], [0, 'a']), verdict([0, 'b'], [0, 'a'])],
      }),
    ];

    expect(toolStats(all(messages)).map(({ flaggedCount, topLabel }) => [flaggedCount, topLabel])).toEqual([
      [1, 'a'],
      [0, null],
    ]);
  });

  it('name the label on most calls, not the one that a single call has hundreds of', () => {
    const many = verdict(...Array.from({ length: 464 }, (): [number, string] => [0, 'once']));
    const few = verdict([0, 'often']);

    const messages = [many, few, few].map((one) => makeMessage({ calls: ['search'], verdicts: [one] }));

    expect(toolStats(all(messages))[0]?.topLabel).toBe('often');
  });

  it('sort tools with equally many calls by name', () => {
    expect(toolStats(all([makeMessage({ calls: ['b', 'a', 'c'] })])).map(({ toolName }) => toolName)).toEqual(
      ['a', 'b', 'c'],
    );
  });

  it('are empty without a call', () => {
    expect(toolStats(all([makeMessage()]))).toEqual([]);
  });
});

describe('summary stats', () => {
  it('count conversations without a call in the median', () => {
    const messages = [makeMessage(), makeMessage({ calls: ['a', 'a', 'a'] })];

    expect(summaryStats(all(messages))).toMatchObject({
      medianToolCallsPerConversation: 1.5,
      totalToolCalls: 3,
    });
  });

  it('have the share of failed results, also of unnamed tools', () => {
    const toolResults = [true, false, false, false].map((isFailed) => ({ toolName: null, isFailed }));

    expect(summaryStats(all([makeMessage({ toolResults })]))).toMatchObject({
      toolErrorRate: 0.25,
      toolResultCount: 4,
      failedToolResultCount: 1,
    });
  });

  it('have no median and no rate without data', () => {
    expect(summaryStats(all([]))).toEqual({
      conversationCount: 0,
      messageCount: 0,
      replyCount: 0,
      evaluatedMessageCount: 0,
      notJudgeableMessageCount: 0,
      medianToolCallsPerConversation: null,
      toolErrorRate: null,
      toolResultCount: 0,
      failedToolResultCount: 0,
      totalToolCalls: 0,
    });
  });
});

it('the label distribution sorts equally frequent labels by name', () => {
  const { labels } = all([makeMessage({ verdicts: [verdict([0, 'b'], [0, 'c'], [0, 'a'], [1, 'c'])] })]);

  expect(labelDistribution(labels)).toEqual([
    { label: 'c', count: 2, replyCount: 1 },
    { label: 'a', count: 1, replyCount: 1 },
    { label: 'b', count: 1, replyCount: 1 },
  ]);
});

describe('issue counts', () => {
  it('do not take one conversation with many flagged messages for many', () => {
    const run = Array.from({ length: 18 }, () =>
      makeMessage({ conversationId: 'run', verdicts: [verdict([0, 'a'])] }),
    );
    const others = Array.from({ length: 48 }, () => makeMessage({ verdicts: [verdict()] }));

    const { issueRate } = issueCounts(all([...run, ...others]));

    expect(issueRate).toMatchObject({
      rate: 18 / 66,
      conversationCount: 49,
      flaggedConversationCount: 1,
    });
    expect(issueRate?.interval.low).toBeLessThan(0.02);
    expect(issueRate?.conversationInterval.high).toBeLessThan(0.12);
  });

  it('have no rate without an evaluated message', () => {
    expect(issueCounts(all([makeMessage()])).issueRate).toBeNull();
  });
});

describe('parameter issue rates', () => {
  it('divide flagged calls by evaluated calls of the tool', () => {
    const messages = [
      makeMessage({
        calls: ['book', 'search'],
        verdicts: [verdict([0, 'a', 'city'], [0, 'a', 'city'], [1, 'a', 'city'])],
      }),
      makeMessage({ calls: ['book'], verdicts: [verdict()] }),
      makeMessage({ calls: ['book'] }),
    ];

    expect(parameterIssueRates(all(messages), 'book')).toMatchObject([
      {
        parameterName: 'city',
        issueCount: 2,
        flaggedCallCount: 1,
        evaluatedCallCount: 2,
        issueRate: { rate: 0.5 },
      },
    ]);
  });

  it('exclude issues of a whole call, and are empty for a tool without calls', () => {
    const rollup = all([makeMessage({ calls: ['book'], verdicts: [verdict([0, 'a'])] })]);

    expect(parameterIssueRates(rollup, 'book')).toEqual([]);
    expect(parameterIssueRates(rollup, 'search')).toEqual([]);
  });
});
