import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc } from '../../../test/support/property';
import { type Case, pairCases, type ResultFormat, readResults, readScoreRule, resultFormats } from '..';

const folder = join(__dirname, '../../../test/fixtures/gate');
const readFixture = (format: ResultFormat, name: string, ...score: string[]) =>
  readResults(format, { name, text: readFileSync(join(folder, name), 'utf8') }, score.map(readScoreRule));
const read = (format: ResultFormat, text: string, ...score: string[]) =>
  readResults(format, { name: 'a.json', text }, score.map(readScoreRule));
const summary = (cases: readonly Case[]) => cases.map(({ id, failed, errors }) => [id, failed, errors]);

describe('promptfoo', () => {
  it.each(['promptfoo-a.json', 'promptfoo-a.jsonl'])('reads %s, with repeats and errors', (name) => {
    const cases = readFixture('promptfoo', name);

    expect(summary(cases)).toEqual([
      ['capital of France', [false, false], 0],
      ['a flaky one', [false, true], 0],
      ['an outage', [], 2],
      ['always wrong', [true, true], 0],
      ['{"language":"English","question":"largest ocean"}', [false, false], 0],
    ]);
    expect(cases.map(({ reason }) => reason)).toEqual([
      null,
      'Expected output to contain "yes"',
      'HTTP 503: overloaded',
      'Expected output "yes: 2+2?" to equal "4"',
      null,
    ]);
  });

  it('separates providers and prompts of one file', () => {
    const result = (provider: string, label: string) => ({
      success: true,
      vars: { q: 'x' },
      provider: { id: provider, label: '' },
      prompt: { label },
    });
    const results = [result('a', 'p1'), result('a', 'p2'), result('b', 'p1'), result('b', 'p2')];

    expect(read('promptfoo', JSON.stringify({ results: { results } })).map(({ id }) => id)).toEqual([
      'x [a, p1]',
      'x [a, p2]',
      'x [b, p1]',
      'x [b, p2]',
    ]);
  });

  it('names cases that share a description by their variables too', () => {
    const result = (q: string) => ({ success: true, testCase: { description: 'same', vars: { q } } });

    expect(
      read('promptfoo', JSON.stringify({ results: { results: [result('x'), result('y')] } })).map(
        ({ id }) => id,
      ),
    ).toEqual(['same x', 'same y']);
  });
});

describe('deepeval', () => {
  it('reads a test run: a metric that ended by an error is no failure', () => {
    expect(summary(readFixture('deepeval', 'deepeval-a.json'))).toEqual([
      ['capital of France', [false], 0],
      ['a flaky one', [false, true], 0],
      ['an outage', [], 1],
      ['2+2?', [false], 0],
    ]);
  });

  it('joins the repeats of a test, which pytest numbers', () => {
    expect(summary(readFixture('deepeval', 'deepeval-repeated.json'))).toEqual([
      ['test_says[one]', [false, false], 0],
      ['test_says[two]', [true, true], 0],
      ['test_talk', [false, false], 0],
    ]);
  });

  it('leaves parameters that look like numbers of repeats', () => {
    const testCases = ['test_a[1-2]', 'test_a[1-3]'].map((name) => ({ name, success: true, input: name }));

    expect(read('deepeval', JSON.stringify({ testRunData: { testCases } })).map(({ id }) => id)).toEqual([
      'test_a[1-2]',
      'test_a[1-3]',
    ]);
  });

  it('ignores flaky metrics, as deepeval does', () => {
    const metric = { name: 'm', success: false, reason: 'r' };
    const testCases = [
      { name: 'flaky', success: true, metricsData: [{ ...metric, flaky: true }] },
      { name: 'failed', success: false, metricsData: [{ ...metric, error: 'x' }, metric] },
      { name: 'no metric', success: null },
    ];

    expect(summary(read('deepeval', JSON.stringify({ testCases })))).toEqual([
      ['flaky', [false], 0],
      ['failed', [true], 0],
      ['no metric', [], 0],
    ]);
  });
});

