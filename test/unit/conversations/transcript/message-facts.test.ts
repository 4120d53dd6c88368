import type { Message, MessagePart } from '../../../../packages/formats';
import { makeEvaluation } from '../../../../src/conversations/evaluations/evaluation';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import {
  factsOf,
  type MessageVerdict,
  verdictOf,
  withFacts,
  withVerdict,
} from '../../../../src/conversations/transcript/message-facts';
import { startCpuClock } from '../../../support/cpu-time';

const call = (id: string | null, name: string): MessagePart => ({
  type: 'tool_call',
  id,
  name,
  arguments: '{}',
});
const result = (id: string | null, response: string): MessagePart => ({
  type: 'tool_call_response',
  id,
  response,
});
const message = (role: Message['role'], parts: MessagePart[], name: string | null = null): Message => ({
  role,
  name,
  parts,
});
const failures = (response: string) => factsOf(message('tool', [result('a', response)])).toolResults;

describe('withFacts', () => {
  it('returns the place of each call among the parts', () => {
    const [facts] = withFacts([
      message('assistant', [
        { type: 'text', content: 'One moment.' },
        call('a', 'search'),
        call('b', 'book'),
      ]),
    ]);

    expect(facts?.toolCalls).toEqual([
      { partIndex: 1, toolName: 'search' },
      { partIndex: 2, toolName: 'book' },
    ]);
    expect(facts?.toolNames).toEqual(['search', 'book']);
  });

  it('names a result after the earlier call with its id, the latest of several', () => {
    const transcript = withFacts([
      message('assistant', [call('a', 'search')]),
      message('tool', [result('a', 'found')], 'something else'),
      message('assistant', [call('a', 'book')]),
      message('tool', [result('a', 'booked')]),
    ]);

    expect(transcript.map(({ toolNames }) => toolNames)).toEqual([
      ['search'],
      ['search'],
      ['book'],
      ['book'],
    ]);
  });

  it('names a result after its message when no earlier message has the call', () => {
    const transcript = withFacts([
      message('function', [result(null, 'found')], 'lookup'),
      message('tool', [result('a', 'found')]),
      message('assistant', [call('a', 'search')]),
    ]);

    expect(transcript.map(({ toolResults }) => toolResults)).toEqual([
      [{ toolName: 'lookup', isFailed: false }],
      [{ toolName: null, isFailed: false }],
      [],
    ]);
    expect(transcript[1]?.toolNames).toEqual([]);
  });

  it('takes the parts of one message with one id for one result, which fails when one of them does', () => {
    const parts = [result('a', 'first'), result('a', '{"error": "no"}'), result('b', 'x'), result(null, 'y')];

    expect(factsOf(message('tool', parts)).toolResults.map(({ isFailed }) => isFailed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes time that grows with the number of results, not with its square', () => {
    const parts = Array.from({ length: 100_000 }, (_, index) => result(`id ${index}`, ''));
    const cpuMs = startCpuClock();

    expect(factsOf(message('tool', parts)).toolResults).toHaveLength(100_000);

    expect(cpuMs()).toBeLessThan(2000);
  });

  it.each([
    ['{"error": "not found"}', true],
    [' {"error": {"code": 3}}', true],
    ['{"error": ""}', true],
    ['{"error": 0}', true],
    ['{"\\u0065rror": true}', true],
    ['{"error": null}', false],
    ['{"error": false}', false],
    ['{"result": {"error": "deep"}}', false],
    ['[{"error": "in a list"}]', false],
    ['"error"', false],
    ['{"error": "cut of', false],
    ['error: not found', false],
    ['', false],
  ])('reads whether the tool failed from %s', (response, isFailed) => {
    expect(failures(response)).toEqual([{ toolName: null, isFailed }]);
  });

  it('takes the result of a message that is an error for failed', () => {
    const facts = factsOf({ ...message('tool', [result('a', 'fine')]), isError: true });

    expect(facts.toolResults).toEqual([{ toolName: null, isFailed: true }]);
  });
});

const subject = {
  workspaceId: 'w',
  conversationId: 'c',
  messageId: 'm',
  experimentId: null,
  itemId: null,
  evaluatorId: 'judge',
  evaluatorVersion: 1,
  issueConfigVersion: 1,
  expireAt: null,
};
const usage = { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 };

describe('verdictOf', () => {
  it('has a finding for each annotation', () => {
    const annotation = {
      text: '5',
      label: 'fabrication',
      explanation: '',
      messagePartIndex: 2,
      startOffset: 0,
      endOffset: 1,
      toolName: 'book',
      parameterName: 'seat',
      confidence: null,
    };
    const evaluation = makeEvaluation(subject, {
      status: 'completed',
      annotations: [annotation, { ...annotation, toolName: null, parameterName: null }],
      score: 1,
      unanchored: 0,
      usage,
      coverage: null,
    } as unknown as Verdict);

    expect(verdictOf(evaluation)).toEqual({
      evaluatorId: 'judge',
      evaluationId: evaluation.id,
      evaluatorVersion: 1,
      issueConfigVersion: 1,
      createdAt: evaluation.createdAt,
      status: 'completed',
      issueCount: 2,
      findings: [
        { label: 'fabrication', partIndex: 2, toolName: 'book', parameterName: 'seat' },
        { label: 'fabrication', partIndex: 2, toolName: null, parameterName: null },
      ],
    });
  });

  it('is null of an evaluation without a verdict', () => {
    const verdict = { status: 'no_verdict', reason: 'timeout', message: 'late', usage, coverage: null };
    const evaluation = makeEvaluation(subject, verdict as unknown as Verdict);

    expect(verdictOf(evaluation)).toBeNull();
  });
});

describe('withVerdict', () => {
  const verdict = (evaluatorId: string, evaluationId: string, second: number): MessageVerdict => ({
    evaluatorId,
    evaluationId,
    evaluatorVersion: 1,
    issueConfigVersion: 1,
    createdAt: new Date(second * 1000),
    status: 'completed',
    issueCount: 0,
    findings: [],
  });
  const stored = [verdict('a', 'm', 5), verdict('b', 'm', 5)];

  it('keeps one verdict for each evaluator', () => {
    const added = verdict('c', 'm', 1);
    const later = verdict('a', 'a', 6);

    expect(withVerdict(stored, added)).toEqual([...stored, added]);
    expect(withVerdict(stored, later)).toEqual([later, stored[1]]);
  });

  it('lets ids decide between evaluations of the same time', () => {
    const greater = verdict('a', 'n', 5);

    expect(withVerdict(stored, greater)).toEqual([greater, stored[1]]);
    expect(withVerdict(stored, verdict('a', 'l', 5))).toBe(stored);
  });

  it('is the same array when the evaluation is there already or outdated', () => {
    expect(withVerdict(stored, verdict('a', 'm', 5))).toBe(stored);
    expect(withVerdict(stored, verdict('a', 'z', 4))).toBe(stored);
  });
});
