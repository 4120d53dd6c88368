import type { EvaluationInput } from '../../../packages/detector';
import type { Coverage } from '../../conversations/evaluations/verdict';
import { evidenceLength } from '../judgment/coverage';
import { countAttachments } from './evidence-segments';
import type { JudgeWindow } from './judge-windows';

/** The coverage of the examined windows. */
export function coverageOf({ messages }: EvaluationInput, examined: readonly JudgeWindow[]): Coverage {
  const segments = new Set(examined.flatMap((window) => window.segments));
  return {
    windows: examined.length,
    evidenceExamined: [...segments].reduce((sum, { length }) => sum + length, 0),
    evidenceTotal: evidenceLength(messages),
    limits: [...attachmentLimit(countAttachments(messages)), ...windowLimit(examined)],
  };
}

function attachmentLimit(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 attachment was' : `${count} attachments were`;
  return [`${what} not examined: the judge reads text alone.`];
}

function windowLimit(examined: readonly JudgeWindow[]): string[] {
  const [window] = examined;
  if (window === undefined || window.evidence.count * window.stretch.count === 1) return [];
  const count = window.evidence.count * window.stretch.count;
  return [
    `The conversation was cut into ${count} windows: an issue that shows only when several are read together may be missed.`,
  ];
}
