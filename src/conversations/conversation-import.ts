import { type Problem, ValidationError } from '../errors/app-error';
import { parseJson } from '../http/body';
import { checkAgainst } from '../http/problems';
import type { Conversation, ImportResult, NewConversation } from './conversation';
import { toNewConversation } from './conversation.mapper';
import { createConversationSchema } from './conversation.schema';
import type { Line } from './read-lines';

// One transaction holds this many conversations or lines of this many bytes, whichever comes first.
const BATCH_CONVERSATIONS = 100;
const BATCH_BYTES = 4 * 1024 * 1024;

const MAX_REPORTED_IDS = 1000;
const MAX_REPORTED_LINES = 100;
const MAX_PROBLEMS_PER_LINE = 10;

/**
 * Stores the conversation of each line, in batches, so that memory does not grow with their number. A line
 * that is no conversation is reported and does not keep the others out.
 */
export async function importConversations(
  workspaceId: string,
  lines: AsyncIterable<Line>,
  createAll: (workspaceId: string, inputs: NewConversation[]) => Promise<Conversation[]>,
): Promise<ImportResult> {
  const result: ImportResult = { imported: 0, failed: 0, conversationIds: [], errors: [] };
  let batch: NewConversation[] = [];
  let batchBytes = 0;
  let storing: Promise<void> = Promise.resolve();

  const store = async (inputs: NewConversation[]) => {
    const stored = await createAll(workspaceId, inputs);
    result.imported += stored.length;
    const room = MAX_REPORTED_IDS - result.conversationIds.length;
    result.conversationIds.push(...stored.slice(0, room).map(({ id }) => id));
  };
  // One batch is stored while the lines of the next are read.
  const flush = async () => {
    await storing;
    if (batch.length === 0) return;
    storing = store(batch);
    storing.catch(() => undefined); // reported where it is awaited
    batch = [];
    batchBytes = 0;
  };

  for await (const line of lines) {
    const read = readConversation(workspaceId, line);
    if ('problems' in read) {
      result.failed += 1;
      if (result.errors.length < MAX_REPORTED_LINES) {
        result.errors.push({ line: line.number, detail: read.problems.slice(0, MAX_PROBLEMS_PER_LINE) });
      }
      continue;
    }
    batch.push(read.conversation);
    batchBytes += line.bytes?.length ?? 0;
    if (batch.length >= BATCH_CONVERSATIONS || batchBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  await storing;
  return result;
}

type ReadLine = { conversation: NewConversation } | { problems: Problem[] };

function readConversation(workspaceId: string, { bytes }: Line): ReadLine {
  if (bytes === null) {
    return { problems: [{ loc: ['body'], msg: 'The line is too long', type: 'body_too_large' }] };
  }
  try {
    const checked = checkAgainst(createConversationSchema, parseJson(bytes), 'body');
    if (!checked.isRight) return { problems: checked.problems };
    return { conversation: toNewConversation(workspaceId, checked.value) };
  } catch (error) {
    if (error instanceof ValidationError) return { problems: error.problems };
    throw error;
  }
}
