import { Writable } from 'node:stream';
import { describeRate } from '../../../../src/cli/detect/describe-counts';
import { detectLines } from '../../../../src/cli/detect/detect-lines';
import { exitCodeOf, type LineCounts } from '../../../../src/cli/detect/exit-code';
import { judgeInThisThread } from '../../../../src/cli/detect/line-judge';
import { formatResultLine } from '../../../../src/cli/detect/result-line';
import { parseShare } from '../../../../src/cli/shared/parse-options';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import type { Evaluator } from '../../../../src/evaluation/judgment/evaluator';

const usage = { inputTokens: 3, costCents: 0, calls: 0, retriedCalls: 0 };
const coverage = { windows: 1, evidenceExamined: 5, evidenceTotal: 5, limits: [] };

/** Flags the first character of replies that begin with `!`, cannot judge those with `?`, finds nothing to judge in those with `-`, fails on those with `*`, with `$` after calls. */
const evaluator: Evaluator = {
  async evaluate({ messages }, { onFailed }): Promise<Verdict> {
    const part = messages.at(-1)?.parts[0];
    const mark = part?.type === 'text' ? part.content.charAt(0) : '';
    if (mark === '$') onFailed?.({ ...usage, costCents: 0.3, calls: 2, retriedCalls: 1 });
    if (mark === '*' || mark === '$') throw new Error('out of order');
    if (mark === '?') return { status: 'no_verdict', reason: 'refused', message: 'no', usage, coverage };
    if (mark === '-') return { status: 'not_judgeable', reason: 'no_evidence', usage, coverage };
    const annotation = {
      text: mark,
      label: 'fabrication',
      explanation: 'made up',
      messagePartIndex: 0,
      startOffset: 0,
      endOffset: 1,
      toolName: null,
      parameterName: null,
      confidence: 0.5,
      evidence: [],
    };
    const annotations = mark === '!' ? [annotation] : [];
    return {
      status: 'completed',
      annotations,
      score: annotations.length / 2,
      unanchored: 0,
      usage,
      coverage,
    };
  },
};

const conversation = (id: string | undefined, content: string) =>
  JSON.stringify({
    id,
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content },
    ],
  });

async function detect(texts: string[], source?: Error) {
  let written = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const lines = async function* () {
    for (const [index, text] of texts.entries()) yield { number: index + 1, bytes: Buffer.from(text) };
    if (source !== undefined) throw source;
  };
  const told: number[] = [];
  const judge = judgeInThisThread(evaluator, 4, new AbortController().signal);
  const counting = detectLines({
    lines: lines(),
    judge,
    baseline: null,
    format: formatResultLine,
    output,
    onJudged: ({ number }) => told.push(number),
  });
  const counts = await counting.catch((error: unknown) => error);
  const responses = written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { counts, responses, told, written };
}

describe('detectLines', () => {
  it('writes a line for each line, with the fields of a detection', async () => {
    const { responses } = await detect([conversation('a', '! x'), conversation(undefined, 'fine')]);

    expect(responses).toEqual([
      {
        id: 'a',
        score: 0.5,
        annotations: [
          {
            text: '!',
            label: 'fabrication',
            explanation: 'made up',
            message_part_index: 0,
            start_offset: 0,
            end_offset: 1,
            tool_name: null,
            parameter_name: null,
            confidence: 0.5,
            calibrated_confidence: null,
            evidence: [],
          },
        ],
        usage: { input_tokens: 3, cost_cents: 0, calls: 0, retried_calls: 0 },
        verdict: 'completed',
        verdict_reason: null,
        unanchored: 0,
        coverage: { windows: 1, evidence_examined: 5, evidence_total: 5, limits: [] },
      },
      expect.objectContaining({ id: null, score: 0, annotations: [] }),
    ]);
  });

  it('gives a line without a verdict no annotations that could be taken for none', async () => {
    const { responses } = await detect([conversation('a', '?')]);

    expect(responses[0]).toMatchObject({ id: 'a', no_verdict: { reason: 'refused', message: 'no' } });
    expect(responses[0]).not.toHaveProperty('annotations');
  });

  it('writes a result for lines that it cannot read or judge, in their place', async () => {
    const { responses, counts, told } = await detect([
      'nonsense',
      conversation('a', 'fine'),
      JSON.stringify({ id: 'b', messages: [{ role: 'user', content: 'Hello' }] }),
      conversation('c', '*'),
    ]);

    expect(responses.map(({ id, line, error }) => [id, line, error])).toEqual([
      [null, 1, 'not JSON'],
      ['a', undefined, undefined],
      ['b', 3, expect.stringContaining('the last message must be from the assistant')],
      ['c', 4, 'not judged: out of order'],
    ]);
    expect(counts).toEqual({ withIssues: 0, known: 0, clean: 1, notJudged: 0, noVerdict: 0, faulty: 3 });
    expect(told).toEqual([1, 2, 3, 4]);
  });

  it('says what calls took that brought no verdict', async () => {
    const { responses } = await detect([conversation('a', '$'), conversation('b', '*')]);

    expect(responses).toEqual([
      {
        id: 'a',
        line: 1,
        error: 'not judged: out of order',
        usage: { input_tokens: 3, cost_cents: 0.3, calls: 2, retried_calls: 1 },
      },
      { id: 'b', line: 2, error: 'not judged: out of order' },
    ]);
  });

  it('counts a reply in which nothing could be judged for itself, and not as clean', async () => {
    const { responses, counts } = await detect([conversation('a', '-'), conversation('b', 'fine')]);

    expect(responses[0]).toMatchObject({
      id: 'a',
      score: null,
      annotations: [],
      verdict: 'not_judgeable',
      verdict_reason: 'no_evidence',
    });
    expect(counts).toEqual({ withIssues: 0, known: 0, clean: 1, notJudged: 1, noVerdict: 0, faulty: 0 });
  });

  it('writes what was read before the input broke, and says that it broke', async () => {
    const { responses, counts, written } = await detect([conversation('a', 'fine')], new Error('torn'));

    expect(counts).toEqual(new Error('torn'));
    expect(responses).toHaveLength(1);
    expect(written.endsWith('\n')).toBe(true);
  });
});

