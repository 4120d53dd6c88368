import { scanReasoning } from '../../claims/reasoning';
import { blankOut } from '../../text/regions';
import { findSpans, judge, makeInput, makeMessage, textsOf } from '../conversations';

const evidence = 'The Larkfield Tunnel was dug in 1964 and is 812 metres long.';
const said = (text: string): string => blankOut(text, scanReasoning(text)).trim();

it.each([
  ['think tags', '<think>Was it 1971? No.</think>It was dug in 1964.'],
  ['tags with attributes', '<thinking duration="2">Perhaps 1971.</thinking>\nIt was dug in 1964.'],
  [
    'other names',
    '<reflection>Not 1971.</reflection>\n<analysis>1971 is wrong.</analysis>\nIt was dug in 1964.',
  ],
  ['square brackets', '[THINK]1971?[/THINK] It was dug in 1964.'],
  ['triangles', '◁think▷1971?◁/think▷It was dug in 1964.'],
  ['thoughts', '<|begin_of_thought|>1971?<|end_of_thought|>It was dug in 1964.'],
  [
    'channels',
    '<|channel|>analysis<|message|>1971?<|end|><|start|>assistant<|channel|>final<|message|>It was dug in 1964.',
  ],
  ['a second start tag', '<think>1971? <think>No, 1964.</think>It was dug in 1964.'],
  ['code in the reasoning', '<think>```\nyear = 1971\n</think>\nIt was dug in 1964.'],
  ['only an end tag', 'Was it 1971? No.\n</think>\n\nIt was dug in 1964.'],
])('is hidden between %s', (_form, reply) => {
  expect(said(reply)).toBe('It was dug in 1964.');
  expect(judge(evidence, reply)).toEqual([]);
});

it.each([
  ['after the reasoning', '<think>Was it 1964?</think>\n\nIt was dug in 1971.'],
  ['before the reasoning', 'It was dug in 1971.\n<think>Was it 1964?</think>'],
  ['between two of them', '<think>1964?</think>It was dug in 1971.<think>Fine.</think>'],
  ['before a stray end tag', '<think>1964?</think>It was dug in 1971.\n</think>'],
  ['after an end tag alone', 'Let me see, 1964.</think>It was dug in 1971.'],
  ['next to tags in code', 'Write `<think>` first. It was dug in 1971.'],
  ['next to a blank to fill in', 'It was dug in 1971. [reason]'],
])('does not hide an error %s', (_place, reply) => {
  expect(textsOf(judge(evidence, reply)).join()).toContain('1971');
});

it('keeps offsets and the text of annotations', () => {
  const reply = '<think>😀 1964?</think>It was dug in 1971.';
  const [annotation] = judge(evidence, reply);

  const { startOffset = 0, endOffset = 0, text } = annotation ?? {};
  expect([...reply].slice(startOffset, endOffset).join('')).toBe(text);
});

it('is all of a reply that never ends it, which leaves nothing to judge', () => {
  const outcome = findSpans(
    makeInput([makeMessage('user', evidence), makeMessage('assistant', '<think>\nMaybe it was dug in 1971')]),
  );

  expect(outcome).toMatchObject({ annotations: [], score: null, notJudgeable: 'no_text' });
});
