import type { Annotation } from '../../../../packages/detector';
import { readBaseline } from '../../../../src/cli/detect/baseline';
import type { JudgedLine } from '../../../../src/cli/detect/judge-line';
import type { LineIds } from '../../../../src/cli/detect/line-conversation';
import { formatResultLine } from '../../../../src/cli/detect/result-line';
import { fc } from '../../../support/property';

const usage = { inputTokens: 0, costCents: 0, calls: 0, retriedCalls: 0 };
const coverage = { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] };
const reply = 'The bridge was opened in 1889 by Ada Vane, who was 34 years old at the time.';

function annotation(startOffset: number, endOffset: number, text = reply): Annotation {
  return {
    text: text.slice(startOffset, endOffset),
    label: 'fabrication',
    explanation: 'made up',
    messagePartIndex: 0,
    startOffset,
    endOffset,
    toolName: null,
    parameterName: null,
    confidence: 0.9,
    evidence: [],
  };
}

function judged(ids: LineIds, ...annotations: Annotation[]): JudgedLine {
  const verdict = { status: 'completed', annotations, score: 0.5, unanchored: 0, usage, coverage } as const;
  return { number: 1, ...ids, verdict, ms: 0 };
}

/** The baseline of the output for some lines, or of texts. */
function baselineOf(...results: (JudgedLine | string)[]) {
  const lines = async function* () {
    for (const [index, result] of results.entries()) {
      const line = { number: index + 1, bytes: null };
      const text =
        typeof result === 'string' ? result : formatResultLine({ line, judged: result, isNew: null });
      yield { number: index + 1, bytes: Buffer.from(text) };
    }
  };
  return readBaseline(lines(), 'old.jsonl');
}

const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: reply.length }), { minLength: 0, maxLength: 8 })
  .map((ends) => ends.sort((one, other) => one - other))
  .map((ends) => ends.slice(1).map((end, index) => annotation(ends[index] ?? 0, end)));
const ids = fc.oneof(
  fc.record({ id: fc.oneof(fc.integer(), fc.string()) }),
  fc.record({ id: fc.constant('shared'), externalId: fc.string() }),
);
const keyOf = ({ id, externalId }: LineIds) => (externalId === undefined ? `id ${id}` : `e ${externalId}`);
const uniqueLines = fc
  .uniqueArray(fc.tuple(ids, spans), { selector: ([one]) => keyOf(one) })
  .map((lines) => lines.map(([one, annotations]) => judged(one, ...annotations)));

describe('readBaseline', () => {
  it('finds nothing new in its own lines, in any order', () =>
    fc.assert(
      fc.asyncProperty(
        uniqueLines.chain((lines) =>
          fc.tuple(
            fc.shuffledSubarray(lines, { minLength: lines.length }),
            fc.shuffledSubarray(lines, { minLength: lines.length }),
          ),
        ),
        async ([before, now]) => {
          fc.pre(before.length > 0);
          const baseline = await baselineOf(...before);

          expect(now.flatMap((line) => baseline.findNew(line)).filter(Boolean)).toEqual([]);
        },
      ),
    ));

  it('finds each finding of an absent line new', () =>
    fc.assert(
      fc.asyncProperty(spans, async (annotations) => {
        const baseline = await baselineOf(judged({ id: 'a' }, ...annotations));

        expect(baseline.findNew(judged({ id: 'b' }, ...annotations))).toEqual(annotations.map(() => true));
      }),
    ));

  it('compares lines with the same id in order, and those without one', async () => {
    for (const one of [{ id: 7 }, { id: null }]) {
      const baseline = await baselineOf(judged(one, annotation(25, 29)), judged(one, annotation(33, 41)));

      expect(baseline.findNew(judged(one, annotation(25, 29)))).toEqual([false]);
      expect(baseline.findNew(judged(one, annotation(25, 29), annotation(33, 41)))).toEqual([true, false]);
      expect(baseline.findNew(judged(one, annotation(25, 29)))).toEqual([true]);
    }
  });

  it('prefers the external id', async () => {
    const baseline = await baselineOf(judged({ id: 1, externalId: 'a' }, annotation(25, 29)));

    expect(baseline.findNew(judged({ id: 1, externalId: 'b' }, annotation(25, 29)))).toEqual([true]);
    expect(baseline.findNew(judged({ id: 2, externalId: 'a' }, annotation(25, 29)))).toEqual([false]);
  });

  it('knows a finding whose span overlaps by half', async () => {
    const found = (start: number) =>
      baselineOf(judged({ id: 1 }, annotation(20, 30))).then((baseline) =>
        baseline.findNew(judged({ id: 1 }, annotation(start, 30))),
      );

    expect(await found(25)).toEqual([false]);
    expect(await found(26)).toEqual([true]);
  });

  it('finds other words at the same offsets new: the reply was generated again', async () => {
    const baseline = await baselineOf(judged({ id: 1 }, annotation(25, 29)));
    const other = annotation(25, 29, reply.replace('1889', '1901'));

    expect(baseline.findNew(judged({ id: 1 }, other))).toEqual([true]);
  });

  it('counts a line without a verdict as one without findings', async () => {
    const baseline = await baselineOf(
      { number: 1, id: 1, fault: 'not judged' },
      judged({ id: 1 }, annotation(25, 29)),
    );

    expect(baseline.findNew(judged({ id: 1 }, annotation(25, 29)))).toEqual([true]);
    expect(baseline.findNew(judged({ id: 1 }, annotation(25, 29)))).toEqual([false]);
  });

  it.each([
    ['conversations', ['{"id":1,"messages":[]}'], 'Line 1 of old.jsonl: not a result of assay detect'],
    ['other text', ['{"id":1,"error":"x"}', 'nonsense'], 'Line 2 of old.jsonl: not JSON'],
    ['nothing', [], 'old.jsonl is empty'],
  ])('rejects %s', async (_, texts, reason) => {
    await expect(baselineOf(...texts)).rejects.toThrow(reason);
  });
});

it('marks findings as new in the output, if there is a baseline', () => {
  const line = { number: 1, bytes: null };
  const one = judged({ id: 1, externalId: 'a' }, annotation(25, 29), annotation(33, 41));
  const marks = (isNew: boolean[] | null) =>
    JSON.parse(formatResultLine({ line, judged: one, isNew })).annotations.map(
      (written: { is_new?: boolean }) => written.is_new,
    );

  expect(marks([true, false])).toEqual([true, false]);
  expect(marks(null)).toEqual([undefined, undefined]);
  expect(JSON.parse(formatResultLine({ line, judged: one, isNew: null }))).toMatchObject({
    id: 1,
    external_id: 'a',
  });
});
