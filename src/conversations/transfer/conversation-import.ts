import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { sumNotices } from '../../../packages/formats';
import { AppError, type Problem } from '../../platform/errors/app-error';
import { mongoUnavailable } from '../../platform/mongo/disk-space';
import { isMongoOutage } from '../../platform/mongo/outage';
import { MAX_LISTED_IDS } from '../storage/conversation-filter';
import type {
  ImportedConversation,
  ImportProgress,
  ImportResult,
  NewConversation,
} from '../transcript/conversation';
import type { ImportActivity } from './import-activity';
import type { LineOutcome, LineReader, LineStep } from './line-reader';
import { parseLine } from './parse-line';
import type { Line } from './read-lines';

// Maximum number of conversations in one transaction; BATCH_BYTES limits the bytes of their lines.
const BATCH_CONVERSATIONS = 100;
export const BATCH_BYTES = 4 * 1024 * 1024;
/** Lines of a slow sender are stored before it would count as idle. */
const MAX_BATCH_AGE_MS = 20_000;

/** Invalid lines after which an import is aborted as a mistake. */
const MAX_FAILED_LINES = 1000;

const MAX_REPORTED_LINES = 100;
const MAX_PROBLEMS_PER_LINE = 10;

export type CreateAll = (
  workspaceId: string,
  inputs: readonly NewConversation[],
) => Promise<ImportedConversation[]>;

interface ImportDependencies {
  reader: LineReader;
  createAll: CreateAll;
  activity: ImportActivity;
  signal: AbortSignal;
}

/**
 * Stores the conversation of each line, in batches, so that memory does not grow with their number. An
 * invalid line is reported and does not affect others; a line with a stored external id is skipped.
 * @throws AppError import_rejected after MAX_FAILED_LINES; an AppError has the ImportProgress in its ctx.
 * Errors after `signal` is aborted can be ignored.
 */
export async function importConversations(
  workspaceId: string,
  lines: AsyncIterable<Line>,
  dependencies: ImportDependencies,
): Promise<ImportResult> {
  const importing = new Import(workspaceId, dependencies);
  try {
    for await (const line of lines) {
      await importing.add(line);
    }
    await importing.end();
    await importing.store();
    return importing.result;
  } catch (error) {
    // Stores the lines before the error, unless the client has disconnected.
    if (!dependencies.signal.aborted) await importing.store().catch(() => undefined);
    throw withProgress(error, importing.result);
  }
}

