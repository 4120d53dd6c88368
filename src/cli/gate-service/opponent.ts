import { z } from 'zod';
import { type Experiment, NotFoundError } from '../../../packages/client';
import { type Case, readResults } from '../../../packages/gate';
import { readJsonText } from '../shared/json-file';
import type { GateService } from './gate-service';
import type { GateSet } from './gate-set';

/** What the candidate is compared with. */
export type Opponent =
  | { kind: 'baseline' }
  | { kind: 'experiment'; experiment: Experiment }
  | {
      kind: 'report';
      name: string;
      text: string;
      cases: Case[];
      /** Whether the number of its pairs may depend on what they showed. */
      isEarly: boolean;
      /** Null in reports of files. */
      judge: string | null;
    };

const FRESH_BASELINE = 'docs/experiments.md#conversations-chosen-by-their-outcome';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const reportSchema = z.object({
  test: z.string(),
  candidate: z.object({ judge: z.string().nullable() }),
});

/**
 * Reads `--against`: `baseline`, the id of an experiment, or the JSON report of an earlier gate.
 * @throws Error if there is no such experiment or report
 */
export async function findOpponent({ client, signal }: GateService, against: string): Promise<Opponent> {
  if (against === 'baseline') return { kind: 'baseline' };
  if (!UUID.test(against)) return readReport(against);
  try {
    const experiment = await client.experiments.get(against, { omit: 'conversation_ids' }, { signal });
    return { kind: 'experiment', experiment };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new Error(`--against: there is no experiment ${against} in this workspace`, { cause: error });
  }
}

function readReport(path: string): Opponent {
  // Read once: a pipe is empty the second time.
  const { text, value } = readJsonText(path);
  const report = reportSchema.safeParse(value);
  if (!report.success || report.data.candidate.judge === null)
    throw new Error(`--against ${path}: expected a report of a gate on a service`);
  const { test, candidate } = report.data;
  const cases = readResults('assay', { name: path, text });
  return { kind: 'report', name: path, text, cases, isEarly: test === 'betting', judge: candidate.judge };
}

/**
 * Original replies that were chosen by their outcome differ from any rerun.
 * @throws Error that names the fresh baseline
 */
export function rejectChosenReplies(set: GateSet, opponent: Opponent): void {
  const replies =
    opponent.kind === 'baseline' && set.chosenBy === 'outcome'
      ? `the original replies of ${set.reference}`
      : opponent.kind === 'experiment' &&
          opponent.experiment.pass_through &&
          opponent.experiment.chosen_by === 'outcome'
        ? `the replies of experiment ${opponent.experiment.id}`
        : null;
  if (replies === null) return;
  throw new Error(
    `Nothing can be decided against ${replies}: they were chosen by their outcome, so any rerun differs from them. ` +
      `Compare with a fresh baseline: run the original model on the set once, and give the id of that experiment as ` +
      `--against (${FRESH_BASELINE})`,
  );
}

/** The evaluator and labels of an experiment. */
export function judgeOf({ evaluator_name: name, yardstick }: Experiment): string {
  const { evaluator_id: id, evaluator_version: version, issue_config_version: labels } = yardstick;
  return `${name} ${id} version ${version}, labels version ${labels}`;
}

/**
 * A difference between judges would be read as one between replies.
 * @throws Error if the sides have different judges
 */
export function rejectOtherJudge(candidate: Experiment, opponent: Opponent): void {
  if (opponent.kind === 'baseline') return;
  const [judge, other] = [
    judgeOf(candidate),
    opponent.kind === 'experiment' ? judgeOf(opponent.experiment) : opponent.judge,
  ];
  if (judge === other) return;
  const advice =
    opponent.kind === 'experiment'
      ? `Judge its replies again by POST /v1/experiments/${opponent.experiment.id}/rejudge, and compare with the result`
      : 'Compare with an experiment instead, whose replies can be judged again';
  throw new Error(`--against: other replies were judged by ${other}, new ones by ${judge}. ${advice}`);
}
