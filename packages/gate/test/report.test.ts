import {
  buildReport,
  type Case,
  checkPinnedCases,
  decideInOrder,
  decideOnce,
  limitPairs,
  pairCases,
  type ReportInput,
  readPinnedCases,
  toJunit,
  toMarkdown,
} from '..';

const one = (id: string, failed: boolean[], more: Partial<Case> = {}): Case => ({
  id,
  failed,
  errors: 0,
  reason: null,
  ...more,
});
const many = (count: number, failed: (index: number) => boolean) =>
  Array.from({ length: count }, (_, index) =>
    one(`case ${index}`, [failed(index)], { reason: failed(index) ? `reason <${index}> | \u0000"x"` : null }),
  );

async function reportOf(baseline: Case[], candidate: Case[], more: Partial<ReportInput> = {}) {
  const pairing = pairCases(baseline, candidate);
  const decision = await decideOnce(
    pairing.pairs.map(({ difference }) => difference),
    { alpha: 0.05, minEffect: 0.1 },
  );
  return buildReport({
    from: 'promptfoo',
    baseline: { name: 'a.json', cases: baseline },
    candidate: { name: 'b.json', cases: candidate },
    pairing,
    decision,
    minEffectSource: 'given',
    pinned: [],
    undecidedAs: null,
    ...more,
  });
}

const passed = (count: number) => many(count, () => false);
const failures = (count: number, failed: number) => many(count, (index) => index < failed);

describe('exit code', () => {
  it.each([
    [0, 'not worse', passed(100), passed(100), {}],
    [1, 'worse', passed(100), failures(100, 10), {}],
    [3, 'undecided', passed(30), failures(30, 4), {}],
    [0, 'undecided, and that passes', passed(30), failures(30, 4), { undecidedAs: 'pass' }],
    [1, 'undecided, and that fails', passed(30), failures(30, 4), { undecidedAs: 'fail' }],
    [2, 'without a pair', [], [], {}],
    [2, 'without a pair, also if undecided passes', [], [], { undecidedAs: 'pass' }],
  ] as const)('is %d: %s', async (code, _, baseline, candidate, more) => {
    expect((await reportOf([...baseline], [...candidate], more)).exit_code).toBe(code);
  });

  it.each([
    [1, 'case 0', 'failed'],
    [0, 'case 3', 'passed'],
    [2, 'a case that is absent', 'not_run'],
    [2, 'case 3 2 of 3', 'not_run'],
  ])('is %d with the pinned line "%s", which %s', async (code, line, status) => {
    const candidate = failures(100, 1);
    const pinned = checkPinnedCases(readPinnedCases(line, 'must.txt'), candidate);

    const report = await reportOf(passed(100), candidate, { pinned });

    expect(report.pinned).toMatchObject([{ status }]);
    expect(report.exit_code).toBe(code);
  });
});

describe('readPinnedCases', () => {
  it('reads ids with and without a number of times', () => {
    const text = '# pinned\n\n  refund policy  \ncapital of France 4 of 5\r\n"2 of 3" 1 of 1\n"a \\"b\\""\n';

    expect(readPinnedCases(text, 'must.txt')).toEqual([
      { id: 'refund policy', required: null },
      { id: 'capital of France', required: { passes: 4, of: 5 } },
      { id: '2 of 3', required: { passes: 1, of: 1 } },
      { id: 'a "b"', required: null },
    ]);
  });

  it.each([
    ['a\na 1 of 2', 'must.txt: line 2: the case "a" has another line'],
    ['a 3 of 2', 'must.txt: line 1: expected k of n with k from 1 to n, not 3 of 2'],
    ['"a\\x" 1 of 2', 'must.txt: line 1: expected an id, or an id as a JSON string'],
    ['# nothing', 'must.txt: no case is named'],
  ])('refuses %j', (text, message) => {
    expect(() => readPinnedCases(text, 'must.txt')).toThrow(message);
  });
});

describe('checkPinnedCases', () => {
  const pinned = (line: string) => readPinnedCases(line, 'must.txt');

  it('counts k of n, with the exact interval', () => {
    const ran = [one('a', [false, false, true, false, false], { reason: 'no' })];

    expect(checkPinnedCases(pinned('a 4 of 5'), ran)).toMatchObject([
      { status: 'passed', required: 4, passed: 4, of: 5, interval: { low: expect.closeTo(0.2836, 4) } },
    ]);
    expect(checkPinnedCases(pinned('a 5 of 5'), ran)).toMatchObject([{ status: 'failed', reason: 'no' }]);
    expect(checkPinnedCases(pinned('a'), ran)).toMatchObject([{ status: 'failed', required: 5 }]);
  });

  it('takes no error for a pass', () => {
    const ran = [one('a', [false], { errors: 1, reason: 'HTTP 503' })];

    expect(checkPinnedCases(pinned('a'), ran)).toMatchObject([{ status: 'not_run', reason: 'HTTP 503' }]);
  });
});

