import { z } from 'zod';
import { uuidSchema } from '../../platform/http/schemas';

/** What replies were judged by. Numbers of different yardsticks cannot be compared. */
export interface JudgeVersion {
  evaluatorId: string;
  evaluatorVersion: number;
  issueConfigVersion: number;
}

export const yardstickSchema = z
  .object({
    evaluator_id: uuidSchema,
    evaluator_version: z.int(),
    issue_config_version: z.int(),
  })
  .meta({ id: 'Yardstick', description: 'What the replies are judged by' });

export function toJudgeVersionWire(yardstick: JudgeVersion): z.input<typeof yardstickSchema> {
  return {
    evaluator_id: yardstick.evaluatorId,
    evaluator_version: yardstick.evaluatorVersion,
    issue_config_version: yardstick.issueConfigVersion,
  };
}