describe('langfuse', () => {
  it('reads items of the Experiments API by a score', () => {
    const cases = readFixture('langfuse', 'langfuse-api-b.json', 'correct=true');

    expect(summary(cases)).toEqual([
      ['item-1', [true], 0],
      ['item-2', [false, true], 0],
      ['item-3', [], 1],
      ['item-4', [], 0],
      ['item-5', [false], 0],
    ]);
    expect(cases[0]?.reason).toBe('correct = false: does not say yes');
  });

  it('compares a number with its rule', () => {
    const failed = (rule: string) =>
      readFixture('langfuse', 'langfuse-api-b.json', rule).flatMap((one) => one.failed);

    expect(failed('faithfulness>=0.6')).toEqual([true, false, true, false]);
    expect(failed('faithfulness<=0.6')).toEqual([false, true, false, true]);
    expect(failed('tone=friendly')).toEqual([false]);
  });

  it('refuses a rule whose score no case has', () => {
    expect(() => readFixture('langfuse', 'langfuse-api-a.json', 'correct=true', 'tonne=friendly')).toThrow(
      'langfuse-api-a.json: no case has the score "tonne"',
    );
  });

  it('accepts a rule whose score is missing because every case ended by an error', () => {
    const data = ['a', 'b'].map((id) => ({ experimentItemId: id, level: 'ERROR', scores: [] }));

    expect(summary(read('langfuse', JSON.stringify({ data }), 'faithfulness>=0.7'))).toEqual([
      ['a', [], 1],
      ['b', [], 1],
    ]);
  });

  it('refuses a number without a rule', () => {
    expect(() => readFixture('langfuse', 'langfuse-api-a.json')).toThrow(
      'langfuse-api-a.json: data[0]: the score "faithfulness" is 0.91; name what passes, like --score "faithfulness>=0.7"',
    );
  });

  it('reads pages as lines or in one array, and the result of the SDK', () => {
    const page = JSON.parse(readFileSync(join(folder, 'langfuse-api-a.json'), 'utf8'));
    const expected = readFixture('langfuse', 'langfuse-api-a.json', 'correct=true');

    expect(read('langfuse', JSON.stringify(page.data), 'correct=true')).toEqual(expected);
    expect(
      read('langfuse', page.data.map((item: object) => JSON.stringify(item)).join('\n'), 'correct=true'),
    ).toEqual(expected);
    expect(summary(readFixture('langfuse', 'langfuse-sdk.json'))).toEqual([
      ['item-1', [false], 0],
      ['2+2?', [true], 0],
      ['no evaluator succeeded', [], 0],
    ]);
  });
});

describe('openai-evals', () => {
  it('reads output items: an error of the sample is no failure', () => {
    const cases = readFixture('openai-evals', 'openai-items-b.json');

    expect(summary(cases)).toEqual([
      ['1', [true], 0],
      ['2', [false], 0],
      ['3', [], 1],
      ['4', [true], 0],
    ]);
    expect(cases.map(({ reason }) => reason)).toEqual([
      'says yes: score 0',
      null,
      'Rate limit reached',
      'says yes: score 0',
    ]);
  });

  it('reads items as lines, and refuses an item that is there twice', () => {
    const { data } = JSON.parse(readFileSync(join(folder, 'openai-items-a.json'), 'utf8'));
    const lines = data.map((item: object) => JSON.stringify(item)).join('\n');

    expect(read('openai-evals', lines)).toEqual(readFixture('openai-evals', 'openai-items-a.json'));
    expect(() => read('openai-evals', `${lines}\n${JSON.stringify(data[1])}`)).toThrow(
      'a.json: line 5: the case "2" is also at line 2',
    );
  });

  it('refuses rules for output items, which say what passed', () => {
    expect(() => readFixture('openai-evals', 'openai-items-a.json', 'choice=Y')).toThrow(
      'openai-items-a.json: output items record which cases passed: no rule for a score applies',
    );
  });

  it('reads a log: a sample without a match has no outcome', () => {
    const cases = readFixture('openai-evals', 'openai-log-b.jsonl');

    expect(summary(cases)).toEqual([
      ['capitals.dev.0', [true], 0],
      ['capitals.dev.1', [false], 0],
      ['capitals.dev.2', [], 1],
      ['capitals.dev.3', [], 0],
    ]);
    expect(cases[0]?.reason).toBe('expected "Paris", sampled "Lyon"');
  });

  it('reads the metrics of a log by a rule', () => {
    const line = (sample_id: string, data: object) => JSON.stringify({ sample_id, type: 'metrics', data });
    const log = [line('a', { choice: 'Y' }), line('b', { choice: 'N' }), line('c', { other: 1 })].join('\n');

    expect(summary(read('openai-evals', log, 'choice=Y'))).toEqual([
      ['a', [false], 0],
      ['b', [true], 0],
      ['c', [], 0],
    ]);
  });
});

