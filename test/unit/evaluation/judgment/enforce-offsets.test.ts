import type { Annotation } from '../../../../packages/detector';
import type { Message } from '../../../../packages/formats';
import { enforceOffsets } from '../../../../src/evaluation/judgment/enforce-offsets';
import { startCpuClock } from '../../../support/cpu-time';

describe('enforceOffsets', () => {
  const message: Message = {
    role: 'assistant',
    name: null,
    parts: [
      { type: 'text', content: '😀 in Paris' },
      { type: 'file', fileId: 'file-1' },
      { type: 'tool_call', id: 'call_1', name: 'find', arguments: '{"city":"Lyon"}' },
    ],
  };

  function annotation(changes: Partial<Annotation>): Annotation {
    return {
      text: 'Paris',
      label: 'fabrication',
      explanation: '',
      messagePartIndex: 0,
      startOffset: 5,
      endOffset: 10,
      toolName: null,
      parameterName: null,
      confidence: null,
      evidence: [],
      ...changes,
    };
  }

  it('is linear in the number of annotations', () => {
    const whole = '1.'.repeat(100_000);
    const message: Message = { role: 'assistant', name: null, parts: [{ type: 'text', content: whole }] };
    const annotations = Array.from({ length: 100_000 }, (_, index) =>
      annotation({ text: '1', startOffset: 2 * index, endOffset: 2 * index + 1 }),
    );
    const cpuMs = startCpuClock();

    expect(enforceOffsets(annotations, message)).toMatchObject({ dropped: 0 });
    expect(cpuMs()).toBeLessThan(2_000);
  });

  it('preserves annotations that equal their slice, in order of place', () => {
    const city = annotation({ text: 'Lyon', messagePartIndex: 2, startOffset: 9, endOffset: 13 });
    const paris = annotation({});
    const inParis = annotation({ text: 'in Paris', startOffset: 2 });
    const inWord = annotation({ text: 'in', startOffset: 2, endOffset: 4 });

    expect(enforceOffsets([city, paris, inParis, inWord], message)).toEqual({
      annotations: [inWord, inParis, paris, city],
      dropped: 0,
    });
  });

  it.each([
    ['another text', { text: 'paris' }],
    ['UTF-16 offsets', { startOffset: 6, endOffset: 11 }],
    ['an end after the part', { text: 'Paris', endOffset: 11 }],
    ['a negative start', { text: 's', startOffset: -1, endOffset: 0 }],
    ['an empty stretch', { text: '', endOffset: 5 }],
    ['fractional offsets', { startOffset: 5.5, endOffset: 10.5 }],
    ['a part that is not there', { messagePartIndex: 3 }],
    ['a part without text', { messagePartIndex: 1 }],
  ])('drops and counts %s', (_, changes) => {
    expect(enforceOffsets([annotation(changes)], message)).toEqual({ annotations: [], dropped: 1 });
  });
});
