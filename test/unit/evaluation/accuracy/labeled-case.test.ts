import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLabels } from '../../../../src/evaluation/accuracy/labeled-case';
import { packageRoot } from '../../../../src/platform/package-root';

const content = '🌉 The bridge was opened in 1889.';

function line(more: object) {
  return {
    hallucinated: true,
    messages: [
      { role: 'user', content: 'When?' },
      { role: 'assistant', content },
    ],
    ...more,
  };
}

describe('readLabels', () => {
  it('converts UTF-16 offsets to code points', () => {
    const start = content.indexOf('1889');

    const { spans } = readLabels(
      line({ spans: [{ start, end: start + 4, label: 'Conflict', text: '1889' }] }),
      1,
    );

    expect(spans).toEqual([
      { part: 0, start: start - 1, end: start + 3, label: 'Conflict', parameterName: null },
    ]);
  });

  it('finds spans of tool calls in the parts after the content', () => {
    const call = (args: string) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: args } });
    const reply = { role: 'assistant', content: 'One moment.', tool_calls: [call('{}'), call('{"a":"xy"}')] };
    const spans = [
      { tool_call_index: 1, parameter_name: 'a', start: 6, end: 8, text: 'xy', label: 'Fabricated' },
    ];

    const labeled = readLabels(line({ messages: [reply], spans }), 1);

    expect(labeled.toolCallParts).toEqual([1, 2]);
    expect(labeled.spans).toEqual([{ part: 2, start: 6, end: 8, label: 'Fabricated', parameterName: 'a' }]);
  });

  it('distinguishes unlabeled spans from no spans', () => {
    const spansOf = (more: object) => readLabels(line(more), 1).spans;

    expect([spansOf({}), spansOf({ spans: null }), spansOf({ spans: [] })]).toEqual([null, null, []]);
  });

  it('uses the source, else the pair, else the id, else the line as the independent unit', () => {
    const sourceOf = (more: object) => readLabels(line(more), 7).source;

    expect([
      sourceOf({ source: 's', pair: 'p', id: 'i' }),
      sourceOf({ pair: 'p', id: 'i' }),
      sourceOf({ id: 3 }),
      sourceOf({}),
    ]).toEqual(['s', 'p', '3', 'line 7']);
  });

  it.each([
    ['text that is not there', { spans: [{ start: 0, end: 2, label: 'x', text: 'ab' }] }],
    ['an end outside the text', { spans: [{ start: 0, end: 999, label: 'x' }] }],
    ['an empty span', { spans: [{ start: 3, end: 3, label: 'x' }] }],
    ['a tool call that is not there', { spans: [{ start: 0, end: 2, label: 'x', tool_call_index: 0 }] }],
  ])('rejects %s', (_case, more) => {
    expect(() => readLabels(line(more), 1)).toThrow();
  });

  it.each([
    ['a label that is missing', { hallucinated: undefined }, 'hallucinated: missing'],
    ['a reply that is none', { messages: ['a'] }, 'the last message: expected an object'],
    ['a span without a label', { spans: [{ start: 0, end: 2 }] }, 'spans.0.label: missing'],
  ])('names %s', (_case, more, message) => {
    expect(() => readLabels(line(more), 1)).toThrow(message);
  });

  it('accepts the example of docs/measuring.md', () => {
    const page = readFileSync(join(packageRoot, 'docs/measuring.md'), 'utf8');
    const [, example = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];

    expect(readLabels(JSON.parse(example), 1)).toMatchObject({
      task: 'QA',
      isHallucinated: true,
      spans: [{ part: 0, start: 17, end: 21, label: 'conflict' }],
    });
  });
});
