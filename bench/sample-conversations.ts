import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE_PATH = join(__dirname, '../../demo/conversations.ndjson'); // from dist/bench

/** A conversation in OpenAI chat form, as the service accepts it. */
export interface SampleConversation {
  messages: unknown[];
  tools: unknown[] | undefined;
}

/** The conversations of the demo. */
export function readSampleConversations(): SampleConversation[] {
  return readFileSync(SAMPLE_PATH, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { messages, tools } = JSON.parse(line) as SampleConversation;
      return { messages, tools };
    });
}

/** `count` conversations as NDJSON for import, repeating the samples. */
export function toImportLines(samples: SampleConversation[], count: number): string {
  const lines = samples.map((sample) => JSON.stringify(sample));
  return Array.from({ length: count }, (_, index) => lines[index % lines.length]).join('\n');
}
