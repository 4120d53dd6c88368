import { writeFileSync } from 'node:fs';
import { normalizeWord, scanTokens } from '../base/tokens';
import { readLabeled } from './labeled-data';

/**
 * Counts the texts that contain each word: `count-words.js LABELED OUT`. Texts that several cases share
 * count once.
 */
async function main([input, output]: string[]): Promise<void> {
  if (input === undefined || output === undefined) throw new Error('Usage: count-words LABELED OUT');
  const documents = new Map<string, number>();
  const seen = new Set<string>();
  for await (const { messages } of readLabeled([input])) {
    for (const { content } of messages) {
      if (typeof content !== 'string' || seen.has(content)) continue;
      seen.add(content);
      const words = new Set(scanTokens(content).map((token) => normalizeWord(token.text)));
      for (const word of words) documents.set(word, (documents.get(word) ?? 0) + 1);
    }
  }
  writeFileSync(output, JSON.stringify({ total: seen.size, documents: Object.fromEntries(documents) }));
}

void main(process.argv.slice(2));
