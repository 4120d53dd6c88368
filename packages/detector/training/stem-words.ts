import { readFileSync, writeFileSync } from 'node:fs';
import { normalizeWord, stem } from '../base/tokens';

/**
 * Stems words like the evaluator: `stem-words.js WORDS OUT`, one word per input line, one stem per output
 * line.
 */
function main([input, output]: string[]): void {
  if (input === undefined || output === undefined) throw new Error('Usage: stem-words WORDS OUT');
  const words = readFileSync(input, 'utf8').split('\n');
  writeFileSync(output, words.map((word) => stem(normalizeWord(word))).join('\n'));
}

main(process.argv.slice(2));
