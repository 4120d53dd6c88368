import { runInSlices } from '../../../packages/concurrency';
import type { Annotation } from '../../../packages/detector';
import { partText } from '../../../packages/text';
import type { ConversationService } from '../../conversations/conversation.service';
import { loadAnnotations } from '../../conversations/evaluations/evaluation.repository';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { ReplyPair } from './pairing';
import { diffReplies, diffSpans, type SpanChange, type SpanKind, type SpanOutcome } from './span-diff';

/** With two evaluations per pair, as many ids as are cheap to look up in one query. */
const MAX_PAIRS_PER_READ = 250;
/** Annotations in memory at a time; a single pair may have more. */
const MAX_ANNOTATIONS_PER_READ = 20_000;
/** Size limits of a page of changed pairs; further pairs are on the next page. */
const MAX_CHANGES_PER_PAGE = 2000;
const MAX_CHARACTERS_PER_PAGE = 2 * 1024 * 1024;

/** A pair whose annotations differ, with the differences. */
export interface ChangedPair extends ReplyPair {
  changes: SpanChange[];
  /** Number of changes beyond the limit of a page. */
  omittedChanges: number;
}

export interface SpanComparison {
  /** Over all pairs. */
  totals: Record<SpanKind, number>;
  /**
   * Pairs excluded from the totals, because an evaluation was deleted with its conversation or by retention.
   */
  pairsWithoutAnnotations: number;
  /** The changed pairs after the requested position. */
  changed: ChangedPair[];
  /** Whether there are changed pairs beyond these. */
  hasMore: boolean;
}

export interface SpanComparisonOptions {
  workspaceId: string;
  /** Both experiments passed the original replies through, so the texts are equal and not read. */
  arePassedThrough: boolean;
  /** Changed pairs are listed after this position in the first experiment. */
  afterPosition: number;
  /** Maximum number of changed pairs to list. */
  limit: number;
  timeLimit: TimeLimit;
  findReply: ConversationService['findReply'];
}

/**
 * Compares the annotations of all pairs, which must be ordered by position.
 * @throws AppError query_timeout
 */
export async function compareSpans(
  pairs: readonly ReplyPair[],
  options: SpanComparisonOptions,
): Promise<SpanComparison> {
  const comparison: SpanComparison = {
    totals: { kept: 0, relabelled: 0, moved: 0, added: 0, gone: 0 },
    pairsWithoutAnnotations: 0,
    changed: [],
    hasMore: false,
  };
  const page = new ChangedPairPage(comparison, options);
  for (const batch of batchPairs(pairs)) {
    const annotations = await loadAnnotations(options.workspaceId, evaluationIds(batch), options.timeLimit);
    for (const pair of batch) {
      const outcomes = await diffPair(pair, annotations, options);
      if (outcomes === null) comparison.pairsWithoutAnnotations += 1;
      else page.add(pair, outcomes);
    }
  }
  return comparison;
}

/** Fills a page of changed pairs, within its limits of pairs, changes and characters. */
class ChangedPairPage {
  private changes = 0;
  private characters = 0;

  constructor(
    private readonly comparison: SpanComparison,
    private readonly options: Pick<SpanComparisonOptions, 'afterPosition' | 'limit'>,
  ) {}

  add(pair: ReplyPair, outcomes: SpanOutcome[]): void {
    const { totals, changed } = this.comparison;
    for (const { kind } of outcomes) totals[kind] += 1;
    if (pair.position <= this.options.afterPosition || this.comparison.hasMore) return;
    const changes = outcomes.filter((outcome) => outcome.kind !== 'kept');
    if (changes.length === 0) return;
    const fitting = this.countFitting(changes);
    if (changed.length === this.options.limit || (fitting < changes.length && changed.length > 0)) {
      this.comparison.hasMore = true;
      return;
    }
    const listed = changes.slice(0, fitting);
    this.changes += fitting;
    this.characters += listed.reduce((sum, change) => sum + charactersOf(change), 0);
    changed.push({ ...pair, changes: listed, omittedChanges: changes.length - fitting });
  }

  private countFitting(changes: SpanChange[]): number {
    let characters = this.characters;
    const max = Math.min(changes.length, MAX_CHANGES_PER_PAGE - this.changes);
    for (let count = 0; count < max; count += 1) {
      characters += charactersOf(changes[count]);
      if (characters > MAX_CHARACTERS_PER_PAGE) return count;
    }
    return max;
  }
}

function charactersOf(change: SpanChange | undefined): number {
  return [change?.first, change?.second].reduce(
    (sum, annotation) => sum + (annotation ? 2 * annotation.text.length + annotation.explanation.length : 0),
    0,
  );
}

function* batchPairs(pairs: readonly ReplyPair[]): Generator<ReplyPair[]> {
  let batch: ReplyPair[] = [];
  let annotations = 0;
  for (const pair of pairs) {
    const count = pair.first.issueCount + pair.second.issueCount;
    const isFull = batch.length === MAX_PAIRS_PER_READ || annotations + count > MAX_ANNOTATIONS_PER_READ;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      annotations = 0;
    }
    batch.push(pair);
    annotations += count;
  }
  if (batch.length > 0) yield batch;
}

function evaluationIds(pairs: readonly ReplyPair[]): string[] {
  return pairs
    .flatMap(({ first, second }) => [first, second])
    .flatMap(({ issueCount, evaluationId }) =>
      issueCount > 0 && evaluationId !== null ? [evaluationId] : [],
    );
}

/**
 * Null if the annotations of a reply were deleted. A reply without issues has none, even if its evaluation
 * was deleted.
 */
async function diffPair(
  pair: ReplyPair,
  annotations: Map<string, Annotation[]>,
  options: SpanComparisonOptions,
): Promise<SpanOutcome[] | null> {
  const { signal } = options.timeLimit;
  const [first, second] = [pair.first, pair.second].map(({ issueCount, evaluationId }) =>
    issueCount === 0 ? [] : annotations.get(evaluationId ?? ''),
  );
  if (first === undefined || second === undefined) return null;
  if (options.arePassedThrough) return runInSlices(diffSpans(first, second, true), signal);
  const { ofSameText, ofOtherTexts } = await runInSlices(diffReplies(first, second), signal);
  return ofSameText !== null && (await isSameText(pair, options)) ? ofSameText : ofOtherTexts;
}

/** False if a reply was deleted, because the texts cannot be compared then. */
async function isSameText(
  { first, second }: ReplyPair,
  { workspaceId, findReply }: SpanComparisonOptions,
): Promise<boolean> {
  const [one, other] = await Promise.all(
    [first, second].map(({ messageId }) => (messageId === null ? null : findReply(workspaceId, messageId))),
  );
  if (one == null || other == null || one.parts.length !== other.parts.length) return false;
  return one.parts.every((part, index) => {
    const counterpart = other.parts[index];
    return counterpart !== undefined && partText(part) === partText(counterpart);
  });
}
