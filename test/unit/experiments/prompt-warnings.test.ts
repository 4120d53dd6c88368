import type { PromptTexts } from '../../../src/conversations/transcript/conversation';
import { findPromptWarnings } from '../../../src/experiments/prompts/prompt-warnings';

const passage = Array.from({ length: 12 }, (_, index) => `Sentence ${index} of the passage.`).join(' ');

async function countOf(override: string | null, ...texts: Partial<PromptTexts>[]): Promise<number> {
  async function* read() {
    for (const one of texts) yield { conversationId: '', system: null, others: [], ...one };
  }
  const warnings = await findPromptWarnings(read, '', override, []);
  return warnings[0]?.itemsCount ?? 0;
}

const withSystem = (text: string, others: string[] = []) => ({
  system: { text, length: [...text].length },
  others,
});

it('warns of conversations whose system text is longer than 200 characters and not sent', async () => {
  expect(passage.length).toBeGreaterThan(200);
  expect(await countOf('Be exact.', withSystem(passage), {}, withSystem(passage))).toBe(2);
  expect(await countOf('Be exact.', withSystem('x'.repeat(200)))).toBe(0);
  expect(await countOf('Be exact.', withSystem('x'.repeat(201)))).toBe(1);
  expect(await countOf('Be exact.', withSystem('😀'.repeat(200)))).toBe(0);
});

it('does not warn without an override, nor of one that inserts the original', async () => {
  expect(await countOf(null, withSystem(passage))).toBe(0);
  expect(await countOf('{{system_prompt}} Be exact.', withSystem(passage))).toBe(0);
});

it('does not warn of text that the override or another message repeats', async () => {
  expect(await countOf(`Be exact. ${passage}`, withSystem(passage))).toBe(0);
  expect(await countOf('Be exact.', withSystem(passage, [`Here it is:\n${passage}`]))).toBe(0);
  const half = passage.slice(0, passage.length / 2);
  expect(await countOf(half, withSystem(passage))).toBe(0);
  expect(await countOf(half, withSystem(passage + passage.replaceAll('Sentence', 'Line')))).toBe(1);
});

it('counts line breaks between repeated sentences as sent', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `${index}`);
  expect(await countOf(lines.join(' .\n'), withSystem(lines.join(' .\n\n\n')))).toBe(0);
});

it('judges a truncated text by what was read of it', async () => {
  const long = { system: { text: passage, length: 100_000 }, others: [] };
  expect(await countOf(passage, long)).toBe(0);
  expect(await countOf('Be exact.', long)).toBe(1);
});

it('needs linear time for texts that repeat themselves', async () => {
  const repeated = 'a'.repeat(100_000);
  const startedAt = performance.now();
  expect(await countOf(`${repeated}b`, withSystem(repeated.slice(1)))).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
