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
  releaseExample,
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
  heartbeatRequestSchema,
  heartbeatSchema,
  proposeCandidateSchema,
  releaseRequestSchema,
  runFailureSchema,
  runParams,
} from './run.schema';
import type { RunnerService } from './runner.service';

const common = {
  tag: 'Optimization runners',
  access: 'workspace',
  role: 'contributor',
  method: 'post',
} as const;
const leased = { ...common, params: runParams } as const;
const leaseErrors = ['lease_lost', 'run_finished', 'temporal_unavailable', 'temporal_busy'] as const;

/** The endpoints of optimization runs for runners. */
export function runnerRoutes({ runners }: { runners: RunnerService }): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'claimOptimizationRun',
      summary: 'Claim the oldest ready run with a lease',
      description:
        'With `wait_seconds`, the request waits until a run is ready. Claims are served in order of arrival. If the ' +
        'response is lost, repeat the request with the same Idempotency-Key to get the same lease.',
      path: '/v1/optimization-runs/claim',
      isIdempotent: true,
      body: claimRequestSchema,
      status: 200,
      response: claimedRunSchema.nullable(),
      noContent: 'No run became ready in time.',
      errors: ['temporal_unavailable'],
      example: { request: claimExample, response: claimedRunExample },
      handler: async ({ body, workspace, resourceId, signal }) => {
        const lease = await runners.claim(
          workspace.workspaceId,
          { claimId: resourceId, runnerId: body.runner_id, strategies: body.strategies },
          { waitMs: body.wait_seconds * 1000, signal },
        );
        return lease && { run: toRunWire(lease.run), lease: toLeaseWire(lease.lease) };
      },
    }),
    ...leaseHolderRoutes(runners),
    ...leaseEndRoutes(runners),
  ];
}

function leaseHolderRoutes(runners: RunnerService): Route[] {
  return [
    defineRoute({
      ...leased,
      operationId: 'heartbeatOptimizationRun',
      summary: 'Extend the lease by `lease_seconds` from now',
      description:
        'If the lease ended because the run was cancelled, its holder gets `cancel_requested: true`.',
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
      summary: 'Propose a system prompt or model to measure as an experiment of the run',
      description:
        'Candidates are measured one at a time, in order of arrival. The same `candidate_key` with the same ' +
        'content is the same candidate. A candidate measured in an earlier attempt is not measured again.',
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
  ];
}

function leaseEndRoutes(runners: RunnerService): Route[] {
  return [
    defineRoute({
      ...leased,
      operationId: 'completeOptimizationRun',
      summary: 'Complete the run with the best candidate',
      description:
        'The service accepts the candidate only if it was measured with this lease, meets the constraints and is ' +
        'better than the baseline; otherwise `decision` has the reason. The lease ends. With a hold-out the candidate ' +
        'is measured on it once, and `decision` is null: read the run until it has ended. Repeating the request ' +
        'returns the same response.',
      path: '/v1/optimization-runs/{run_id}/complete',
      body: completeRequestSchema,
      status: 200,
      response: completionSchema,
      errors: leaseErrors,
      example: { request: completeExample, response: completionExample },
      handler: async ({ params, body, workspace }) => {
        const { completion, decision } = await runners.complete(workspace.workspaceId, params.run_id, body);
        return toCompletionWire(completion, decision);
      },
    }),
    defineRoute({
      ...leased,
      operationId: 'failOptimizationRun',
      summary: 'Report that the attempt failed',
      description:
        'If attempts are left and the error code may be retried, the run is prepared again; otherwise it fails. ' +
        'Repeating the request returns the same response.',
      path: '/v1/optimization-runs/{run_id}/fail',
      body: failRequestSchema,
      status: 200,
      response: runFailureSchema,
      errors: leaseErrors,
      example: { request: failExample, response: failureExample },
      handler: async ({ params, body, workspace }) =>
        toFailureWire(await runners.fail(workspace.workspaceId, params.run_id, body)),
    }),
    defineRoute({
      ...leased,
      operationId: 'releaseOptimizationRun',
      summary: 'End the lease of a runner that is stopped',
      description:
        'The attempt ends as `preempted`, which uses none of `max_attempts`, and the run becomes ready again. After ' +
        '100 preemptions of a run, each further one uses an attempt. Repeating the request returns the same response.',
      path: '/v1/optimization-runs/{run_id}/release',
      body: releaseRequestSchema,
      status: 200,
      response: runFailureSchema,
      errors: leaseErrors,
      example: { request: releaseExample, response: failureExample },
      handler: async ({ params, body, workspace }) =>
        toFailureWire(await runners.release(workspace.workspaceId, params.run_id, body)),
    }),
  ];
}
