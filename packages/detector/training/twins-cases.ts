import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { LabeledCase } from './labeled-data';

/** Writes one JSON object per line, gzipped if the name ends in `.gz`. */
export function writeLines(path: string, rows: object[]): void {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text);
}

/** The text of every message before the reply, except the assistant's. */
export function evidenceOf({ messages }: LabeledCase): string {
  return messages
    .slice(0, -1)
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ content }) => {
      if (typeof content === 'string') return [content];
      return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
    })
    .join('\n');
}

/** The reply if it is a single string, else null. */
export function replyOf({ messages }: LabeledCase): string | null {
  const reply = messages.at(-1);
  return typeof reply?.content === 'string' && !reply.tool_calls ? reply.content : null;
}