describe('report', () => {
  it('has the five cases that got worse most, with their reasons', async () => {
    const report = await reportOf(passed(30), failures(30, 9));

    expect(report.new_failures).toHaveLength(5);
    expect(report.new_failures[0]).toMatchObject({ id: 'case 0', baseline_share: 0, candidate_share: 1 });
    expect(report.cases).toHaveLength(30);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('counts each case of a gate that stopped early once, and has the shares of the pairs that decided', async () => {
    const [baseline, candidate] = [passed(200), many(200, (index) => index % 10 < 6 || index > 15)];
    const notRun = new Set(candidate.slice(20).map(({ id }) => id));
    const all = pairCases(baseline, candidate, notRun);
    const differences = all.pairs.map(({ difference }) => difference);
    const decision = decideInOrder(differences, { alpha: 0.05, minEffect: 0.1 });

    const report = await reportOf(baseline, candidate, {
      pairing: limitPairs(all, decision.pairs),
      decision,
    });

    expect(decision.pairs).toBeLessThan(20);
    expect(report.left_out).toMatchObject({ too_late: 20 - decision.pairs, not_run: 180 });
    const leftOutCount = Object.values(report.left_out).reduce((sum, count) => sum + count, 0);
    expect(report.pairs + leftOutCount).toBe(200);
    expect(report.candidate.failed_share).toBeCloseTo(report.difference, 12);
    expect(toMarkdown(report)).toContain(
      `Left out: ${20 - decision.pairs} ended too late to count, 180 not run.`,
    );
  });

  it('shows text of the results literally in Markdown', async () => {
    const text = toMarkdown(await reportOf(passed(30), failures(30, 9)));

    expect(text).toMatch(/^## Worse: more cases fail than chance explains\.\n/);
    expect(text).toContain('| case 0 | 0.0% | 100.0% | reason \\<0\\> \\| "x" |');
    expect(text.split('\n').filter((line) => line.includes('case '))).toHaveLength(5);
  });

  it('makes no link, formula or half of a character in Markdown of text of the results', async () => {
    const reason = `https://e.example www.e.example $a$ :tada: ${'x'.repeat(256)}😀`;
    const candidate = passed(30).map((one) => ({ ...one, failed: [true], reason }));

    const text = toMarkdown(await reportOf(passed(30), candidate));

    expect(text).toContain('| https\\:\u200B//e.example www\\.e.example \\$\u200Ba\\$ \\:\u200Btada\\: xxx');
    expect(text).toContain('x …');
  });

  it('mentions no one and refers to nothing in Markdown of text of the results', async () => {
    const reason = '@user a@b.example #12 o/r#3 GH-4 !5 ~bug ~"a b" &6 %"v 1" $7 ~été 5% & more';
    const candidate = passed(30).map((one) => ({ ...one, failed: [true], reason }));

    const text = toMarkdown(await reportOf(passed(30), candidate)).replaceAll('\\', '');

    expect(text).toContain(
      '| @|user a@|b.example #|12 o/r#|3 GH-|4 !|5 ~|bug ~|"a b" &|6 %|"v 1" $|7 ~|été 5% & more |'.replace(
        /(?<=\S)\|/g,
        '\u200B',
      ),
    );
  });

  it('says in its headline which pinned cases turn a rate that is not worse red', async () => {
    const results = failures(100, 2);
    const pinned = checkPinnedCases(readPinnedCases('case 0\ncase 1\nabsent\n', 'must.txt'), results);

    const text = toMarkdown(await reportOf(results, results, { pinned }));

    expect(text).toMatch(/^## 2 pinned cases failed\. 1 pinned case did not run\. Not worse: /);
  });

  it('escapes text of the results in JUnit, and leaves out what XML cannot hold', async () => {
    const candidate = failures(30, 9);
    const pinned = checkPinnedCases(readPinnedCases('case 0\n"<&\\">"', 'must.txt'), candidate);

    const text = toJunit(await reportOf(passed(30), candidate, { pinned }));

    expect(text).toContain('<testsuite name="assay gate" tests="3" failures="2" errors="1" skipped="0">');
    expect(text).toContain(
      'name="pinned: case 0"><failure message="0 of 1 passed, needs 1 (95% interval 0.0% to 97.5%): ',
    );
    expect(text).toContain('reason &lt;0&gt; | \uFFFD&quot;x&quot;"/>');
    expect(text).toContain('name="pinned: &lt;&amp;&quot;&gt;"><error message="not in the results"/>');
  });
});
