import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { OpenAIMessage } from '../../formats';

/**
 * A labeled reply, the last of `messages`: one line of the detection data (docs/measuring.md). Other fields
 * are not read.
 */
export interface LabeledCase {
  id: string;
  task: string;
  /** Cases of one source share their evidence. */
  source: string;
  hallucinated: boolean;
  messages: OpenAIMessage[];
  /** UTF-16 code units; absent or null where the errors are not marked. */
  spans?: { start: number; end: number; label: string; text?: string }[] | null;
  /** In OpenAI's form or bare; absent without tools. */
  tools?: (BareTool & { function?: BareTool })[];
  /** The same for a right and a wrong reply to one request. */
  pair?: string;
}

interface BareTool {
  name?: string;
  description?: string;
  parameters?: Record<string, unknown>;
}

/** Reads files of labeled NDJSON one after another, gzipped where the name ends in `.gz`. */
export async function* readLabeled(paths: readonly string[]): AsyncGenerator<LabeledCase> {
  for (const path of paths) {
    const file = createReadStream(path);
    const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() !== '') yield JSON.parse(line) as LabeledCase;
    }
  }
}
