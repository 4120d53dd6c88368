import type { Message } from '../../../packages/formats';
import { countMessageTokens, countTokens } from '../../../src/providers/tokenizer';
import { startCpuClock } from '../../support/cpu-time';

const mebi = 2 ** 20;
// Well under 1 s in a plain process; jest's sandbox makes every global the library reaches ten times slower.
const maxMs = 5_000;

/**
 * Lehmer's generator (Park and Miller, 1988), so that every run sees the same text, and one without period.
 */
function randomText(length: number, lowest: number, span: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(lowest + (state % span));
  }).join('');
}

function millisecondsToCount(text: string, model?: string): number {
  const cpuMs = startCpuClock();
  countTokens(text, model);
  return cpuMs();
}

describe('countTokens', () => {
  beforeAll(() => {
    countTokens('loads the encoding', 'gpt-4o');
    countTokens('loads the encoding', 'gpt-4');
  });

  // Reference counts of the tiktoken cookbook and of OpenAI's tokenizer page.
  it.each([
    ['tiktoken is great!', 'gpt-4', 6],
    ['tiktoken is great!', 'gpt-4o', 6],
    ['antidisestablishmentarianism', 'gpt-3.5-turbo', 6],
    ['お誕生日おめでとう', 'gpt-4', 9],
    ['お誕生日おめでとう', 'gpt-4o', 8],
    ['', 'gpt-4o', 0],
  ])('counts %j for %s as %d', (text, model, expected) => {
    expect(countTokens(text, model)).toBe(expected);
  });

  it.each(['gpt-4.1', 'gpt-4o-mini', 'gpt-5', 'openai/gpt-4o', 'llama-3', undefined])(
    'splits as o200k for %s',
    (model) => {
      expect(countTokens('お誕生日おめでとう', model)).toBe(8);
    },
  );

  it.each(['gpt-4', 'gpt-4-turbo', 'gpt-4-0613', 'gpt-3.5-turbo', 'ft:gpt-3.5-turbo:acme', 'openai/gpt-4'])(
    'splits as cl100k for %s',
    (model) => {
      expect(countTokens('お誕生日おめでとう', model)).toBe(9);
    },
  );

  it.each([
    ['one letter', 'a'.repeat(mebi)],
    ['blanks', ' '.repeat(mebi)],
    ['line ends', '\n'.repeat(mebi)],
    ['one emoji', '😀'.repeat(mebi / 2)],
    ['many emoji', randomText(mebi / 2, 0x1f300, 0x200)],
    ['random letters', randomText(mebi, 97, 26)],
    ['random CJK', randomText(mebi, 0x4e00, 0x5000)],
    ['random code points', randomText(mebi / 2, 0xe000, 0x100000)],
    ['lone surrogates', '\ud800'.repeat(mebi)],
  ])('counts 1 MiB of %s in bounded time', (_name, text) => {
    expect(millisecondsToCount(text)).toBeLessThan(maxMs);
  });

  it('finds no pair of characters whose repetition is slow', () => {
    const alphabet = ['a', 'A', '1', '!', '/', '\u0301', "'s", ' ', '\n', '\r', '\t', '\u3000', '漢', '😀'];
    const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));

    const slow = pairs.filter(
      (pair) =>
        millisecondsToCount(pair.repeat(2 ** 12), 'gpt-4o') > maxMs / 20 ||
        millisecondsToCount(pair.repeat(2 ** 12), 'gpt-4') > maxMs / 20,
    );

    expect(slow).toEqual([]);
  });

  it('estimates a long text within a hundredth', () => {
    const passage = 'The quick brown fox jumps over 13 lazy dogs, and then it rests. ';
    const text = passage.repeat(10_000);

    expect(countTokens(text) / (countTokens(passage.repeat(1_000)) * 10)).toBeCloseTo(1, 2);
  });

  it('counts lone surrogates', () => {
    expect(countTokens('\ud83d broken \ude00')).toBeGreaterThan(2);
  });

  it('counts text that looks like a special token as plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokens('<|im_start|>')).toBeGreaterThan(1);
  });
});

describe('countMessageTokens', () => {
  it('adds the overhead of the chat format to the text of all parts', () => {
    const messages: Message[] = [
      { role: 'user', name: 'ann', parts: [{ type: 'text', content: 'hello' }] },
      {
        role: 'assistant',
        name: null,
        parts: [{ type: 'tool_call', id: 'a', name: 'search', arguments: 'hello' }],
      },
    ];

    expect(countMessageTokens(messages)).toBe(3 + (4 + 1 + 1 + 1) + (4 + 1 + 1));
  });

  it('counts nothing for no messages', () => {
    expect(countMessageTokens([])).toBe(0);
  });
});
