import {
  type Annotation,
  type Coverage,
  isJudged,
  type NoVerdictReason,
  type Verdict,
} from '../../conversations/evaluations/verdict';
import { type ArgumentCounts, countArguments } from './argument-counts';
import type { LabelledCase } from './labelled-case';
import { type CharacterCounts, countCharacters, type LabelMatch, matchLabels } from './span-counts';

/** One labelled case beside what the evaluator said about it; small enough to keep all of them. */
export interface CaseOutcome {
  task: string | null;
  source: string;
  pair: string | null;
  isHallucinated: boolean;
  words: number;
  coverage: Coverage;
  /** Null without a verdict, and where nothing could be judged: that is neither right nor wrong. */
  judged: JudgedOutcome | null;
  /** Null unless there is no verdict. */
  noVerdictReason: NoVerdictReason | null;
  /** Time the evaluator took. */
  ms: number;
}

export interface JudgedOutcome {
  /** Whether the evaluator gave any annotation. */
  isFlagged: boolean;
  score: number | null;
  /** Null where the case does not say where its errors are. */
  characters: CharacterCounts | null;
  labels: LabelMatch[];
  /** Null where that is not known, or the message calls no tool. */
  arguments: ArgumentCounts | null;
}

/** Compares a verdict with what is known. */
export function compare(labelled: LabelledCase, verdict: Verdict, ms: number): CaseOutcome {
  const { task, source, pair, isHallucinated, words } = labelled;
  return {
    task,
    source,
    pair,
    isHallucinated,
    words,
    coverage: verdict.coverage,
    judged: isJudged(verdict) ? judgedOutcome(labelled, verdict.annotations, verdict.score) : null,
    noVerdictReason: verdict.status === 'no_verdict' ? verdict.reason : null,
    ms,
  };
}

function judgedOutcome(
  { spans, toolCallParts }: LabelledCase,
  annotations: Annotation[],
  score: number | null,
): JudgedOutcome {
  const hasCalls = toolCallParts.length > 0;
  return {
    isFlagged: annotations.length > 0,
    score,
    characters: spans && countCharacters(spans, annotations),
    labels: spans ? matchLabels(spans, annotations) : [],
    arguments: spans && hasCalls ? countArguments(spans, annotations, toolCallParts) : null,
  };
}
