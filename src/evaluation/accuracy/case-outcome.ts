import type { Annotation } from '../../../packages/detector';
import type { Coverage, NoVerdictReason, Verdict } from '../../conversations/evaluations/verdict';
import { type ArgumentCounts, countArguments } from './argument-counts';
import type { LabeledCase } from './labeled-case';
import { type CharacterCounts, countCharacters, type LabelMatch, matchLabels } from './span-counts';

/** The labels of a case and the verdict of the evaluator, without texts, so that all cases fit in memory. */
export interface CaseOutcome {
  task: string | null;
  source: string;
  pair: string | null;
  isHallucinated: boolean;
  words: number;
  coverage: Coverage;
  /** Null without a verdict, and if nothing could be judged, which is neither right nor wrong. */
  judged: JudgedOutcome | null;
  /** Null unless the judge failed. */
  noVerdictReason: NoVerdictReason | null;
  /** Duration of the evaluation. */
  ms: number;
}

export interface JudgedOutcome {
  /** Whether the verdict has an annotation. */
  isFlagged: boolean;
  score: number | null;
  /** Null if the case does not label spans. */
  characters: CharacterCounts | null;
  labels: LabelMatch[];
  /** Null if the case does not label spans, or the message calls no tool. */
  arguments: ArgumentCounts | null;
}

/** Compares a verdict with the labels of a case. */
export function compare(labeledCase: LabeledCase, verdict: Verdict, ms: number): CaseOutcome {
  const { task, source, pair, isHallucinated, words } = labeledCase;
  return {
    task,
    source,
    pair,
    isHallucinated,
    words,
    coverage: verdict.coverage,
    judged:
      verdict.status === 'completed' ? judgedOutcome(labeledCase, verdict.annotations, verdict.score) : null,
    noVerdictReason: verdict.status === 'no_verdict' ? verdict.reason : null,
    ms,
  };
}

function judgedOutcome(
  { spans, toolCallParts }: LabeledCase,
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
