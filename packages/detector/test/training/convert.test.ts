import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../base/package-folder';
import { convertHaluEval, pairOf } from '../../training/convert/halueval';
import { convertRagTruth, readSourceSplits } from '../../training/convert/ragtruth';

describe('RAGTruth', () => {
  const source = {
    source_id: '11',
    task_type: 'QA',
    source: 'MARCO',
    source_info: { question: 'When was it opened?', passages: 'passage 1:The bridge was opened in 1887.' },
    prompt: 'Answer: when was it opened?\npassage 1:The bridge was opened in 1887.\noutput:',
  };
  const response = {
    id: '7',
    source_id: '11',
    model: 'llama-2-7b-chat',
    temperature: 0.7,
    labels: [
      {
        start: 19,
        end: 23,
        text: '1889',
        meta: 'EVIDENT CONFLICT',
        label_type: 'Evident Conflict',
        implicit_true: false,
        due_to_null: false,
      },
    ],
    split: 'train',
    quality: 'good',
    response: '🌉 It was opened in 1889.',
  };
  const splits = new Map([[6, { source: 'bridge', split: 'dev' }]]);

  it('asks with the prompt, and counts spans in UTF-16 code units', () => {
    const cases = convertRagTruth([response], [source], splits);

    expect([...cases]).toEqual([
      [
        'dev',
        [
          {
            id: 'ragtruth-7',
            task: 'QA',
            source: 'bridge',
            hallucinated: true,
            messages: [
              { role: 'user', content: source.prompt },
              { role: 'assistant', content: response.response },
            ],
            spans: [{ start: 20, end: 24, label: 'Evident Conflict', text: '1889' }],
          },
        ],
      ],
    ]);
  });

  it('puts the official test part into a separate split', () => {
    const clean = { ...response, split: 'test', labels: [] };

    const cases = convertRagTruth([clean], [source], splits).get('test');

    expect(cases).toMatchObject([{ source: '11', hallucinated: false, spans: [] }]);
  });

  it.each([
    ['has no source', { ...response, source_id: '12' }, 'Response 7 has no source 12'],
    ['is in no split', { ...response, id: '13' }, 'Response 13 is not in ragtruth-sources.tsv'],
    [
      'has a label elsewhere',
      { ...response, labels: [{ ...response.labels[0], start: 18, end: 22, text: '1889', label_type: 'x' }] },
      'Response 7 does not have “1889” at 18',
    ],
  ])('refuses a response that %s', (_case, faulty, message) => {
    expect(() => convertRagTruth([faulty], [source], splits)).toThrow(message);
  });

  it('divides the training part as the published numbers do', () => {
    const table = readFileSync(join(packageFolder, 'training/convert/ragtruth-sources.tsv'), 'utf8');
    const rows = [...readSourceSplits(table)];

    const count = (split: string) => rows.filter(([, row]) => row.split === split).length;

    expect(rows[0]).toEqual([0, { source: 's5aa8b234000a', split: 'dev' }]);
    expect([count('train') * 6, count('dev') * 6]).toEqual([13_578, 1_512]);
  });
});

describe('HaluEval', () => {
  const record = {
    knowledge: 'The Harrow Bridge was opened in 1887.',
    question: 'When was the bridge opened?',
    right_answer: '1887',
    hallucinated_answer: 'The bridge was opened in 1889.',
  };
  const other = { ...record, question: 'How long is it?' };

  it('makes a pair of a right and an invented answer', () => {
    const cases = convertHaluEval([other, record], new Set([pairOf(record)]));

    expect(
      cases.map(({ pair, hallucinated, messages }) => [pair, hallucinated, messages.at(-1)?.content]),
    ).toEqual([
      [pairOf(record), false, '1887'],
      [pairOf(record), true, 'The bridge was opened in 1889.'],
    ]);
    expect(cases[0]?.messages[0]?.content).toContain('Knowledge: The Harrow Bridge was opened in 1887.');
  });
});
