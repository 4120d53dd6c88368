import { stripVTControlCharacters } from 'node:util';
import { createColors } from 'picocolors';
import { defaultIssueConfig, judgeLine } from '../../../../src/cli/detect/judge-line';
import { formatReadableResult } from '../../../../src/cli/detect/readable-result';
import { highlightSpans } from '../../../../src/cli/shared/highlighted-text';
import { createGroundingEvaluator } from '../../../../src/evaluation/evaluators/grounding-evaluator';

async function detected(content: string, more: object = {}) {
  const messages = [
    { role: 'system', content: 'The Harrow Bridge was opened in 1887 and is 214 meters long.' },
    { role: 'user', content: 'When was the bridge opened?' },
    { role: 'assistant', content },
  ];
  const line = {
    number: 3,
    bytes: Buffer.from(JSON.stringify({ id: 'bridge\u001b[2J', messages, ...more })),
  };
  const { signal } = new AbortController();
  return { line, judged: await judgeLine(createGroundingEvaluator(), defaultIssueConfig, line, signal) };
}

describe('formatReadableResult', () => {
  it('shows the reply with the span, the reason and the evidence', async () => {
    const text = formatReadableResult({ ...(await detected('It was opened\nin 1889.')), isNew: null }, false);

    expect(text).toMatch(/^Line 3, bridge \[2J\n {2}\| It was opened\n {2}\| in \[\[1889\]\]\.\n/);
    expect(text).toMatch(/\n {2}[a-z_]+, confidence 0\.\d+: "1889"\n {4}Why: \S/);
    expect(text).toMatch(/\n {4}Evidence, message 1 \(system\): "[^"]*1887[^"]*"\n/);
    expect(text.endsWith('\n\n')).toBe(true);
  });

  it('shows the same in colors', async () => {
    const one = { ...(await detected('It was opened in 1889.')), isNew: null };
    const colored = formatReadableResult(one, true);

    expect(colored).toContain(createColors(true).bold(createColors(true).red('1889')));
    expect(stripVTControlCharacters(colored)).toBe(
      formatReadableResult(one, false).replaceAll(/[[]{2}|]{2}/g, ''),
    );
  });

  it('is empty for a clean reply, and for one with findings of the baseline only', async () => {
    expect(formatReadableResult({ ...(await detected('It was opened in 1887.')), isNew: null }, false)).toBe(
      '',
    );
    expect(
      formatReadableResult({ ...(await detected('It was opened in 1889.')), isNew: [false] }, false),
    ).toBe('');
  });

  it('says why a reply was not judged', async () => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'What can I do for you?' },
    ];
    const text = formatReadableResult({ ...(await detected('', { messages })), isNew: null }, false);

    expect(text).toMatch(/^Line 3, bridge \[2J: not judged \(\w+\)\n$/);
  });
});

describe('highlightSpans', () => {
  it('merges spans that overlap, and counts code points', () => {
    const spans = [
      { start: 4, end: 6 },
      { start: 1, end: 3 },
      { start: 2, end: 5 },
      { start: 8, end: 9 },
    ];

    expect(highlightSpans('😀bcdefghi', spans, false)).toBe('😀[[bcdef]]gh[[i]]');
  });
});
