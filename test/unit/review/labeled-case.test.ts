import type { Message } from '../../../packages/formats';
import type { Evaluation } from '../../../src/conversations/evaluations/evaluation';
import { readLabels } from '../../../src/evaluation/accuracy/labeled-case';
import { type JudgedReply, toLabeledCase } from '../../../src/review/accuracy/labeled-case.mapper';

// As a trace has it: reasoning first, two equal texts, and a call between them.
const reply: Message = {
  role: 'assistant',
  name: null,
  parts: [
    { type: 'reasoning', content: 'Opened in 1889?' },
    { type: 'text', content: '\u{1F309} Opened in 1889.' },
    { type: 'tool_call', id: 'call', name: 'book', arguments: '{"town":"Harrów","day":"1889"}' },
    { type: 'text', content: '\u{1F309} Opened in 1889.' },
  ],
};

const annotation = {
  text: '1889',
  label: 'fabrication',
  explanation: '',
  messagePartIndex: 2,
  startOffset: 24,
  endOffset: 28,
  toolName: 'book',
  parameterName: 'day',
  confidence: null,
  evidence: [],
};
const judged = {
  id: 'message',
  conversationId: 'conversation',
  prompt: [
    { role: 'tool', name: null, parts: [{ type: 'tool_call_response', id: 'a', response: '1887' }] },
    { role: 'user', name: null, parts: [] },
  ],
  reply,
  tools: [],
  evaluation: {
    annotations: [annotation],
    withheld: [],
    calibration: null,
    usage: {},
    coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
    createdAt: new Date(0),
  },
} as unknown as JudgedReply & { evaluation: Evaluation };

const span = (messagePartIndex: number, startOffset: number, endOffset: number) => ({
  messagePartIndex,
  startOffset,
  endOffset,
  label: 'fabrication',
});

describe('toLabeledCase', () => {
  it('has spans where assay measure finds them, in the written order of the parts', () => {
    const issues = [span(0, 10, 14), span(1, 12, 16), span(2, 24, 28), span(3, 12, 16)];

    const line = JSON.parse(JSON.stringify(toLabeledCase(judged, { hasIssue: true, issues })));

    const { spans, toolCallParts, source } = readLabels(line, 1);
    const label = 'fabrication';
    expect(spans).toEqual([
      { part: 3, start: 10, end: 14, label, parameterName: null },
      { part: 0, start: 12, end: 16, label, parameterName: null },
      { part: 2, start: 24, end: 28, label, parameterName: 'day' },
      { part: 1, start: 12, end: 16, label, parameterName: null },
    ]);
    expect([toolCallParts, source]).toEqual([[2], 'conversation']);
    expect(line.spans.map(({ text }: { text: string }) => text)).toEqual(Array(4).fill('1889'));
    expect(line.evaluation.annotations[0]).toMatchObject({ message_part_index: 2, start_offset: 24 });
    expect(line.messages.map(({ role, content }: Message & { content: string }) => [role, content])).toEqual([
      ['tool', '1887'],
      ['user', ''],
      ['assistant', Array(2).fill({ type: 'text', text: '\u{1F309} Opened in 1889.' })],
    ]);
  });

  it('has no spans while findings are not decided', () => {
    const line = toLabeledCase(judged, { hasIssue: true, issues: null });

    expect(line).toMatchObject({ hallucinated: true, spans: null });
  });
});
