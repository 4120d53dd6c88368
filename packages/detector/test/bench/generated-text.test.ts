import { characterCount, countWords } from '../../bench/bare-pass';
import { TextGenerator } from '../../bench/generated-text';

describe('the conversations of bench:detector', () => {
  it('are the same for the same seed and never repeat', () => {
    const [one, other] = [new TextGenerator('a'), new TextGenerator('a')];
    const first = one.conversation(5_000, 500);

    expect(other.conversation(5_000, 500)).toEqual(first);
    expect(one.conversation(5_000, 500)).not.toEqual(first);
  });

  it.each([1_000, 100_000])('have about as many characters as asked for: %i', (size) => {
    const characters = characterCount(new TextGenerator('b').conversation(size, 500));

    expect(characters).toBeGreaterThan(size);
    expect(characters).toBeLessThan(size * 1.1 + 1_000);
  });

  it('are counted by word', () => {
    const message = {
      role: 'user' as const,
      name: null,
      parts: [{ type: 'text' as const, content: 'A b, b 2!' }],
    };

    expect([...countWords([message])]).toEqual([
      ['A', 1],
      ['b', 2],
      ['2', 1],
    ]);
  });
});
