import type { z } from 'zod';
import type { itemDetailSchema, itemSchema } from '../../../experiments/wire/experiment.schema';
import type {
  candidateSchema,
  claimedRunSchema,
  completionSchema,
  failureSchema,
  heartbeatSchema,
  leaseSchema,
  runSchema,
} from '../../runs/run.schema';

/**
 * The response types of the service, from its schemas. Only types, so that a client needs none of its
 * packages.
 */
export type Run = z.output<typeof runSchema>;
export type Lease = z.output<typeof leaseSchema>;
export type ClaimedRun = z.output<typeof claimedRunSchema>;
export type Heartbeat = z.output<typeof heartbeatSchema>;
export type Candidate = z.output<typeof candidateSchema>;
export type Completion = z.output<typeof completionSchema>;
export type Failure = z.output<typeof failureSchema>;
export type ExperimentItem = z.output<typeof itemSchema>;
export type ExperimentItemDetail = z.output<typeof itemDetailSchema>;
