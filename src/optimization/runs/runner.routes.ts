import { defineRoute, type Route } from '../../platform/http/route';
import {
  candidateExample,
  claimExample,
  claimedRunExample,
  completeExample,
  completionExample,
  failExample,
  failureExample,
  heartbeatExample,
  heartbeatRequestExample,
  proposeExample,
} from './run.examples';
import {
  toCandidateWire,
  toCompletionWire,
  toFailureWire,
  toHeartbeatWire,
  toLeaseWire,
  toRunWire,
} from './run.mapper';
import {
  candidateSchema,
  claimedRunSchema,
  claimRequestSchema,
  completeRequestSchema,
  completionSchema,
  failRequestSchema,
  failureSchema,
  heartbeatRequestSchema,
  heartbeatSchema,
  proposeCandidateSchema,
  runParams,
} from './run.schema';
import type { RunnerService } from './runner.service';

/** What runners ask of optimization runs. */
export function runnerRoutes({ runners }: { runners: RunnerService }): Route[] {
  const common = {
    tag: 'Optimization runners',
    access: 'workspace',
    role: 'contributor',
    method: 'post',
  } as const;
  const leased = { ...common, params: runParams } as const;
  const leaseErrors = ['lease_lost', 'run_finished', 'temporal_unavailable', 'temporal_busy'] as const;
  return [
    defineRoute({
      ...common,
      operationId: 'claimOptimizationRun',
      summary: 'Take the run that has been ready longest, with a lease on it',
      description:
        'With wait_seconds the answer comes as soon as a run is ready. Who asked first is served first. A claim ' +
        'whose answer got lost can be repeated with its Idempotency-Key, and gets the same lease.',
      path: '/v1/optimization-runs/claim',
      isIdempotent: true,
      body: claimRequestSchema,
      status: 200,
      response: claimedRunSchema.nullable(),
      noContent: 'No run became ready in time.',
      errors: ['temporal_unavailable'],
      example: { request: claimExample, response: claimedRunExample },
      handler: async ({ body, workspace, resourceId, signal }) => {
        const claimed = await runners.claim(
          workspace.workspaceId,
          { claimId: resourceId, runnerId: body.runner_id },
          { waitMs: body.wait_seconds * 1000, signal },
        );
        return claimed && { run: toRunWire(claimed.run), lease: toLeaseWire(claimed.lease) };
      },
    }),
    defineRoute({
      ...leased,
      operationId: 'heartbeatOptimizationRun',
      summary: 'Extend the lease by lease_seconds from now',
      description:
        'The holder of a lease that ended because the run was cancelled gets `cancel_requested: true` once it asks.',
      path: '/v1/optimization-runs/{run_id}/heartbeat',
      body: heartbeatRequestSchema,
      status: 200,
      response: heartbeatSchema,
      errors: leaseErrors,
      example: { request: heartbeatRequestExample, response: heartbeatExample },
      handler: async ({ params, body, workspace }) =>
        toHeartbeatWire(await runners.heartbeat(workspace.workspaceId, params.run_id, body)),
    }),
    defineRoute({
      ...leased,
      operationId: 'proposeCandidate',
      summary: 'Have a system prompt or model measured as an experiment of the run',
      description:
        'Candidates are measured one at a time, in the order they came. The same candidate_key with the same ' +
        'content is the same candidate; what an earlier attempt has measured is not measured again.',
      path: '/v1/optimization-runs/{run_id}/candidates',
      isIdempotent: true,
      body: proposeCandidateSchema,
      status: 201,
      response: candidateSchema,
      errors: [
        ...leaseErrors,
        'conflict',
        'candidate_limit_reached',
        'cost_limit_reached',
        'model_unknown',
        'model_price_unknown',
      ],
      example: { request: proposeExample, response: candidateExample },
      handler: async ({ params, body, workspace }) =>
        toCandidateWire(await runners.propose(workspace.workspaceId, params.run_id, body)),
    }),
    defineRoute({
      ...leased,
      operationId: 'completeOptimizationRun',
      summary: 'End the run with the candidate that the runner holds for the best',
      description:
        'The candidate becomes the best one only when it was measured with this lease, meets the constraints and ' +
        'is better than the baseline; otherwise `decision` tells why not. The same report gets the same answer.',
      path: '/v1/optimization-runs/{run_id}/complete',
      body: completeRequestSchema,
      status: 200,
      response: completionSchema,
      errors: leaseErrors,
      example: { request: completeExample, response: completionExample },
      handler: async ({ params, body, workspace }) =>
        toCompletionWire(await runners.complete(workspace.workspaceId, params.run_id, body)),
    }),
    defineRoute({
      ...leased,
      operationId: 'failOptimizationRun',
      summary: 'Report that the attempt failed',
      description:
        'With attempts left and an error code that may be retried the run is prepared again; else it has failed. ' +
        'The same report gets the same answer.',
      path: '/v1/optimization-runs/{run_id}/fail',
      body: failRequestSchema,
      status: 200,
      response: failureSchema,
      errors: leaseErrors,
      example: { request: failExample, response: failureExample },
      handler: async ({ params, body, workspace }) =>
        toFailureWire(await runners.fail(workspace.workspaceId, params.run_id, body)),
    }),
  ];
}
