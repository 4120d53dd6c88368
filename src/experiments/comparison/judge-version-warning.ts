import { z } from 'zod';
import type { Experiment } from '../store/experiment';

const differences = ['evaluator_id', 'evaluator_version', 'issue_config_version'] as const;
type Difference = (typeof differences)[number];

export const yardstickWarningSchema = z
  .object({
    code: z.enum(['different_yardsticks']).meta({ id: 'YardstickWarningCode' }),
    message: z.string(),
    differs: z
      .array(z.enum(differences).meta({ id: 'YardstickDifference' }))
      .describe('The fields of the yardsticks that differ'),
  })
  .meta({
    id: 'YardstickWarning',
    description:
      'The experiments are not judged alike, so differences may come from the judging. Judge both again to compare them',
  });

type EvaluatorVersions = Pick<
  Experiment,
  'evaluatorId' | 'evaluatorName' | 'evaluatorVersion' | 'issueConfigVersion'
>;

/** Names the differences of the judge versions of two experiments; null if they are the same. */
export function warnOfJudgeVersions(
  first: EvaluatorVersions,
  second: EvaluatorVersions,
): z.input<typeof yardstickWarningSchema> | null {
  const pairs: [Difference, string][] = [];
  if (first.evaluatorId !== second.evaluatorId) {
    pairs.push(['evaluator_id', `evaluator (${nameVersion(first)} and ${nameVersion(second)})`]);
  } else if (first.evaluatorVersion !== second.evaluatorVersion) {
    const { evaluatorVersion: one } = first;
    pairs.push(['evaluator_version', `evaluator version (${one} and ${second.evaluatorVersion})`]);
  }
  if (first.issueConfigVersion !== second.issueConfigVersion) {
    const versions = `version ${first.issueConfigVersion} and ${second.issueConfigVersion}`;
    pairs.push(['issue_config_version', `issue configuration (${versions})`]);
  }
  if (pairs.length === 0) return null;
  const difference = pairs.map(([, text]) => text).join(' and ');
  return {
    code: 'different_yardsticks',
    message: `The experiments differ in ${difference}, so differences may come from the judging instead of the replies.`,
    differs: pairs.map(([field]) => field),
  };
}

const nameVersion = ({ evaluatorName, evaluatorVersion }: EvaluatorVersions): string =>
  `${evaluatorName} version ${evaluatorVersion}`;
