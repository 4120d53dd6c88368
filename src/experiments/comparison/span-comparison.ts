import type { ConversationService } from '../../conversations/conversation.service';
import { partText } from '../../conversations/message';
import { getEvaluations } from '../../evaluations/evaluation.service';
import type { Annotation } from '../../evaluators/evaluator';
import type { ComparedReply, ReplyPair } from './pairing';
import { dependsOnText, diffSpans, type SpanChange, type SpanKind, type SpanOutcome } from './span-diff';

/** Two evaluations a pair: as many ids go into one read as are still cheap to look up. */
const PAIRS_AT_ONCE = 250;

/** A pair whose annotations differ, with the annotations that do. */
export interface ChangedPair extends ReplyPair {
  changes: SpanChange[];
}

export interface SpanComparison {
  /** Over all pairs. */
  totals: Record<SpanKind, number>;
  /** Pairs in no total, because an evaluation is gone with its conversation or by retention. */
  pairsWithoutAnnotations: number;
  /** The changed pairs after the position that was asked for. */
  changed: ChangedPair[];
}

export interface SpanComparisonOptions {
  workspaceId: string;
  /** Both experiments passed the original replies through, so that the texts need no look. */
  arePassedThrough: boolean;
  /** Changed pairs are listed from beyond this position in the first experiment. */
  afterPosition: number;
  /** At most so many changed pairs are listed. */
  limit: number;
  findReply: ConversationService['findReply'];
}

/** Compares the annotations of every pair; pairs come in the order of their positions. */
export async function compareSpans(
  pairs: readonly ReplyPair[],
  options: SpanComparisonOptions,
): Promise<SpanComparison> {
  const comparison: SpanComparison = {
    totals: { kept: 0, relabelled: 0, moved: 0, added: 0, gone: 0 },
    pairsWithoutAnnotations: 0,
    changed: [],
  };
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    const batch = pairs.slice(start, start + PAIRS_AT_ONCE);
    for (const [pair, outcomes] of await diffPairs(batch, options)) {
      if (outcomes === null) comparison.pairsWithoutAnnotations += 1;
      else addPair(comparison, pair, outcomes, options);
    }
  }
  return comparison;
}

function addPair(
  { totals, changed }: SpanComparison,
  pair: ReplyPair,
  outcomes: SpanOutcome[],
  { afterPosition, limit }: SpanComparisonOptions,
): void {
  for (const { kind } of outcomes) totals[kind] += 1;
  const changes = outcomes.filter((outcome) => outcome.kind !== 'kept');
  const isAskedFor = pair.position > afterPosition && changed.length < limit;
  if (changes.length > 0 && isAskedFor) changed.push({ ...pair, changes });
}

async function diffPairs(
  pairs: readonly ReplyPair[],
  options: SpanComparisonOptions,
): Promise<[ReplyPair, SpanOutcome[] | null][]> {
  const annotationsOf = await loadAnnotations(options.workspaceId, pairs);
  return Promise.all(
    pairs.map(async (pair): Promise<[ReplyPair, SpanOutcome[] | null]> => {
      const first = annotationsOf(pair.first);
      const second = annotationsOf(pair.second);
      if (first === null || second === null) return [pair, null];
      const haveSameText =
        options.arePassedThrough || (dependsOnText(first, second) && (await isSameText(pair, options)));
      return [pair, diffSpans(first, second, haveSameText)];
    }),
  );
}

/** Clean replies have no annotations, whether or not their evaluation is still there. */
async function loadAnnotations(
  workspaceId: string,
  pairs: readonly ReplyPair[],
): Promise<(reply: ComparedReply) => Annotation[] | null> {
  const ids = pairs
    .flatMap(({ first, second }) => [first, second])
    .flatMap(({ issueCount, evaluationId }) =>
      issueCount > 0 && evaluationId !== null ? [evaluationId] : [],
    );
  const evaluations = ids.length === 0 ? [] : await getEvaluations(workspaceId, ids);
  const annotations = new Map(evaluations.map((evaluation) => [evaluation.id, evaluation.annotations]));
  return ({ issueCount, evaluationId }) =>
    issueCount === 0 ? [] : (annotations.get(evaluationId ?? '') ?? null);
}

/** False when a reply is gone: nothing then says that the texts are one. */
async function isSameText(
  { first, second }: ReplyPair,
  { findReply }: SpanComparisonOptions,
): Promise<boolean> {
  const [one, other] = await Promise.all(
    [first, second].map(({ messageId }) => (messageId === null ? null : findReply(messageId))),
  );
  if (one == null || other == null) return false;
  return JSON.stringify(one.parts.map(partText)) === JSON.stringify(other.parts.map(partText));
}
