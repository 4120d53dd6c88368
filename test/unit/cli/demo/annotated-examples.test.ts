import type { Annotation } from '../../../../packages/client';
import { describeExample, pickExamples } from '../../../../src/cli/demo/annotated-examples';
import type { CheckedConversation } from '../../../../src/cli/demo/check-conversations';

function annotation(changes: Partial<Annotation> = {}): Annotation {
  return {
    text: '36 months',
    label: 'fabrication',
    explanation: 'The evidence says 18 months.',
    message_part_index: 0,
    start_offset: 0,
    end_offset: 9,
    tool_name: null,
    parameter_name: null,
    confidence: 0.5,
    calibrated_confidence: null,
    evidence: [],
    ...changes,
  };
}

function checked(line: number, ...annotations: Annotation[]): CheckedConversation {
  return {
    line,
    conversationId: `c${line}`,
    annotations,
    parts: [`36 months, says line ${line}`],
    planted: null,
  };
}

describe('pickExamples', () => {
  it('selects the annotation with the highest confidence of each label before a second one of any label', () => {
    const picked = pickExamples(
      [
        checked(1, annotation({ confidence: 0.9 })),
        checked(2, annotation({ confidence: 0.95 })),
        checked(3, annotation({ label: 'reasoning_error', confidence: 0.1 })),
      ],
      3,
    );

    expect(picked.map(({ line, annotation: { label } }) => [line, label])).toEqual([
      [2, 'fabrication'],
      [3, 'reasoning_error'],
      [1, 'fabrication'],
    ]);
  });

  it('takes no more than there are, and nothing of a conversation without verdict', () => {
    const unjudged = { ...checked(2), annotations: null };

    expect(pickExamples([checked(1, annotation(), annotation()), unjudged], 3)).toHaveLength(1);
  });
});

describe('describeExample', () => {
  const show = (partText: string, changes: Partial<Annotation>, isColored = false) =>
    describeExample({ line: 4, annotation: annotation(changes), partText }, isColored);

  it('puts brackets around the code points of the span, also behind emoji', () => {
    expect(show('🚲🚲 36 months', { start_offset: 3, end_offset: 12 })).toContain('🚲🚲 [[36 months]]');
  });

  it('colors the span instead where the terminal supports color', () => {
    const shown = show('🚲🚲 36 months', { start_offset: 3, end_offset: 12 }, true);

    expect(shown).toContain('\x1b[31m36 months\x1b[39m');
    expect(shown).not.toContain('[[');
  });

  it('shows the label, the place and the explanation', () => {
    const shown = show('{"sku":"BOR-25"}', {
      label: 'tool_argument_fabrication',
      start_offset: 8,
      end_offset: 14,
      tool_name: 'order',
      parameter_name: 'sku',
    });

    expect(shown).toContain(
      'tool_argument_fabrication (line 4 of the file, call of order, sku, offsets 8 to 14)',
    );
    expect(shown).toContain('Why: The evidence says 18 months.');
  });

  it('cuts a long text around the span and says so', () => {
    const shown = show(`${'a'.repeat(500)}36 months${'b'.repeat(500)}`, {
      start_offset: 500,
      end_offset: 509,
    });

    expect(shown).toContain(`…${'a'.repeat(160)}`);
    expect(shown).toContain(`${'b'.repeat(160)}…`);
    expect(shown).not.toContain('a'.repeat(161));
  });

  it('lets no text command the terminal', () => {
    const shown = show('36 months\x1b]0;title\x07\r!', {});

    for (const control of ['\x1b]', '\x07', '\r']) expect(shown).not.toContain(control);
  });
});
