import Ajv from 'ajv';
import { findingsReplySchema, parseFindings } from '../../../../src/evaluation/llm-judge/judge-findings';
import { startCpuClock } from '../../../support/cpu-time';

const finding = {
  part: 0,
  quote: 'a "quoted" {brace}, ]',
  context: 'really a "quoted" {brace}, ]',
  evidence: [1, 2],
  explanation: 'Not in the evidence.',
  basis: 'contradicted',
  label: 'fabrication',
  parameter: null,
};
const json = JSON.stringify({ findings: [finding] });

describe('parseFindings', () => {
  it.each([
    ['plain JSON', json],
    ['pretty JSON', JSON.stringify({ findings: [finding] }, null, 2)],
    ['a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['text around the object', `It's 5" wide, so:\n${json}\nThat is all {really}.`],
    ['other objects before it', `{"thought": "{"} then ${json}`],
    ['a reply without its last bracket', json.slice(0, -1)],
    [
      'a reply without its last two brackets, in an unclosed code block',
      `\`\`\`json\n${json.slice(0, -2)}\n`,
    ],
    ['a bare list', JSON.stringify([finding])],
    ['a bare list in a code block', `\`\`\`json\n${JSON.stringify([finding])}\n\`\`\``],
    ['a bare list in prose about [E1]', `By [E1]: ${JSON.stringify([finding])} and [E2].`],
    ['reasoning with a draft', `<think>{"findings": []} is wrong by {E1}.</think>\n${json}`],
    [
      'reasoning with a draft in a code block',
      `<thinking>\n\`\`\`json\n{"findings": []}\n\`\`\`\n</thinking>${json}`,
    ],
    ['reasoning with an open code block', `<reasoning>\n\`\`\`json\n{"findings": []}\n</reasoning>\n${json}`],
    ['reasoning without its first tag', `Is it {"findings": []}?\n</think>\n\`\`\`json\n${json}\n\`\`\``],
    [
      'reasoning in a channel',
      `<|channel|>analysis<|message|>{"findings": []}?<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
    ],
    ['trailing commas', json.replace('null}', 'null , }').replace('}]', '},\n]')],
  ])('reads %s', (_, response) => {
    expect(parseFindings(response)).toEqual([finding]);
  });

  it('reads a reply without issues', () => {
    expect(parseFindings('{"findings": []}')).toEqual([]);
  });

  it.each(['[]', '```json\n[]\n```', '<think>Hm.</think>[]'])(
    'reads %j as a reply without issues',
    (response) => {
      expect(parseFindings(response)).toEqual([]);
    },
  );

  it('preserves tags of reasoning in a quote', () => {
    const quote = 'It is <think>so</think>.';

    expect(parseFindings(JSON.stringify({ findings: [{ ...finding, quote }] }))).toMatchObject([{ quote }]);
  });

  it.each([
    ['0', 0],
    ['[part 2]', 2],
    [null, null],
    [undefined, null],
  ])('reads the part %j', (part, expected) => {
    expect(parseFindings(JSON.stringify({ findings: [{ ...finding, part }] }))).toEqual([
      { ...finding, part: expected },
    ]);
  });

  it('accepts missing optional fields', () => {
    const { parameter, evidence, context, basis, ...rest } = finding;

    expect(parseFindings(JSON.stringify({ findings: [rest] }))).toEqual([
      { ...rest, parameter: null, evidence: [], context: null, basis: 'unsupported' },
    ]);
  });

  it('reads citations in the formats that models use', () => {
    const evidence = [1, '2', 'E3', '[E4]'];

    expect(parseFindings(JSON.stringify({ findings: [{ ...finding, evidence }] }))).toEqual([
      { ...finding, evidence: [1, 2, 3, 4] },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['prose', 'I found no issues.'],
    ['another object', '{"issues": []}'],
    ['an empty list in prose', 'The citations [] are empty.'],
    ['a draft in reasoning that never ends', `<think>\nPerhaps ${json}`],
    ['a finding without a quote', '{"findings": [{"part": 0, "label": "fabrication", "explanation": ""}]}'],
    ['a part that is no integer', json.replace('"part":0', '"part":0.5')],
    ['a reply truncated inside a finding', json.slice(0, -3)],
    ['a reply truncated at the next finding', `${json.slice(0, -2)}, {"part": 0, "quote": "b`],
    ['a citation that is no number', json.replace('[1,2]', '["the first"]')],
    ['a draft and another reply', `{"findings": []} No, wait: ${json}`],
  ])('does not guess from %s', (_, response) => {
    expect(parseFindings(response)).toBeNull();
  });

  it.each([
    ['openings', '{'.repeat(200_000)],
    ['escaped quotes in an open string', `{"${'\\"'.repeat(100_000)}`],
    ['quotes after backslashes', '{"\\'.repeat(100_000)],
    ['small objects', '{"findings":0},'.repeat(20_000)],
    ['commas', `{"findings": [${', '.repeat(100_000)}]}`],
  ])('reads many %s within two seconds of work', (_, response) => {
    const cpuMs = startCpuClock();

    expect(parseFindings(response)).toBeNull();

    expect(cpuMs()).toBeLessThan(2_000);
  });
});

describe('findingsReplySchema', () => {
  const { schema } = findingsReplySchema([{ name: 'fabrication', description: 'Made up' }]);
  const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);

  it('accepts valid replies', () => {
    expect(isValid({ findings: [finding] })).toBe(true);
    expect(isValid({ findings: [] })).toBe(true);
  });

  it('rejects other labels and missing or additional properties', () => {
    const { evidence, ...incomplete } = finding;

    expect(isValid({ findings: [{ ...finding, label: 'style' }] })).toBe(false);
    expect(isValid({ findings: [incomplete] })).toBe(false);
    expect(isValid({ findings: [{ ...finding, severity: 3 }] })).toBe(false);
    expect(isValid({ findings: [], note: '' })).toBe(false);
  });
});