const counts: LineCounts = { withIssues: 0, known: 0, clean: 5, notJudged: 1, noVerdict: 0, faulty: 0 };

describe('exitCodeOf', () => {
  it.each([
    ['issues', {}, 0],
    ['issues', { withIssues: 1 }, 1],
    ['issues', { noVerdict: 1 }, 0],
    ['issues', { faulty: 1 }, 2],
    ['issues', { withIssues: 1, faulty: 1 }, 1],
    ['no-verdict', {}, 0],
    ['no-verdict', { noVerdict: 1 }, 1],
    ['no-verdict', { withIssues: 1 }, 1],
    ['no-verdict', { faulty: 1 }, 2],
    ['issues', { known: 1 }, 0],
    ['issues', { clean: 0 }, 3],
    ['issues', { clean: 0, noVerdict: 1 }, 3],
    ['issues', { clean: 0, faulty: 1 }, 2],
    ['no-verdict', { clean: 0, noVerdict: 1 }, 1],
    ['never', { withIssues: 1, noVerdict: 1, faulty: 1 }, 0],
    ['never', { clean: 0 }, 0],
  ] as const)('with --fail-on %s and %j is %i', (failOn, some, code) => {
    expect(exitCodeOf({ ...counts, ...some }, { failOn, maxRate: 0 })).toBe(code);
  });

  it.each([
    ['a rate at the maximum', { withIssues: 29, clean: 71 }, 0],
    ['a rate above it', { withIssues: 30, clean: 70 }, 1],
    ['a rate that known issues lower', { withIssues: 30, known: 40, clean: 50 }, 0],
    ['a rate that unjudged replies do not lower', { withIssues: 3, clean: 7, notJudged: 90 }, 1],
    ['nothing to judge', { clean: 0 }, 3],
  ])('with --max-rate 29%% and %s is right', (_, some, code) => {
    expect(exitCodeOf({ ...counts, ...some }, { failOn: 'issues', maxRate: parseShare('29%') })).toBe(code);
  });
});

describe('parseShare', () => {
  it.each([
    ['0.1', 0.1],
    ['10%', 0.1],
    ['.5%', 0.005],
    ['0', 0],
    ['1', 1],
    ['100%', 1],
  ])('reads %s', (text, share) => {
    expect(parseShare(text)).toBe(share);
  });

  it.each(['', '10', '101%', '-1', '1e-3', 'ten', '0,1', 'NaN'])('does not accept "%s"', (text) => {
    expect(() => parseShare(text)).toThrow('0.1 or 10%');
  });
});

describe('describeRate', () => {
  it('states the rate with its interval and the maximum', () => {
    expect(describeRate({ ...counts, withIssues: 2, clean: 18 }, 0.05).join('\n')).toMatch(
      /^Issue rate: 10% of 20 judged replies \(95% interval 2\.8% to 30\.1%\), above the maximum of 5%\.\n.*`assay gate`/,
    );
  });

  it('is empty when nothing was judged', () => {
    expect(describeRate({ ...counts, clean: 0 }, 0.05)).toEqual([]);
  });
});