class Import {
  readonly result: ImportResult = {
    imported: 0,
    skipped: 0,
    failed: 0,
    lastLine: 0,
    conversationIds: [],
    ignored: [],
    errors: [],
  };
  private batch: NewConversation[] = [];
  private batchBytes = 0;
  /** When the first conversation of the batch was read. */
  private batchSince = 0;
  private lastRead = 0;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly workspaceId: string,
    private readonly dependencies: ImportDependencies,
  ) {}

  async add(line: Line): Promise<void> {
    this.lastRead = line.number;
    // Without an outcome, the line waits for others of its conversation.
    if ((await this.addSteps(this.read(line))) === 0) this.dependencies.activity.record();
  }

  /** After the last line. */
  async end(): Promise<void> {
    await this.addSteps(this.dependencies.reader.end());
  }

  /** Returns the number of outcomes. */
  private async addSteps(steps: Iterable<LineStep>): Promise<number> {
    const { signal } = this.dependencies;
    let outcomes = 0;
    for (const outcome of steps) {
      if (isSliceOver()) await nextSlice(signal);
      signal.throwIfAborted();
      if (outcome === undefined) continue;
      outcomes += 1;
      await this.addOutcome(outcome);
    }
    return outcomes;
  }

  /** Resolves when all lines with an outcome are stored. */
  async store(): Promise<void> {
    await this.flush();
    await this.storing;
    this.result.lastLine = this.lastComplete();
  }

  private *read({ number, bytes }: Line): Generator<LineStep> {
    if (bytes === null) {
      const problems: Problem[] = [{ loc: ['body'], msg: 'The line is too long', type: 'body_too_large' }];
      yield { line: number, problems };
      return;
    }
    yield;
    const parsed = parseLine(bytes);
    yield;
    if ('problems' in parsed) yield { line: number, problems: parsed.problems };
    else yield* this.dependencies.reader.read({ number, ...parsed, bytes: bytes.length });
  }

  private async addOutcome(outcome: LineOutcome): Promise<void> {
    const isOld = this.batch.length > 0 && performance.now() - this.batchSince > MAX_BATCH_AGE_MS;
    if (isOld) await this.flush();
    if ('problems' in outcome) return this.addFailed(outcome.line, outcome.problems);
    if ('ignored' in outcome) return this.addIgnored(outcome.line, outcome.ignored);
    const { notices = null } = outcome.conversation;
    if (notices !== null) this.result.notices = sumNotices([this.result.notices, notices]) ?? {};
    if (this.batch.length === 0) this.batchSince = performance.now();
    this.batch.push(outcome.conversation);
    this.batchBytes += outcome.bytes;
    if (this.batch.length >= BATCH_CONVERSATIONS || this.batchBytes >= BATCH_BYTES) await this.flush();
  }

  /** All lines up to this one have an outcome. */
  private lastComplete(): number {
    return Math.min(this.lastRead, (this.dependencies.reader.firstOpenLine() ?? Infinity) - 1);
  }

  /** The reasons of a format are few. */
  private addIgnored(line: number, reason: string): void {
    this.dependencies.activity.record();
    const sameReason = this.result.ignored.find((ignored) => ignored.reason === reason);
    if (sameReason === undefined) this.result.ignored.push({ reason, count: 1, firstLine: line });
    else sameReason.count += 1;
  }

  private addFailed(line: number, problems: Problem[]): void {
    const { result } = this;
    result.failed += 1;
    if (result.errors.length < MAX_REPORTED_LINES) {
      result.errors.push({ line, detail: problems.slice(0, MAX_PROBLEMS_PER_LINE) });
    }
    if (result.failed === MAX_FAILED_LINES) {
      throw new AppError('import_rejected', `${MAX_FAILED_LINES} lines are invalid`, {
        loc: ['body', String(line)],
        ctx: { problems: result.errors[0]?.detail.map(({ loc, msg, type }) => ({ loc, msg, type })) ?? [] },
      });
    }
  }

  /** One batch is stored while the lines of the next one are read. */
  private async flush(): Promise<void> {
    await this.storing;
    const { batch } = this;
    if (batch.length === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    this.storing = this.storeBatch(batch, this.lastComplete());
    this.storing.catch(() => undefined); // handled where it is awaited
  }

  private async storeBatch(batch: NewConversation[], lastLine: number): Promise<void> {
    const outcome = await this.dependencies.createAll(this.workspaceId, batch);
    this.dependencies.activity.record();
    const { result } = this;
    const imported = outcome.filter(({ isNew }) => isNew).length;
    result.imported += imported;
    result.skipped += outcome.length - imported;
    result.lastLine = lastLine;
    const room = MAX_LISTED_IDS - result.conversationIds.length;
    result.conversationIds.push(...outcome.slice(0, room).map(({ id }) => id));
  }
}

/** The error of an import, with its progress. */
function withProgress(error: unknown, { imported, skipped, failed, lastLine }: ImportProgress): unknown {
  const progress = { imported, skipped, failed, last_line: lastLine };
  if (isMongoOutage(error)) {
    return mongoUnavailable({ ctx: progress, cause: error });
  }
  if (!(error instanceof AppError)) return error;
  const { loc, ctx, input, retryAfterMs, cause } = error;
  return new AppError(error.code, error.message, {
    loc,
    ctx: { ...ctx, ...progress },
    input,
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