describe('assay', () => {
  it('reads the lines of assay detect', () => {
    const lines = [
      { id: null, external_id: 'a', verdict: 'judged', annotations: [] },
      { id: 2, verdict: 'judged', annotations: [{ label: 'fabrication', text: '1889' }] },
      { id: 'c', verdict: 'not_judgeable', annotations: [] },
      { id: 'd', line: 4, error: 'not JSON' },
      { id: 'e', no_verdict: { reason: 'timeout', message: 'too slow' } },
    ].map((line) => JSON.stringify(line));

    const cases = read('assay', lines.join('\n'));

    expect(summary(cases)).toEqual([
      ['a', [false], 0],
      ['2', [true], 0],
      ['c', [], 0],
      ['d', [], 1],
      ['e', [], 1],
    ]);
    expect(cases[1]?.reason).toBe('fabrication: 1889');
  });
});

describe('a file of another form', () => {
  it.each<[ResultFormat, string, string]>([
    ['promptfoo', '', 'a.json: the file is empty'],
    ['promptfoo', '{"results": ', 'a.json: not JSON: '],
    ['promptfoo', '{"success":true}\n{"success":', 'a.json: line 2: not JSON: '],
    ['promptfoo', '[]', 'a.json: expected object, received array'],
    ['promptfoo', '{}', 'a.json: results: expected the output of promptfoo eval'],
    ['promptfoo', '{"results":{"results":[]}}', 'a.json: the file has no case'],
    [
      'promptfoo',
      '{"results":{"results":[{"success":1}]}}',
      'a.json: results.results[0].success: expected boolean, received number',
    ],
    ['deepeval', '{}', 'a.json: expected a test run of deepeval, with testCases'],
    ['deepeval', '{"testRunData":{"testCases":{}}}', 'a.json: testRunData, testCases: '],
    ['langfuse', '{"data":[{"experimentItemId":"a"}]}', 'a.json: data[0].scores: expected scores: request'],
    ['langfuse', '"text"', 'a.json: expected object, received string'],
    ['openai-evals', '[]', 'a.json: expected output items or the log of oaieval'],
    ['openai-evals', '{"sample_id":"a"}', 'a.json: type: expected string, which is missing'],
    [
      'openai-evals',
      '{"sample_id":"a","type":"match","data":{}}\n\u0007\u001b',
      'a.json: line 2: not JSON: ',
    ],
    [
      'assay',
      '{"id":"a\\n::set-output"}\n{"id":"a\\n::set-output"}',
      'a.json: line 2: the case "a ::set-output" is also at line 1',
    ],
    ['assay', '{"schema_version":2,"cases":[]}', 'a.json: schema_version: expected a report of this version'],
    ['assay', '{"annotations":[]}', 'a.json: expected an id'],
    ['assay', '{"id":null}', 'a.json: expected an id'],
  ])('of %s is refused: %j', (format, text, message) => {
    expect(() => read(format, text)).toThrow(message);
  });

  it.each(resultFormats)('of %s never throws anything but an explanation', (format) => {
    const values = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(fc.json()).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(values, (text) => {
        try {
          read(format, text);
        } catch (error) {
          expect((error as Error).name).toBe('ResultsError');
        }
      }),
    );
  });

  it('is explained after a path of any length, without half of a character', () => {
    const name = `${'folder/'.repeat(100)}a.json`;
    const id = `${'x'.repeat(489)}😀`;
    const lines = [id, id].map((one) => JSON.stringify({ id: one })).join('\n');

    expect(() => readResults('assay', { name, text: lines })).toThrow(
      new Error(`${name}: line 2: the case "${'x'.repeat(489)}`),
    );
  });

  it('is refused if it is nested too deeply', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"results":{"results":[{"success":true,"vars":{"a":${deep},"b":1}}]}}`;

    expect(() => read('promptfoo', text)).toThrow('a.json: nested too deeply');
  });
});

describe('readScoreRule', () => {
  it.each([
    ['faithfulness', 'Expected a score like "faithfulness>=0.7", not "faithfulness"'],
    ['a>=', 'Expected a score'],
    ['a>=x', 'Expected a number after >= in "a>=x"'],
  ])('refuses %j', (text, message) => {
    expect(() => readScoreRule(text)).toThrow(message);
  });
});

it('pairs the cases of two versions', () => {
  const { pairs, leftOut } = pairCases(
    readFixture('promptfoo', 'promptfoo-a.json'),
    readFixture('promptfoo', 'promptfoo-b.json'),
  );

  expect(pairs.map(({ id, difference }) => [id, difference])).toEqual([
    ['capital of France', 1],
    ['a flaky one', 0],
    ['always wrong', 0],
    ['{"language":"English","question":"largest ocean"}', 0],
  ]);
  expect(leftOut).toMatchObject({ no_outcome_in_baseline: 1 });
});
