import type { EvaluationInput } from '../../../../packages/detector';
import type { Message } from '../../../../packages/formats';
import { buildJudgePrompt } from '../../../../src/evaluation/llm-judge/judge-prompt';
import { packWindows } from '../../../../src/evaluation/llm-judge/pack-windows';
import { tileText } from '../../../../src/evaluation/llm-judge/text-tiles';
import { countMessageTokens } from '../../../../src/providers/tokenizer';
import { planAll as plan } from '../../../support/judges';
import { fc } from '../../../support/property';

function text(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}

function makeInput(evidence: string, reply: string, tools: EvaluationInput['tools'] = []): EvaluationInput {
  const labels = [{ name: 'fabrication', description: 'Made up' }];
  return {
    messages: [text('user', evidence), text('assistant', reply)],
    tools,
    issueConfig: { labels, domainContext: null },
  };
}

const sentences = (count: number, what = 'Room') =>
  Array.from({ length: count }, (_, index) => `${what} ${index} costs ${index * 7} euros a night.`).join(
    '\n',
  );

describe('tileText', () => {
  it('covers a text without gaps, in tiles of at most 1,000 units that split no character', () => {
    const piece = fc.constantFrom(
      'A word. ',
      '\n',
      '  - item\n',
      '😀'.repeat(600),
      'x'.repeat(1_500),
      '"a":1,',
      '  ',
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const whole = pieces.join('');
        const tiles = [...tileText(whole)];

        expect(tiles.map(({ start, end }) => whole.slice(start, end)).join('')).toBe(whole);
        expect(tiles.every(({ start, end }) => end - start > 0 && end - start <= 1_000)).toBe(true);
        expect(tiles.every(({ start, end }) => whole.slice(start, end).isWellFormed())).toBe(true);
      }),
    );
  });

  it('splits between sentences and lines, and preserves indentation', () => {
    const whole = 'One. Two!\n  three: 3\n\n  four: 4';

    expect([...tileText(whole)].map(({ start, end }) => whole.slice(start, end))).toEqual([
      'One. ',
      'Two!\n',
      '  three: 3\n\n',
      '  four: 4',
    ]);
  });
});

describe('packWindows', () => {
  it('covers all items, respects the room, and has a new item in each window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (sizes) => {
        const windows = packWindows(sizes, 100, 10);

        let seen = 0;
        for (const { from, to } of windows) {
          expect(from).toBeLessThanOrEqual(seen);
          expect(to).toBeGreaterThan(seen);
          expect(sizes.slice(from, to).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100);
          seen = to;
        }
        expect(seen).toBe(sizes.length);
      }),
    );
  });

  it('begins a window with the last items of the previous one', () => {
    expect(packWindows([4, 4, 4, 4, 4], 12, 4)).toEqual([
      { from: 0, to: 3 },
      { from: 2, to: 5 },
    ]);
  });

  it('puts an item that is too large into a separate window', () => {
    expect(packWindows([5, 200, 5], 100, 10)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]);
  });
});

describe('planWindows', () => {
  it('uses one window if everything fits', () => {
    const windows = plan(makeInput(sentences(20), 'Room 3 costs 21 euros.'), 8_000);

    expect(windows?.flat()).toMatchObject([
      { evidence: { index: 1, count: 1 }, stretch: { index: 1, count: 1 } },
    ]);
  });

  it('covers every segment of a long conversation, with an overlap, and the whole reply each time', () => {
    const input = makeInput(sentences(2_000), 'Room 3 costs 21 euros.');

    const [windows = [], ...others] = plan(input, 8_000) ?? [];

    expect(others).toEqual([]);
    expect(windows.length).toBeGreaterThan(4);
    const numbers = windows.map(({ segments }) => segments.map(({ number }) => number ?? 0));
    expect(new Set(numbers.flat()).size).toBe(2_000);
    numbers.slice(1).forEach((window, index) => {
      expect(window[0]).toBeLessThan(numbers[index]?.at(-1) ?? 0);
    });
    expect(windows.every(({ reply }) => reply[0]?.text === 'Room 3 costs 21 euros.')).toBe(true);
  });

  it('fits every prompt into the context window, also with a huge reply', () => {
    const input = makeInput(sentences(800), sentences(700, 'Suite'));

    const windows = plan(input, 16_000)?.flat() ?? [];

    expect(windows.length).toBeGreaterThan(3);
    for (const window of windows) {
      expect(countMessageTokens(buildJudgePrompt(window, input, 'f'.repeat(32)))).toBeLessThan(
        16_000 - 4_000,
      );
    }
  });

  it('divides a huge reply into stretches, each with every window of the evidence', () => {
    const reply = sentences(700, 'Suite 😀');
    const windows = plan(makeInput(sentences(800), reply), 16_000) ?? [];

    expect(windows.length).toBeGreaterThan(1);
    expect(new Set(windows.map((stretch) => stretch.length)).size).toBe(1);
    let covered = 0;
    for (const [window] of windows) {
      const [piece] = window?.reply ?? [];
      const offset = piece?.offset ?? -1;
      expect(offset).toBeLessThanOrEqual(covered);
      expect(
        Array.from(reply)
          .slice(offset)
          .join('')
          .startsWith(piece?.text ?? '-'),
      ).toBe(true);
      covered = offset + Array.from(piece?.text ?? '').length;
    }
    expect(covered).toBe(Array.from(reply).length);
  });

  it.each([
    ['more than 64 windows', makeInput(sentences(20_000), 'Yes.')],
    [
      'tools that leave no room',
      makeInput('Hi', 'Yes.', [{ name: 'a', description: sentences(400), parameters: null }]),
    ],
  ])('returns null for %s', (_, input) => {
    expect(plan(input, 4_000)).toBeNull();
  });

  it('has a window for a reply without evidence', () => {
    const input = { ...makeInput('', 'Yes.'), messages: [text('assistant', 'Yes.')] };

    expect(plan(input, 8_000)?.flat()).toMatchObject([{ segments: [], reply: [{ text: 'Yes.' }] }]);
  });
});
